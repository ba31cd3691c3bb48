"""Sound patterns recognised in the recorded signal of the buzzer's pin."""

from corrido.services.sound import PATTERNS, Sound

from host_tools.scenario.sounds import Heard, near, patterns
from host_tools.sim.buzzer import ToneRecorder


class Pin:
    """A buzzer that writes to a recorder."""

    def __init__(self) -> None:
        self.recorder = ToneRecorder()
        self.now_ms = 0

    def on(self, hz: int) -> None:
        self.recorder.set(self.now_ms * 1000, hz)

    def off(self) -> None:
        self.recorder.set(self.now_ms * 1000, 0)


def play(schedule: dict[int, str], until_ms: int, stop_ms: int = -1) -> list[Heard]:
    pin = Pin()
    sound = Sound(pin, tuple(PATTERNS))
    for now_ms in range(until_ms):
        pin.now_ms = now_ms
        if now_ms in schedule:
            sound.play(schedule[now_ms], now_ms)
        if now_ms == stop_ms:
            sound.stop_warnings()
        sound.poll(now_ms)
    return patterns(pin.recorder.tones(0, until_ms * 1000))


def test_each_pattern_is_known_by_its_sound() -> None:
    for name in PATTERNS:
        if name != "warn3":
            (heard,) = play({100: name}, 3000)
            length_ms = sum(ms for _, ms in PATTERNS[name])
            assert heard == Heard(name, 100, 100 + length_ms)


def test_the_last_warning_lasts_until_it_is_hushed() -> None:
    (heard,) = play({100: "warn3"}, 6000, stop_ms=5100)
    assert heard == Heard("warn3", 100, 5100)


def test_one_pattern_cut_short_by_another() -> None:
    assert [sound.name for sound in play({100: "warn1", 200: "warn3"}, 1000)] == ["warn1", "warn3"]


def test_near() -> None:
    sound = Heard("warn1", 91_004, 91_254)
    assert near(sound, 91_000, None) and near(sound, 91_010, 91_250)
    assert not near(sound, 91_020, None) and not near(sound, 91_000, 91_000)
    assert not near(Heard("warn3", 0, None), 0, 5)
