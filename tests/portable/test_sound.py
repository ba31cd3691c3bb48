"""Sound patterns begin when asked, end to the millisecond, and never wait."""

from corrido.hal.buzzer import ActiveBuzzer, PiezoBuzzer
from corrido.services.sound import BY_DEFAULT, PATTERNS, Sound, switched_on


class Recorder:
    def __init__(self):
        self.trace = []
        self.now = 0

    def on(self, hz):
        self.trace.append((self.now, hz))

    def off(self):
        self.trace.append((self.now, 0))


def run(sound, buzzer, until_ms):
    """Poll exactly when the sound asks for it."""
    due = sound.poll(buzzer.now)
    while 0 <= due <= until_ms:
        buzzer.now = due
        due = sound.poll(due)
    buzzer.now = until_ms


def test_every_pattern_lasts_the_sum_of_its_steps():
    for name, steps in PATTERNS.items():
        if name == "warn3":
            continue
        buzzer = Recorder()
        sound = Sound(buzzer, tuple(PATTERNS))
        sound.play(name, 0)
        run(sound, buzzer, 10000)
        assert buzzer.trace[0] == (0, steps[0][0]), name
        assert buzzer.trace[-1] == (sum([ms for _, ms in steps]), 0), name


def test_the_last_warning_sounds_without_a_gap_until_it_is_hushed():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("warn3", 0)
    run(sound, buzzer, 5000)
    sound.stop_warnings()
    assert buzzer.trace[-1] == (5000, 0)
    assert all([hz > 0 for _, hz in buzzer.trace[:-1]])


def test_a_pattern_is_its_tones_and_pauses_in_turn():
    for name, until_ms, trace in (
        ("warn2", 400, [(0, 1900), (150, 0), (250, 1900), (400, 0)]),
        (
            "warn3",
            600,
            [(0, 2700), (120, 2200), (240, 2700), (360, 2200), (480, 2700), (600, 2200)],
        ),
    ):
        buzzer = Recorder()
        sound = Sound(buzzer)
        sound.play(name, 0)
        run(sound, buzzer, until_ms)
        assert buzzer.trace == trace, name


def test_only_another_warning_takes_the_place_of_the_last_one():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("warn3", 0)
    sound.play("minute", 50)
    assert sound.playing == "warn3"
    sound.play("warn1", 60)
    assert sound.playing == "warn1"


def test_the_end_of_the_game_is_heard_over_the_last_warning():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("warn3", 0)
    sound.play("limit", 50)
    sound.stop_warnings()
    assert sound.playing == "limit"


def test_a_hush_leaves_what_is_not_a_warning():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("minute", 0)
    sound.stop_warnings()
    assert sound.playing == "minute"


def test_the_first_pitches_tell_the_patterns_apart():
    firsts = [steps[0][0] for steps in PATTERNS.values()]
    assert len(set(firsts)) == len(firsts)


def test_silence_and_switched_off_sounds_play_nothing():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("press", 0)
    sound.silent = True
    sound.play("warn1", 0)
    assert buzzer.trace == []


def test_a_late_poll_catches_up_with_the_pattern():
    buzzer = Recorder()
    sound = Sound(buzzer)
    sound.play("warn2", 0)
    buzzer.now = 260
    assert sound.poll(260) == 400
    assert buzzer.trace[-1] == (260, 1900)


def test_the_setting_names_all_none_some_or_the_default():
    assert set(switched_on("all")) == set(PATTERNS)
    assert switched_on("none") == ()
    assert switched_on(None) == BY_DEFAULT
    assert switched_on("warn1,valid,nonsense") == ("warn1", "valid")


class Part:
    """A pin or a PWM that notes its calls."""

    def __init__(self):
        self.told = []
        self.freq = self.duty_u16 = self.value = self.told.append


def test_a_buzzer_is_silent_from_the_start():
    for buzzer, sounding in ((PiezoBuzzer, [1500, 32768]), (ActiveBuzzer, [1])):
        part = Part()
        made = buzzer(part)
        assert part.told == [0]
        made.on(1500)
        made.off()
        assert part.told == [0] + sounding + [0]
