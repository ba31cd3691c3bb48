"""Answer a simulator's questions beyond the status; no board's image includes this module.

This module is the switch: code that makes Hooks(app) can read a game's past while a press is
being confirmed, the focus of the navigation keys, and the number of log entries of a kind.

Focus, as returned by focus() (a test presses real keys until it reads the wanted one):
  setup:ITEM | setup-more:ITEM          ITEM: start preset time limit lexicon language ...
  clock:PHASE mark=pass                 mark: the one that OK would set, after LEFT or RIGHT
  stopped:REASON | finish | reopen | verdict | summary:PAGE | closed
  recovered | fault | log:ROW | about:ROW | selftest:PAGE | notice
  menu:ITEM                             fin fin-counted arbiter silent about; asked-a asked-b
  pin:SYMBOL entered=N                  UP/DOWN change SYMBOL (0-9 or ✓), OK takes it; ✓ is the end
  arbiter:ACTION                        late absent back set undo swap penalty card revoke ...
  choice:VALUE                          UP/DOWN change, OK takes; players are A, B, AB
  time:+12:34 at=0                      UP/DOWN change the field (0 is the sign), OK goes on
  name:club-1__ at=5                    UP/DOWN change the letter, OK goes on
  number:25                             UP/DOWN one, LEFT/RIGHT ten, OK takes
  sure                                  OK does it, BACK does not
  letters:CH at=3 word=1 text=NI        way() has the keys from cell `at` to a tile
  confirm                               the words are shown, A and B confirm, BACK corrects
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.store.journal.codec import LOGS, TIMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.app.app import App
    from corrido.core.game import Game


class Cable:
    """A host's cable: the bytes of a question, and of its answer so far."""

    question = answer = b""

    def read(self) -> int:
        """Return the question's next byte, -1 after the last."""
        byte = self.question[0] if self.question else -1
        self.question = self.question[1:]
        return byte

    def room(self) -> bool:
        """Return True: a host listens."""
        return True

    def write(self, data: bytes) -> None:
        """Receive a slice of the answer."""
        self.answer += data


class Hooks:
    """The app as a simulator sees it; one per power-on, made before the first poll."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._event_ms = 0
        self._before: "Game | None" = None  # the match before events that came due by themselves
        self._advance = app.recorder.advance
        self._cable, self._console = Cable(), None
        app.recorder.advance = self._keep_the_past
        for name in ("send", "arm", "take_over", "new_rules", "refuse"):
            setattr(app.recorder, name, self._booking(getattr(app.recorder, name)))
        self._booked()

    def _booking(self, method: "Callable[..., Any]") -> "Callable[..., Any]":
        def watched(*args: "Any") -> "Any":
            taken = method(*args)
            if taken is not False:
                self._booked()
            return taken

        return watched

    def _booked(self) -> None:
        """Close off the past: an event has been recorded."""
        self._event_ms = self._app.recorder.match.t_ms
        self._before = None

    def _keep_the_past(self, now_ms: int) -> bool:
        recorder = self._app.recorder
        due_ms = recorder.match.next_due_ms()
        if self._before is None and 0 <= due_ms <= recorder.on_line(now_ms):
            self._before = recorder.match.copy()
        return self._advance(now_ms)

    def pending(self) -> int:
        """Return how many presses may be in progress but are not yet certain."""
        return self._app.keys.pending()

    def status(self, at_ms: int = -1) -> "dict[str, str]":
        """Return the state at at_ms since power-on (not before the latest event), or now."""
        app = self._app
        at_ms = at_ms if at_ms >= 0 else app.timebase.now_ms()
        return app.status(self._as_of(app.recorder.on_line(at_ms)))

    def _as_of(self, t_ms: int) -> "Game":
        t_ms = max(t_ms, self._event_ms)
        match = self._app.recorder.match
        before = self._before if t_ms < match.t_ms else None
        match = (before or match).copy()
        if t_ms < match.t_ms:
            match.elapse(t_ms - match.t_ms)  # only time has passed since then
        else:
            match.advance(t_ms)
        return match

    def focus(self) -> str:
        """Return the focused item on the screen, ignoring a refusal on top of it."""
        navigator = self._app.navigator
        navigator._follow()
        place = navigator.place()
        focus = place["name"] + (":" + place["focus"] if "focus" in place else "")
        return focus + "".join([" %s=%s" % field for field in place.get("fields", ())])

    def ring(self) -> "list[str]":
        """Return the names of all that the screen offers, in the order of DOWN."""
        place = self._app.navigator.place(True)
        return [row[0] for row in place.get("rows") or place.get("choices", ())]

    def way(self, tile: str) -> "list[str]":
        """Return the keys that take a tile of the grid on the screen; none if it has none such."""
        from boards.sim.fingers import steps

        screen: "Any" = self._app.navigator._screen()
        if tile not in getattr(screen, "cells", ()):
            return []
        return steps(screen.cells, screen.at, tile, screen.linear) + ["OK"]

    def said(self) -> "list[list[object]]":
        """Return the latest texts spoken: [number, for whom, text] each."""
        aside = self._app.aside
        return [list(line) for line in aside.said()] if aside else []

    def ask(self, command: str) -> str:
        """Return the console's answer to a host's command: `ok JSON` or `no TEXT`."""
        if not self._console:
            from corrido.app.console import Console

            self._console = Console(self._app, self._cable)
        cable = self._cable
        cable.question, cable.answer = b"?1 " + command.encode() + b"\n", b""
        while cable.question or self._console.speaks():
            self._console.poll()
        return cable.answer.decode().strip()[3:]

    def fault(self, name: str) -> None:
        """Cause what no key does: one of `events.FAULTS`, or a `screen` that finds no memory."""
        if name == "screen":
            self._app.navigator.short_of_memory(self._app.timebase.now_ms())
        else:
            self._app.send(events.FAULT, 0, events.FAULTS.index(name))

    def log_count(self, kind: str) -> int:
        """Return how many entries of a kind the event log holds."""
        return sum(
            [entry[LOGS].count(kind) * entry[TIMES] for entry in self._app.journal.records()]
        )
