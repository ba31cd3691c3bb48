"""Sound patterns begin when asked, end to the millisecond, and never wait."""

from corrido.services.sound import PATTERNS, Sound


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
    assert buzzer.trace[-1] == (260, 1130)
