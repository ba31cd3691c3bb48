"""The verbs of a step and their arguments."""

from collections.abc import Callable

from host_tools.scenario.expect import parse_expect
from host_tools.scenario.lexer import Complaint, arguments, clock_ms, integer, one_of, seconds_ms
from host_tools.scenario.model import (
    Action,
    Cable,
    Check,
    Expect,
    Flip,
    Macro,
    Mismatch,
    Power,
    Press,
    Scenario,
    Stall,
    View,
)
from host_tools.scenario.spelling import check_words
from host_tools.scenario.vocabulary import ARBITER, KEYS, MARKS, MOST_WORDS, REASONS, SHORTER

LONGEST_HOLD_MS = 3_600_000
LONGEST_STALL_MS = 60_000
LONGEST_SET_MS = 5_999_000  # 99:59: the device's editor has two digits for minutes


def parse_action(text: str, scenario: Scenario) -> Action:
    """Return the action of one step; Complaint or UserError if it is malformed."""
    words = text.split()
    verb = words[0]
    if verb not in VERBS:
        raise Complaint(f"unknown step {verb!r}: one of {', '.join(VERBS)} would be right")
    return VERBS[verb](text, words, scenario)


def _power(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (what,) = arguments(words, "power on|cut")
    return Power(one_of(what, "power", ("on", "cut")))


def _reset(_text: str, words: list[str], _scenario: Scenario) -> Action:
    arguments(words, "reset")
    return Power("reset")


def _press(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (key,) = arguments(words, "press KEY")
    return Press(one_of(key, "key", KEYS))


def _hold(_text: str, words: list[str], _scenario: Scenario) -> Action:
    key, text = arguments(words, "hold KEY SECONDS")
    hold_ms = seconds_ms(text, "the time of `hold`")
    if not 0 < hold_ms <= LONGEST_HOLD_MS:
        raise Complaint(f"hold for {text} s: 0.001 to {LONGEST_HOLD_MS // 1000} would be right")
    return Press(one_of(key, "key", KEYS), hold_ms)


def _i2c(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (what,) = arguments(words, "i2c down|up")
    return Cable(one_of(what, "i2c", ("down", "up")) == "up")


def _stall(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (ms,) = arguments(words, "stall MS")
    return Stall(integer(ms, "the length of `stall` in ms", 1, LONGEST_STALL_MS))


def _flip(_text: str, words: list[str], _scenario: Scenario) -> Action:
    what, offset, bit = arguments(words, "flip lexicon OFFSET BIT")
    one_of(what, "flip", ("lexicon",))
    return Flip(integer(offset, "the offset", 0, 1 << 28), integer(bit, "the bit", 0, 7))


def _expect(text: str, _words: list[str], _scenario: Scenario) -> Action:
    return parse_expect(text.removeprefix("expect").strip())


def _shot(text: str, words: list[str], scenario: Scenario) -> Action:
    (name,) = arguments(words, "shot NAME")

    def check(view: View) -> None:
        wanted = scenario.shots.get(name, "") if scenario.shots else None
        seen = view.shows(wanted or "")
        if wanted is not None and seen != wanted:
            raise Mismatch(f"picture {wanted or 'in the table'}", seen)

    return Expect((Check(text, check),))


def _bare(_text: str, words: list[str], _scenario: Scenario) -> Action:
    arguments(words, words[0])
    return Macro(words[0])


def _stop(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (reason,) = arguments(words, "stop REASON")
    return Macro("stop", (one_of(reason, "reason", REASONS),))


def _mark(_text: str, words: list[str], _scenario: Scenario) -> Action:
    (mark,) = arguments(words, "mark pass|exchange|play")
    return Macro("mark", (one_of(mark, "mark", MARKS),))


def _finish(_text: str, words: list[str], _scenario: Scenario) -> Action:
    if len(words) > 1:
        (what,) = arguments(words, "finish counted")
        one_of(what, "finish", ("counted",))
    return Macro("finish", tuple(words[1:]))


def _challenge(_text: str, words: list[str], scenario: Scenario) -> Action:
    if not 2 <= len(words) <= MOST_WORDS + 1:
        raise Complaint(f"{len(words) - 1} words: `challenge` with 1 to {MOST_WORDS} words")
    return Macro("challenge", check_words(words[1:], scenario))


def _game(_text: str, words: list[str], _scenario: Scenario) -> Action:
    what, name = arguments(words, "game take|put NAME")
    return Macro("game", (one_of(what, "game", ("take", "put")), name))


def _arbiter(_text: str, words: list[str], scenario: Scenario) -> Action:
    if len(words) < 3:
        raise Complaint("`arbiter PIN ACTION` would be right")
    pin = words[1]
    if not pin.isascii() or not pin.isdigit() or not 1 <= len(pin) <= 12:
        raise Complaint(f"PIN {pin!r}: digits, as in 1234, would be right")
    acts = [part.split() for part in " ".join(words[2:]).split(";")]
    parts = [part for act in acts for part in (";", *_act(act, scenario))]
    return Macro("arbiter", (pin, *parts[1:]))


def _act(words: list[str], scenario: Scenario) -> list[str]:
    """Return one act of the arbiter with its arguments, checked."""
    if not words or words[0] not in ARBITER:
        shown = words[0] if words else ""
        raise Complaint(f"arbiter's action {shown!r}: one of {', '.join(ARBITER)}")
    action, *args = words
    if action == "lookup" and len(args) == 1:
        return [action, *check_words(args, scenario)]
    if action == "set" and args[:1] == ["both"]:
        if len(args) != 3:
            raise Complaint(f"{' '.join(words)!r}: `set both M:SS M:SS` would be right")
        for player, arg in zip("AB", args[1:]):
            _check_arbiter(action, [player, arg])
        return words
    _check_arbiter(action, args)
    return words


def _check_arbiter(action: str, args: list[str]) -> None:
    """Check that every argument of an action fits its kind."""
    kinds = ARBITER[action]
    shorter = action in SHORTER and len(args) == len(kinds) - 1
    if len(args) != len(kinds) and not shorter:
        shown = [kind if isinstance(kind, str) else "|".join(kind) for kind in kinds]
        if action in SHORTER:
            shown[-1] = f"[{shown[-1]}]"
        usage = " ".join([action, *shown])
        raise Complaint(f"{' '.join([action, *args])!r}: `{usage}` would be right")
    for kind, arg in zip(kinds, args):
        if isinstance(kind, tuple):
            one_of(arg, action, kind)
        elif kind == "M:SS":
            if abs(clock_ms(arg, decimals=False)) > LONGEST_SET_MS:
                raise Complaint(f"{action} {arg}: 99:59 at most, -99:59 at least, would be right")
        elif kind == "POINTS":
            integer(arg, "points", 1, 999)
        elif kind == "SECONDS":
            integer(arg, "seconds", 0, 5999)


VERBS: dict[str, Callable[[str, list[str], Scenario], Action]] = {
    "power": _power,
    "reset": _reset,
    "press": _press,
    "hold": _hold,
    "i2c": _i2c,
    "stall": _stall,
    "flip": _flip,
    "expect": _expect,
    "shot": _shot,
    "arm": _bare,
    "stop": _stop,
    "mark": _mark,
    "challenge": _challenge,
    "arbiter": _arbiter,
    "finish": _finish,
    "game": _game,
    "close": _bare,
    "next": _bare,
}
