"""Keep one game: the match, its timeline, and the record of everything that happens in it."""

import json

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.core.events import length_text
from corrido.core.game import Game, changes, replay
from corrido.memory import Lazy, release_reserve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from corrido.core.events import Effect, Effects, Event, LogKind
    from corrido.core.rules import Rules
    from corrido.store import game_record
    from corrido.store.journal.journal import Journal
    from corrido.store.settings_table import Labels
    from corrido.store.witness import Witness

    Made = Callable[[list[Any], Rules], Game]
    Written = int | bytes | tuple[str, ...]
else:
    game_record = Lazy("corrido.store.game_record")  # not there in play

HEARTBEAT_MS = const(500)
IN_SETUP = (events.PRESS, events.STOP, events.CHALLENGE, events.FAULT)
RECOVERIES = const(3)  # replays until one read exactly the verified bytes
# The log entries of what takes something back.
TAKEN_BACK = dict(zip(events.TAKES_BACK, ("undo", "revert", "appeal", "revoke")))


def _logs_of(effects: "Effects") -> "tuple[str, ...]":
    """Return the log kinds among the effects, in order."""
    return tuple([effect[1] for effect in effects if effect[0] == "log"])


class Recorder:
    """The recorder of one game after another; calls `act` with each effect that is not recorded.

    When the flash refuses writes, the clocks stop with a fault, and events are not recorded until
    the next game: a record with a gap would describe a different game.

    now_ms arguments are milliseconds since power-on; a game's own timeline starts when it is armed
    and, after a power cut, resumes at the last instant in the journal.
    """

    def __init__(
        self, journal: "Journal", rules: "Rules", act: "Callable[[Effect], None]",
        witness: "Witness | None" = None,
    ) -> None:  # fmt: skip
        self.journal, self.witness = journal, witness
        self._act = act
        self._offset_ms = 0
        self._heart_ms = 0
        self.recording = True
        self.fallen: "list[Event]" = []  # about something that is gone, by the latest replay
        self.also: "tuple[str, ...]" = ()  # log kinds of the act that is being recorded
        self.unfinished = 0  # changes of game or record begun but not finished
        self.game = max(1, journal.current.game)
        self.opened = events.NONE  # who opened the game before
        self.new_rules(rules)
        if witness and witness.sets_aside(journal.current.game):
            self.game = self._next(journal.current.game)
            if witness.raised:
                self.refuse("set-aside")
            return
        match, believed = self._replayed()
        self.game = max(1, journal.current.game)
        missing = witness is not None and witness.misses(journal.current)
        damaged = missing or not (believed and journal.current.whole)
        if match:
            # Told at an earlier start, but nobody has answered: it may not be read a second time.
            told = events.FAULTS[match.fault] if match.phase == phases.FAULT else ""
            damaged = damaged or told == "record-damaged"
            self._recover(match)
        elif damaged or any(True for _ in journal.events()):
            # The game's arming is lost, and with it the game.
            self.game = self._next(journal.current.game)
            damaged = True
        if damaged:
            self.refuse("record-damaged")

    def _next(self, game: int) -> int:
        """Return the number after a game's, and after any other that has begun."""
        return max(game, self.witness.game if self.witness else 0) + 1

    def follow(self) -> None:
        """Let the witness know how far the record has come; not while a fault is not answered."""
        if self.witness and self.match.phase != phases.FAULT:
            if self.match.phase == phases.SETUP:
                self.witness.started()  # what was set aside has been answered
            self.witness.follow(self.journal.current, not self.match.run)

    def _replayed(self) -> "tuple[Game | None, bool]":
        """Return the journal's match or None, and whether what was read is what was verified."""
        journal, match = self.journal, None
        for again in range(RECOVERIES):
            if again:
                journal.mount()
            try:
                match, armed = None, journal.current.arming
                if armed is not None:
                    rules = game_record.unpack_rules(armed)
                    release_reserve()  # a block is read in its place; to fail first takes 0.1 s
                    match = self.remade(rules, (), game_record.entered)
            except (LookupError, ValueError, TypeError):
                match = None
            if journal.steady:
                return match, True
        return match, False

    def remade(
        self, rules: "Rules", more: "tuple[Event, ...]" = (), make: "Made | None" = None
    ) -> Game:
        """Return the match that the record yields, or would with `more` events.

        make: what makes a game of its fold. LookupError, ValueError or TypeError if there is none.
        """
        journal, start = self.journal, None
        self.fallen = []
        if journal.current.folded:
            start = (make or game_record.unfolded)(
                json.loads(journal.beginning().decode())[2], rules
            )

        def recorded() -> "Iterator[Event]":
            yield from journal.events()
            yield from more

        taken = journal.current.taken + list(more)
        return replay(rules, recorded, taken, start, self.fallen)

    def idle(self, kind: int) -> bool:
        """Return whether this exchanges names that nobody has given."""
        if kind != events.NAMES:
            return False
        names = self.labels()
        return names.get("player-a") == names.get("player-b")

    def _make_room(self) -> None:
        """Fold a game that nearly fills the journal; it can no longer be taken back."""
        journal = self.journal
        if not (journal.crowded and self.recording and self._in_game()):
            return
        try:  # the match without its undo history, and the record that begins it
            state = game_record.folded(self.match)
            match = game_record.unfolded(state, self.match.rules)
            packed = game_record.pack_fold(match.rules, self.labels(), state)
        except MemoryError:
            return  # there is still room for some entries: the next one tries again
        if self._record(journal.fold, match.seq, match.t_ms, packed):
            self.match = match
        else:
            self.refuse()

    def labels(self) -> "Labels":
        """Return the labels that the current game was armed with."""
        try:
            return json.loads(self.journal.beginning().decode())[1]
        except (LookupError, ValueError):
            return {}  # damage was reported at the start; the game goes on without its labels

    def _recover(self, match: Game) -> None:
        """Resume the journal's game where it was, or get ready for the next one."""
        journal = self.journal
        if match.phase == phases.SETUP:
            self.game, self.opened = self._next(journal.current.game), match.opener
            return
        self.match = match
        self._offset_ms = max(journal.current.last_t_ms, match.t_ms)
        if match.phase != phases.CLOSED:
            self.send(events.POWER, 0, 0, 0)

    def on_line(self, now_ms: int) -> int:
        """Return the instant on the game's timeline at now_ms since power-on."""
        return now_ms + self._offset_ms

    def late_ms(self, now_ms: int) -> int:
        """Return how far the match lags behind now_ms: next to nothing while its time passes."""
        return self.on_line(now_ms) - self.match.t_ms

    def new_rules(self, rules: "Rules") -> None:
        """Adopt other settings; only while no game is armed."""
        self.match = Game(rules)
        self.fallen = []

    def arm(self, rules: "Rules", labels: "Labels", now_ms: int) -> None:
        """Begin the record of the next game and make it ready; a fault if it is not recorded."""
        self.unfinished += 1
        self._offset_ms = -now_ms
        self.new_rules(rules)
        self.recording = True
        if self._record(self.journal.begin, self.game, game_record.pack_rules(rules, labels)):
            self._apply(self.match.handle((1, 0, events.ARM, 0, 0)), None)
        else:
            self.refuse()
        self.unfinished -= 1

    def take_over(self, packed: bytes, now_ms: int) -> None:
        """Begin the next game in the state packed by another device; a fault if not recorded."""
        self.unfinished += 1
        state, rules = json.loads(packed.decode())[2], game_record.unpack_rules(packed)
        match = game_record.unfolded(state, rules)
        self._offset_ms = match.t_ms - now_ms
        self.match, self.recording = match, True
        if not self._record(self.journal.begin, self.game, packed, match.seq, match.t_ms):
            self.refuse()
        self.unfinished -= 1

    def send(self, kind: int, who: int, value: int, now_ms: int, payload: bytes = b"") -> bool:
        """Give the match an event at now_ms; False if it was ignored or refused.

        While `unfinished` is not 0, an exception must end the firmware: the game is half changed,
        and a restart rebuilds it from its record.
        """
        self.unfinished += 1
        taken = self._send(kind, who, value, now_ms, payload)
        self.unfinished -= 1
        return taken

    def _send(self, kind: int, who: int, value: int, now_ms: int, payload: bytes) -> bool:
        self.advance(now_ms)
        self._make_room()
        match = self.match
        if match.phase == phases.SETUP and kind not in IN_SETUP:
            return False
        if self.idle(kind):
            return False
        kind, value = match.bound(kind, who, value)
        event = (match.seq + 1, max(match.t_ms, self.on_line(now_ms)), kind, who, value)
        return self._take_back(event) if kind in TAKEN_BACK else self._play(event, payload)

    def _play(self, event: "Event", payload: bytes) -> bool:
        """Let the match take an event, and record it; an act's record lists what it changes."""
        match = self.match
        before = match.status() if event[2] >= events.MENU else None
        in_game, closed = self._in_game(), match.phase == phases.CLOSED or match.left
        effects = match.handle(event)
        if self._without_effect(effects):
            return False
        if before:
            payload = changes(before, match.status()) + payload
        if closed and match.phase == phases.SETUP:
            self.game = self._next(self.game)
        self._apply(effects, event if in_game else None, payload)
        if match.phase == phases.SETUP:
            self.opened = match.opener
            self.new_rules(match.rules)
        return True

    def _without_effect(self, effects: "Effects") -> bool:
        """Return whether the match has refused or ignored an event; log one that it ignored."""
        found = None
        for effect in effects:
            if effect[0] == "refused":
                found = found or effect
            elif effect[0] == "log" and effect[1] == "ignored":
                found = effect
        if found and found[0] == "log":
            key = bytes((found[3],))
            if not self._record(self.journal.ignored, self.match.t_ms, key, found[2]):
                self.refuse()
        return bool(found)

    def _take_back(self, event: "Event") -> bool:
        if not event[4]:
            return False
        before, name = self.match.status(), TAKEN_BACK[event[2]]
        if not (self.recording and self._record(self.journal.append, *event, (name,) + self.also)):
            self.refuse()
            return True
        for _ in range(RECOVERIES):
            match = self.remade(self.match.rules)
            if self.journal.steady:
                break
        else:
            self.refuse("record-damaged")
            return True
        self.match = match
        recorded = self._note([], changes(before, self.match.status()))
        self._act(("stop-warnings",))
        if not recorded:
            self.refuse()
        return True

    def advance(self, now_ms: int) -> bool:
        """Advance the game to now_ms, with everything that falls due; False if it is there."""
        t_ms = self.on_line(now_ms)
        if t_ms <= self.match.t_ms:
            return False
        effects = self.match.advance(t_ms)
        if effects:
            self._apply(effects, None)
        return True

    def beat(self, now_ms: int) -> int:
        """Note the time twice a second while a clock, a stop or the game's limit runs.

        Return when it is next due, in ms since power-on: now if it was; -1 while no time matters.
        """
        if not self.match.measures_time():
            self.follow()
            return -1
        t_ms = self.on_line(now_ms)
        if t_ms - self._heart_ms < HEARTBEAT_MS:
            return now_ms + self._heart_ms + HEARTBEAT_MS - t_ms
        self._heart_ms = t_ms
        if not self._record(self.journal.heartbeat, t_ms):
            self.refuse()
        return now_ms

    def due_ms(self, now_ms: int) -> int:
        """Return when something in the game falls due, in ms since power-on; -1 for never."""
        due_ms = self.match.next_due_ms()
        return due_ms if due_ms < 0 else now_ms + due_ms - self.on_line(now_ms)

    def prepare(self) -> bool:
        """Prepare a block for records to come, while no clock runs; False if none was needed."""
        between = self.match.phase in (phases.SETUP, phases.OVER, phases.CLOSED)
        return between and not self.match.run and self.journal.prepare()

    def _apply(self, effects: "Effects", event: "Event | None", payload: bytes = b"") -> None:
        """Record first, then let the device act."""
        for effect in effects:
            if effect[0] in ("stopped", "held"):  # that has ended
                payload += (b"; " if payload else b"") + length_text(effect)
        if event:
            entry = event + (_logs_of(effects) + self.also, payload)
            recorded = self._record(self.journal.append, *entry)
            self._heart_ms = event[1]
        else:
            recorded = not _logs_of(effects) or self._note(effects, payload)
        if not recorded:
            self.refuse()
            return
        for effect in effects:
            if effect[0] != "log":
                self._act(effect)

    def _note(self, effects: "Effects", payload: bytes) -> bool:
        logs = _logs_of(effects)
        who = effects[-1][2] if effects and effects[-1][0] == "log" else 0
        return self._record(self.journal.note, self.match.t_ms, logs, payload, who)

    def _record(self, write: "Callable[..., None]", *args: "Written") -> bool:
        """Write to the journal; False if it refuses, after which it is left alone."""
        if not self.recording:
            return True
        self.unfinished += 1
        try:
            write(*args)
            if len(args) > 1:  # not of a heartbeat: the next entry takes its steps along
                self.follow()
        except OSError:
            self.recording = False
        self.unfinished -= 1
        return self.recording

    def refuse(self, fault: str = "not-recorded") -> None:
        """Stop all clocks and show why on the screen; fault: one of events.FAULTS."""
        match = self.match
        event = (match.seq + 1, match.t_ms, events.FAULT, 0, events.FAULTS.index(fault))
        in_game = self._in_game()
        self._apply(match.handle(event), event if in_game else None)

    def _in_game(self) -> bool:
        """Return whether events are recorded: not in setup, not even during a fault there."""
        return phases.SETUP not in self.match.under + [self.match.phase]

    def log(self, kind: "LogKind", payload: bytes, who: int = 0, value: int = 0) -> None:
        """Write a log entry that is not a game event."""
        self._make_room()
        if not self._record(self.journal.note, self.match.t_ms, (kind,), payload, who, value):
            self.refuse()
