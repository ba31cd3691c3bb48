"""The verbs of a step and their arguments."""

import re
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from corrido.core.events import ARTICLE_UNIT, FAULTS, MARKS
from corrido.lexicon.alphabet import LONGEST, SHORTEST, alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged
from corrido.store import settings_table

from host_tools.clocks import Complaint, clock_ms
from host_tools.device.stores import provision
from host_tools.errors import UserError
from host_tools.lexicon.words import composed
from host_tools.paths import lexicon_path
from host_tools.scenario.expect import parse_expect, picture_check
from host_tools.scenario.lexer import arguments, integer, one_of, seconds_ms
from host_tools.scenario.model import Act, Expect, Scenario
from host_tools.scenario.vocabulary import (
    ARBITER,
    CONSENT,
    KEYS,
    MOST_WORDS,
    REASONS,
    SHORTER,
)

LONGEST_HOLD_MS = 3_600_000
LONGEST_STALL_MS = 60_000
LONGEST_SET_MS = 1000 * settings_table.kind_of("budget")[2]  # 99:59
DEFAULT_ALPHABET = "es"

Kind = Callable[[str], Any]  # a word of the line as a value; Complaint if it is none


def parse_action(text: str, scenario: Scenario) -> Act | Expect:
    """Return the action of one step; Complaint or UserError if it is malformed."""
    words = text.split()
    if words[0] not in VERBS:
        return _of_many_words(text, words, scenario)
    usage, *kinds = VERBS[words[0]]
    found = zip(kinds, arguments(words, usage), strict=True)
    return Act(words[0], tuple(kind(word) for kind, word in found))


def _of_many_words(text: str, words: list[str], scenario: Scenario) -> Act | Expect:
    """Return the action of a verb whose words vary in number, or are acts of the arbiter."""
    verb, *given = words
    match verb:
        case "expect":
            return parse_expect(text.removeprefix("expect").strip())
        case "shot":
            return Expect((picture_check(text, *arguments(words, "shot NAME")),))
        case "challenge" | "enter":
            if not 1 <= len(given) <= MOST_WORDS:
                raise Complaint(f"{len(given)} words: `{verb}` with 1 to {MOST_WORDS} words")
            return Act(verb, _spelled(given, scenario))
        case "tap":
            return Act(verb, tuple(key for word in given or [""] for key in _taps(word)))
        case "finish":
            if given:
                (what,) = arguments(words, "finish counted")
                one_of(what, "finish", ("counted",))
            return Act(verb, tuple(given))
        case "arbiter":
            if len(given) < 2:
                raise Complaint("`arbiter PIN ACTION` would be right")
            pin = _like("PIN", "[0-9]{1,12}", "digits, as in 1234,")(given.pop(0))
            acts = [_act(act.split(), scenario) for act in " ".join(given).split(";")]
            return Act(verb, (pin, *[part for act in acts for part in (";", *act)][1:]))
        case "consent":
            if given and given[0] not in CONSENT:
                raise Complaint(f"consent {given[0]}: one of {', '.join(CONSENT)} would be right")
            return Act(verb, tuple(_act(given, scenario)))
    known = ", ".join([*VERBS, *OF_MANY_WORDS])
    raise Complaint(f"unknown step {verb!r}: one of {known} would be right")


def _one(what: str, choices: tuple[str, ...]) -> Kind:
    return lambda word: one_of(word, what, choices)


def _whole(what: str, least: int, most: int) -> Kind:
    return lambda word: integer(word, what, least, most)


def _hold_ms(word: str) -> int:
    hold_ms = seconds_ms(word, "the time of `hold`")
    if not 0 < hold_ms <= LONGEST_HOLD_MS:
        raise Complaint(f"hold for {word} s: 0.001 to {LONGEST_HOLD_MS // 1000} would be right")
    return hold_ms


def _like(what: str, pattern: str, example: str) -> Kind:
    def kind(word: str) -> str:
        if not re.fullmatch(pattern, word):
            raise Complaint(f"{what} {word!r}: {example} would be right")
        return word

    return kind


# The verbs whose words can be counted: the usage, and each argument's kind.
_KEY = _one("key", KEYS)
_PLACE = _like("the focus", "[a-z-]+:.+", "setup:language")
_FAULT = _one("fault", ("screen", *FAULTS[1:]))
VERBS: dict[str, tuple[Any, ...]] = {
    "power": ("power on|cut", _one("power", ("on", "cut"))),
    "reset": ("reset",),
    "press": ("press KEY", _KEY),
    "hold": ("hold KEY SECONDS", _KEY, _hold_ms),
    "i2c": ("i2c down|up", _one("i2c", ("down", "up"))),
    "stall": ("stall MS", _whole("the length of `stall` in ms", 1, LONGEST_STALL_MS)),
    "flip": ("flip lexicon OFFSET BIT", _one("flip", ("lexicon",)),
             _whole("the offset", 0, 1 << 28), _whole("the bit", 0, 7)),
    "leap": ("leap SECONDS", seconds_ms),
    "fault": ("fault NAME", _FAULT),
    "arm": ("arm",),
    "stop": ("stop REASON", _one("reason", REASONS)),
    "mark": ("mark pass|exchange|play", _one("mark", MARKS)),
    "game": ("game take|put NAME", _one("game", ("take", "put")), str),
    "close": ("close",),
    "next": ("next",),
    "select": ("select SCREEN:ITEM", _PLACE),
    "seek": ("seek SCREEN:ITEM", _PLACE),
    "digits": ("digits NUMBER", _like("digits", "[0-9]+", "1234")),
    "tiles": ("tiles TILES", str),
}  # fmt: skip
OF_MANY_WORDS = ("expect", "shot", "tap", "enter", "challenge", "arbiter", "consent", "finish")


def _taps(word: str) -> list[str]:
    """Return the keys of `KEY` or `KEY*TIMES`."""
    key, _, times = word.partition("*")
    return [_KEY(key)] * integer(times or "1", "how often", 1, 99)


def alphabet_of(scenario: Scenario) -> str:
    """Return the code of the alphabet whose tiles the scenario's words are entered with.

    If the lexicon is missing or damaged, the device uses Spanish tiles.
    """
    try:
        made = provision(scenario.settings, scenario.path.parent)
        if made.words:
            return made.words.partition(":")[0]
        path = lexicon_path(made.lexicon)
        return _alphabet_in(path, path.stat().st_mtime_ns)
    except (UserError, LexiconDamaged, OSError):
        return DEFAULT_ALPHABET


@cache
def _alphabet_in(path: Path, _changed_ns: int) -> str:
    """Return the alphabet of a whole lexicon, opened once: each opening takes 6 ms."""
    with closing(Lexicon(str(path))) as lexicon:
        return lexicon.alphabet


def _spelled(words: list[str], scenario: Scenario) -> tuple[str, ...]:
    """Return the words in composed letters; Complaint if the tiles cannot spell one."""
    code = alphabet_of(scenario)
    words = [composed(word) for word in words]
    for word in words:
        if alphabet(code).spell_word(word) is None:
            raise Complaint(
                f"{word!r} cannot be spelled: {SHORTEST} to {LONGEST} tiles of the alphabet {code}"
            )
    return tuple(words)


def _act(words: list[str], scenario: Scenario) -> list[str]:
    """Return one act of the arbiter with its arguments, each of which fits its kind."""
    if not words or words[0] not in ARBITER:
        shown = words[0] if words else ""
        raise Complaint(f"arbiter's action {shown!r}: one of {', '.join(ARBITER)}")
    action, *args = words
    kinds = (PLAYER_BOTH, "M:SS", "M:SS") if words[:2] == ["set", "both"] else ARBITER[action]
    if not len(kinds) - (action in SHORTER) <= len(args) <= len(kinds):
        usage = [kind if isinstance(kind, str) else "|".join(kind) for kind in kinds]
        if action in SHORTER:
            usage[-1] = f"[{usage[-1]}]"
        raise Complaint(f"{' '.join(words)!r}: `{' '.join([action, *usage])}` would be right")
    if action == "lookup":
        return [action, *_spelled(args, scenario)]
    for kind, arg in zip(kinds, args):
        one_of(arg, action, kind) if isinstance(kind, tuple) else _OF_ACTS[kind](arg)
    return words


def _set_ms(word: str) -> int:
    set_ms = clock_ms(word, decimals=False)
    if abs(set_ms) > LONGEST_SET_MS:
        raise Complaint(f"set {word}: 99:59 at most, -99:59 at least, would be right")
    return set_ms


PLAYER_BOTH = ("both",)
_OF_ACTS: dict[str, Kind] = {
    "M:SS": _set_ms, "ARTICLE": _like("article", r"[1-9]\d?(\.[1-9]\d?)?", "as 46, or 46.4,"),
    "POINTS": _whole("points", 1, ARTICLE_UNIT - 1),
    "SECONDS": _whole("seconds", 0, LONGEST_SET_MS // 1000),
}  # fmt: skip
