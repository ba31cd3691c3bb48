"""A match and a hand for the portable tests: inputs in, status and effects out."""

from corrido.core import events
from corrido.core.game import Game, appealable, replay, revertible, undoable
from corrido.core.presets import rules_for


class Table:
    """One match, driven as the device drives it; times in ms, who 1 for A and 2 for B."""

    def __init__(self, preset="fise-corrido", **changes):
        self.match = Game(rules_for(preset, **changes))
        self.recorded = []
        self.seq = 0
        self.t_ms = 0
        self.effects = []

    def do(self, t_ms, kind, who=0, value=0):
        """Make an input; return the effects since the previous one, and keep them."""
        effects = self.match.advance(t_ms)
        if kind in events.WITH_ROLE:
            kind, value = self.match.role(kind)
        self.seq += 1
        event = (self.seq, t_ms, kind, who, value)
        effects += self.match.handle(event)
        said = [x[1] if x[0] == "log" else x[0] for x in effects]
        if "ignored" not in said and "refused" not in said:
            self.recorded.append(event)
        self.effects = effects
        self.t_ms = t_ms
        return effects

    def press(self, t_ms, who):
        """Press a player's button."""
        return self.do(t_ms, events.PRESS, who)

    def start(self):
        """Arm at 0; A is the opener at 1000."""
        self.do(0, events.ARM)
        self.press(1000, events.B)
        return self

    def at(self, t_ms):
        """Let time pass; return the effects."""
        self.effects = self.match.advance(t_ms)
        self.t_ms = t_ms
        return self.effects

    def undo(self, t_ms):
        """Take back the last press as the arbiter; return whether there was one to take back."""
        return self._take_back(t_ms, events.UNDO, undoable)

    def revert(self, t_ms):
        """Take back the arbiter's last act; return whether there was one to take back."""
        return self._take_back(t_ms, events.REVERT, revertible)

    def appeal(self, t_ms):
        """Uphold an appeal after the verdict was left; return whether a turn came back for it."""
        return self._take_back(t_ms, events.LATE_APPEAL, appealable)

    def _take_back(self, t_ms, kind, seq_of):
        self.do(t_ms, events.MENU)
        seq = seq_of(self.match)
        if seq:
            self.seq += 1
            self.recorded.append((self.seq, t_ms, kind, 0, seq))
            self.match = replay(self.match.rules, lambda: iter(self.recorded))
        return bool(seq)

    def shows(self, **fields):
        """Assert fields of the status; a dot in a name is written as an underscore."""
        status = self.match.status()
        for name, value in fields.items():
            field = name.replace("_", ".")
            assert status[field] == str(value), (field, status[field], value)

    def logs(self):
        """Return the kinds of the log entries of the last effects, in order."""
        return [x[1] for x in self.effects if x[0] == "log"]

    def sounds(self):
        """Return the sounds of the last effects, in order."""
        return [x[1] for x in self.effects if x[0] == "sound"]

    def challenge(self, t_ms, verdict):
        """Make a whole challenge, from the button to the verdict, within 5 s."""
        challenger = self.match.challenger
        self.do(t_ms, events.CHALLENGE, challenger)
        self.do(t_ms + 1000, events.SUBMIT)
        if self.match.rules.confirm_challenge:
            self.press(t_ms + 2000, events.A)
            self.press(t_ms + 3000, events.B)
        return self.do(t_ms + 5000, events.VERDICT, 0, verdict)

    def over(self, t_ms, counted=0):
        """Press STOP, choose fin, both confirm, within 4 s."""
        if self.match.phase == "running":
            self.do(t_ms, events.STOP)
        self.do(t_ms + 1000, events.FINISH, 0, counted)
        self.press(t_ms + 2000, events.A)
        return self.press(t_ms + 3000, events.B)
