"""The items of `expect`, and how each checks the device."""

import re
from collections.abc import Callable
from contextlib import suppress

from host_tools.clocks import Complaint, clock_ms, clock_text
from host_tools.scenario.lexer import (
    MOST_DIGITS,
    arguments,
    integer,
    one_of,
    seconds_ms,
    split_items,
)
from host_tools.scenario.model import Check, Expect, Mismatch
from host_tools.scenario.sounds import near
from host_tools.scenario.view import DeviceView
from host_tools.scenario.vocabulary import FELT, FIELDS, LOG_KINDS, NUMBER, SOUNDS, TEXT, TIME

Run = Callable[[DeviceView], None]

_TOLERANCE = re.compile(r"\s*~\s*")  # with or without blanks around it
_SENSED = re.compile(r'(no\s+)?(screen|said|felt|focus)(?:\s+(?:"([^"]*)"|([^\s"]+)))?')


def parse_expect(text: str) -> Expect:
    """Return the items after `expect`; Complaint if one is malformed."""
    if not text:
        raise Complaint("nothing after `expect`: a list like `phase running, running A`")
    return Expect(tuple(Check(item, _parse_item(item)) for item in split_items(text)))


def picture_check(text: str, name: str) -> Check:
    """Return the check of `shot NAME`: the hash in the scenario's table, if it has one.

    If it is another and the table has the picture too, both are written, side by side.
    """

    def check(view: DeviceView) -> None:
        wanted, picture = view.shots.get(name, ("", b""))
        seen = view.shows(wanted)
        if view.shots and seen != wanted:
            both = view.beside(name, picture) if picture else ""
            raise Mismatch(f"picture {wanted or 'in the table'}{both}", seen)

    return Check(text, check)


def _parse_item(item: str) -> Run:
    if not item:
        raise Complaint("an empty item: one comma too many")
    words = item.split()
    sense = words[1] if words[0] == "no" and len(words) > 1 else words[0]
    if sense in _SENSES or words[0] == "no":
        return _sensed(item, sense if sense in _SENSES else "screen")
    if words[0] in _SPECIAL:
        return _SPECIAL[words[0]](words)
    if words[0] not in FIELDS:
        known = ", ".join([*FIELDS, *_SPECIAL, *_SENSES, "no ..."])
        raise Complaint(f"unknown field {words[0]!r}: one of {known}")
    return _field(_TOLERANCE.sub(" ~", item).split())


def _unless(expected: str, other: Callable[[DeviceView], str | None]) -> Run:
    """Return a check that raises Mismatch with what other() sees instead, if it sees anything."""

    def check(view: DeviceView) -> None:
        seen = other(view)
        if seen is not None:
            raise Mismatch(expected, seen)

    return check


def _field(words: list[str]) -> Run:
    name, kind = words[0], FIELDS[words[0]]
    near = words.pop()[1:] if kind == TIME and words[2:] and words[2][0] == "~" else ""
    if len(words) != 2:
        more = " or `FIELD TIME ~SECONDS`" if kind == TIME else ""
        raise Complaint(f"{' '.join(words)!r}: `FIELD VALUE`{more} would be right")
    value = words[1]
    within_ms = seconds_ms(near, "the tolerance") if near else 0
    if isinstance(kind, tuple):
        one_of(value, name, kind)
    elif kind == NUMBER:
        value = _number(name, value)
    elif kind != TEXT and (near or (name, value) != ("limit", "none")):
        value = clock_text(clock_ms(value, decimals=True))

    def other(view: DeviceView) -> str | None:
        seen = view.status.get(name, "nothing: no power")
        with suppress(Complaint):  # no time at all
            if near and abs(clock_ms(seen, True) - clock_ms(value, True)) <= within_ms:
                return None
        return None if seen == value else seen

    return _unless(f"{name} {value}" + (f" ~{within_ms / 1000:g}" if near else ""), other)


def _number(what: str, text: str) -> str:
    return str(integer(text, what, 0, 10**MOST_DIGITS - 1))


def _log(words: list[str]) -> Run:
    kind, number = arguments(words, "log KIND N")
    one_of(kind, "log", LOG_KINDS)
    count = _number(f"log {kind}", number)

    def other(view: DeviceView) -> str | None:
        seen = str(view.log_count(kind))
        return None if seen == count else seen

    return _unless(f"log {kind} {count}", other)


def _heard(words: list[str]) -> Run:
    if len(words) not in (3, 4):
        raise Complaint(f"{' '.join(words)!r}: `heard NAME FROM [TO]` would be right")
    name = one_of(words[1], "sound", SOUNDS)
    from_ms = seconds_ms(words[2])
    to_ms = seconds_ms(words[3]) if len(words) == 4 else None
    _in_order(words, from_ms, to_ms)

    def other(view: DeviceView) -> str | None:
        heard = view.hears(lambda sound: sound.name == name and near(sound, from_ms, to_ms))
        if heard is None:
            return None
        alike = [str(sound) for sound in heard if sound.name == name]
        return ", ".join(alike[-4:]) or f"no {name} at all"

    return _unless(" ".join(words), other)


def _silent(words: list[str]) -> Run:
    from_ms, to_ms = map(seconds_ms, arguments(words, "silent FROM TO"))
    _in_order(words, from_ms, to_ms)
    return _unless(
        " ".join(words), lambda view: ", ".join(view.sounds_between(from_ms, to_ms)[:4]) or None
    )


def _in_order(words: list[str], from_ms: int, to_ms: int | None) -> None:
    if to_ms is not None and to_ms < from_ms:
        raise Complaint(f"{' '.join(words)!r}: TO comes after FROM")


def _sensed(item: str, sense: str) -> Run:
    match = _SENSED.fullmatch(item)
    usage, nothing = _SENSES[sense]
    no, text, pattern = match.group(1, 3, 4) if match else ("", None, None)
    other_form = pattern if sense != "felt" else text
    if (
        not match
        or other_form
        or not ((text or pattern or "").strip() or no and sense != "screen")
    ):
        raise Complaint(f"{item!r}: `{usage}` would be right")
    if pattern:
        one_of(pattern, "pattern", FELT)

    def other(view: DeviceView) -> str | None:
        seen = view.senses(sense, text or pattern or "", not no)
        told = ", ".join(seen or ()) if sense == "felt" else f'"{" | ".join(seen or ())}"'
        return None if seen is None else told if seen else nothing

    return _unless(item, other)


# What is seen, heard or felt: the usage, and what it is to find nothing.
_SENSES = {
    "screen": ('screen "TEXT"` or `no screen "TEXT"', "an empty display"),
    "said": ('said "TEXT"`, `no said` or `no said "TEXT"', "not a word"),
    "felt": ("felt PATTERN` or `no felt", "nothing felt"),
    "focus": ('focus "TEXT"` or `no focus "TEXT"', "no focus"),
}
_SPECIAL = {"heard": _heard, "silent": _silent, "log": _log}
