"""The signal on the buzzer's pin, as an oscilloscope would record it."""

from bisect import bisect_right
from typing import NamedTuple


class Tone(NamedTuple):
    """A stretch of sound at one pitch; end_us is None while it lasts."""

    start_us: int
    end_us: int | None
    hz: int


class ToneRecorder:
    """The buzzer's tones since the world began."""

    def __init__(self) -> None:
        """Start silent."""
        self._tones: list[Tone] = []

    @property
    def hz(self) -> int:
        """The pitch that sounds now in Hz, 0 for silence."""
        return self._tones[-1].hz if self._tones and self._tones[-1].end_us is None else 0

    def set(self, t_us: int, hz: int) -> None:
        """Change the pin at t_us to `hz`, 0 for silence."""
        if hz == self.hz:
            return
        if self.hz:
            last = self._tones[-1]
            self._tones[-1] = last._replace(end_us=t_us)
            if last.start_us == t_us:
                self._tones.pop()
        if hz:
            self._tones.append(Tone(t_us, None, hz))

    def tones(self, from_us: int, to_us: int) -> list[Tone]:
        """Return the tones that sound at any instant in [from_us, to_us]."""
        first = max(0, bisect_right(self._tones, from_us, key=lambda tone: tone.start_us) - 1)
        found = []
        for tone in self._tones[first:]:
            if tone.start_us > to_us:
                break
            if tone.end_us is None or tone.end_us > from_us or tone.start_us >= from_us:
                found.append(tone)
        return found
