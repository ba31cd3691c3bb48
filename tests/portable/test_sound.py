"""Sound patterns begin when asked, end to the millisecond, and never wait."""

from corrido.services.sound import BY_DEFAULT, PATTERNS, Sound, switched_on


class Recorder:
    def __init__(self):
        self.trace = []
        self.now = 0

    def on(self, hz):
        self.trace.append((self.now, hz))

    def off(self):
        self.trace.append((self.now, 0))


def test_the_first_pitches_tell_the_patterns_apart():
    firsts = [steps[0][0] for steps in PATTERNS.values()]
    assert len(set(firsts)) == len(firsts)


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
