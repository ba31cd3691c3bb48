"""A recorder at its table, for the tests of the record."""

from corrido.core import events
from corrido.core.presets import rules_for
from corrido.memory import Passing
from corrido.services.recorder import Recorder
from nor_flash import Flash, refuse
from played_journal import mounted

START_MS = 50000  # milliseconds since power-on when the game is armed


class Table:
    """A recorder on a flash, and everything that it asked of the device."""

    def __init__(self, flash=None, **changes):
        self.flash = flash or Flash(5)
        self.journal = mounted(self.flash)
        self.acts = []
        rules = rules_for("fise-corrido", **changes)
        with Passing():  # as at a start
            self.recorder = Recorder(self.journal, rules, self.acts.append)

    def started(self):
        """Armed at START_MS, A's clock running from 1 s later."""
        self.recorder.arm(self.recorder.match.rules, {"table": "4", "round": None}, START_MS)
        assert self.at(1000, events.PRESS, events.B)
        return self

    def at(self, ms, kind, who=0, value=0, payload=b""):
        return self.recorder.send(kind, who, value, START_MS + ms, payload)

    def again(self):
        """Return the recorder after a power cut."""
        return Table(self.flash)

    def entries(self):
        """Return (t_ms, kind, names of the log kinds, payload) of each entry."""
        return [(x[2], x[3], x[6], x[7]) for x in mounted(self.flash).records()]

    def wear_out(self):
        self.flash.program = refuse
