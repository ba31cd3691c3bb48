"""The items of `expect`, and how each checks the device."""

import re
from collections.abc import Callable

from host_tools.scenario.lexer import (
    MOST_DIGITS,
    Complaint,
    clock_ms,
    clock_text,
    one_of,
    seconds_ms,
    shown,
    split_items,
)
from host_tools.scenario.model import Check, Expect, Mismatch, View
from host_tools.scenario.sounds import near
from host_tools.scenario.vocabulary import FELT, FIELDS, LOG_KINDS, NUMBER, SOUNDS, TEXT, TIME

_TOLERANCE = re.compile(r"\s*~\s*")  # with or without blanks around it
_SAID = re.compile(r'(no\s+)?said(?:\s+"([^"]*)")?')
_SCREEN = re.compile(r'(no\s+)?screen\s+"([^"]*)"')


def parse_expect(text: str) -> Expect:
    """Return the items after `expect`; Complaint if one is malformed."""
    if not text:
        raise Complaint("nothing after `expect`: a list like `phase running, running A`")
    return Expect(tuple(Check(item, _parse_item(item)) for item in split_items(text)))


def _parse_item(item: str) -> Callable[[View], None]:
    if not item:
        raise Complaint("an empty item: one comma too many")
    words = item.split()
    if words[0] == "said" or words[:2] == ["no", "said"]:
        return _said(item)
    if words[0] == "felt" or words[:2] == ["no", "felt"]:
        return _felt(words)
    if words[0] in ("screen", "no"):
        return _screen(item)
    if words[0] in _SPECIAL:
        return _SPECIAL[words[0]](words)
    if words[0] not in FIELDS:
        known = ", ".join([*FIELDS, *_SPECIAL, "screen", "said", "felt", "no ..."])
        raise Complaint(f"unknown field {words[0]!r}: one of {known}")
    return _field(_TOLERANCE.sub(" ~", item).split())


def _field(words: list[str]) -> Callable[[View], None]:
    name, kind = words[0], FIELDS[words[0]]
    if kind == TIME and len(words) == 3 and words[2].startswith("~"):
        tolerance_ms = seconds_ms(words[2][1:], "the tolerance")
        return _near(name, clock_ms(words[1], decimals=True), tolerance_ms)
    if len(words) != 2:
        more = " or `FIELD TIME ~SECONDS`" if kind == TIME else ""
        raise Complaint(f"{' '.join(words)!r}: `FIELD VALUE`{more} would be right")
    value = words[1]
    if isinstance(kind, tuple):
        one_of(value, name, kind)
    elif kind == NUMBER:
        value = _plain_number(name, value)
    elif kind != TEXT and not (name == "limit" and value == "none"):
        value = clock_text(clock_ms(value, decimals=True))
    return _equal(name, value)


def _plain_number(name: str, value: str) -> str:
    if not value.isascii() or not value.isdigit() or len(value) > MOST_DIGITS:
        right = f"a whole number would be right, of {MOST_DIGITS} digits at most"
        raise Complaint(f"{name} {shown(value)}: {right}")
    return str(int(value))


def _equal(name: str, value: str) -> Callable[[View], None]:
    def check(view: View) -> None:
        seen = view.status().get(name, "nothing: no power")
        if seen != value:
            raise Mismatch(f"{name} {value}", seen)

    return check


def _near(name: str, value_ms: int, tolerance_ms: int) -> Callable[[View], None]:
    def check(view: View) -> None:
        seen = view.status().get(name, "nothing: no power")
        try:
            close = abs(clock_ms(seen, decimals=True) - value_ms) <= tolerance_ms
        except Complaint:
            close = False
        if not close:
            wanted = f"{name} {clock_text(value_ms)} ~{tolerance_ms / 1000:g}"
            raise Mismatch(wanted, seen)

    return check


def _log(words: list[str]) -> Callable[[View], None]:
    if len(words) != 3:
        raise Complaint(f"{' '.join(words)!r}: `log KIND N` would be right")
    kind = one_of(words[1], "log", LOG_KINDS)
    count = int(_plain_number(f"log {kind}", words[2]))

    def check(view: View) -> None:
        seen = view.log_count(kind)
        if seen != count:
            raise Mismatch(f"log {kind} {count}", str(seen))

    return check


def _heard(words: list[str]) -> Callable[[View], None]:
    if len(words) not in (3, 4):
        raise Complaint(f"{' '.join(words)!r}: `heard NAME FROM [TO]` would be right")
    name = one_of(words[1], "sound", SOUNDS)
    from_ms = seconds_ms(words[2])
    to_ms = seconds_ms(words[3]) if len(words) == 4 else None
    _in_order(words, from_ms, to_ms)

    def check(view: View) -> None:
        heard = view.hears(lambda sound: sound.name == name and near(sound, from_ms, to_ms))
        if heard is not None:
            alike = [str(sound) for sound in heard if sound.name == name]
            raise Mismatch(" ".join(words), ", ".join(alike[-4:]) or f"no {name} at all")

    return check


def _silent(words: list[str]) -> Callable[[View], None]:
    if len(words) != 3:
        raise Complaint(f"{' '.join(words)!r}: `silent FROM TO` would be right")
    from_ms, to_ms = seconds_ms(words[1]), seconds_ms(words[2])
    _in_order(words, from_ms, to_ms)

    def check(view: View) -> None:
        sounds = view.sounds_between(from_ms, to_ms)
        if sounds:
            raise Mismatch(" ".join(words), ", ".join(sounds[:4]))

    return check


def _in_order(words: list[str], from_ms: int, to_ms: int | None) -> None:
    if to_ms is not None and to_ms < from_ms:
        raise Complaint(f"{' '.join(words)!r}: TO comes after FROM")


def _screen(item: str) -> Callable[[View], None]:
    match = _SCREEN.fullmatch(item)
    if not match or not match[2].strip():
        raise Complaint(f'{item!r}: `screen "TEXT"` or `no screen "TEXT"` would be right')
    wanted, text = match[1] is None, match[2]

    def check(view: View) -> None:
        lines = view.sees(text, wanted)
        if lines is not None:
            seen = " | ".join(lines) or "an empty display"
            raise Mismatch(item, f'"{seen}"')

    return check


def _said(item: str) -> Callable[[View], None]:
    match = _SAID.fullmatch(item)
    if not match or (match[1] is None and not (match[2] or "").strip()):
        raise Complaint(f'{item!r}: `said "TEXT"`, `no said` or `no said "TEXT"` would be right')
    wanted, text = match[1] is None, match[2] or ""

    def check(view: View) -> None:
        lines = view.says(text, wanted)
        if lines is not None:
            raise Mismatch(item, f'"{" | ".join(lines)}"' if lines else "not a word")

    return check


def _felt(words: list[str]) -> Callable[[View], None]:
    wanted, rest = words[0] != "no", words[1:] if words[0] != "no" else words[2:]
    if len(rest) > 1 or (wanted and not rest):
        raise Complaint(f"{' '.join(words)!r}: `felt PATTERN` or `no felt` would be right")
    name = one_of(rest[0], "pattern", FELT) if rest else ""

    def check(view: View) -> None:
        felt = view.feels(name, wanted)
        if felt is not None:
            raise Mismatch(" ".join(words), ", ".join(felt) or "nothing felt")

    return check


_SPECIAL = {"heard": _heard, "silent": _silent, "log": _log}
