"""Find the device's patterns in a recording of its buzzer, or of its motor."""

from typing import NamedTuple

from corrido.app.aside import GAP_MS, LONG_MS, SHORT_MS, TAPS
from corrido.services.sound import LASTING, PATTERNS

from host_tools.sim.world import Tone

NEAR_MS = 10
_STARTS = {steps[0][0]: name for name, steps in PATTERNS.items()}


class Heard(NamedTuple):
    """A pattern that sounded; to_ms is None while it lasts."""

    name: str
    from_ms: float
    to_ms: float | None

    def __str__(self) -> str:
        end = "" if self.to_ms is None else f" {self.to_ms / 1000:.3f}"
        return f"{self.name} {self.from_ms / 1000:.3f}{end}"


def near(sound: Heard, from_ms: int, to_ms: int | None) -> bool:
    """Return whether it began at from_ms and, if given, ended at to_ms, to within NEAR_MS."""
    if abs(sound.from_ms - from_ms) > NEAR_MS:
        return False
    if to_ms is None:
        return True
    return sound.to_ms is not None and abs(sound.to_ms - to_ms) <= NEAR_MS


def patterns(tones: list[Tone]) -> list[Heard]:
    """Return the patterns in a recording, oldest first; a tone outside them is called `tone`."""
    found = []
    at = 0
    while at < len(tones):
        name = _STARTS.get(tones[at].hz, "tone")
        count = _length(tones[at:], name)
        last = tones[at + count - 1]
        end_ms = None if last.end_us is None else last.end_us / 1000
        found.append(Heard(name, tones[at].start_us / 1000, end_ms))
        at += count
    return found


def _length(tones: list[Tone], name: str) -> int:
    """Return how many tones, from the first on, belong to one playing of the pattern."""
    steps = PATTERNS.get(name, ((tones[0].hz, 0),))
    due_ms = tones[0].start_us / 1000
    count = 0
    while True:
        for hz, length_ms in steps:
            if hz:
                tone = tones[count] if count < len(tones) else None
                late_ms = tone.start_us / 1000 - due_ms if tone else 0
                if not tone or tone.hz != hz or abs(late_ms) > NEAR_MS:
                    return max(count, 1)
                count += 1
            due_ms += length_ms
        if name not in LASTING:
            return count


def felt(tones: list[Tone]) -> list[tuple[str, float]]:
    """Return the patterns in a recording of the motor and when each began (ms), oldest first."""
    groups: list[list[Tone]] = []
    for tone in tones:
        last_us = groups[-1][-1].end_us if groups else None
        if last_us is not None and tone.start_us - last_us <= (GAP_MS + NEAR_MS) * 1000:
            groups[-1].append(tone)
        else:
            groups.append([tone])
    return [(_felt_name(group), group[0].start_us / 1000) for group in groups]


def _felt_name(group: list[Tone]) -> str:
    lengths = [((tone.end_us or tone.start_us) - tone.start_us) / 1000 for tone in group]
    for name, taps in TAPS.items():
        if len(taps) == len(lengths) and all(
            abs(one - other) <= NEAR_MS for one, other in zip(taps, lengths, strict=True)
        ):
            return name
    known = (LONG_MS, SHORT_MS, SHORT_MS / 2)
    timely = all(min(abs(length - one) for one in known) <= NEAR_MS for length in lengths)
    return "time" if timely else "taps"
