"""Tell a player who cannot see the display, or not hear the buzzer, what he has to know.

In memory only while `speech`, `felt` or `flashes` asks for it. What is said goes to those whom
the setting names, is in the log, and waits here for a host that can speak (`corrido talk`, the
page). A challenge's words are in the log with their verdict, so not here too.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.core.telling import Teller
from corrido.memory import load
from corrido.services.sound import PATTERNS
from corrido.ui import texts

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App
    from corrido.core.match import Match

    Line = tuple[int, str, str]  # number from 1, whom it is for, text

MOTOR = "MOTOR"
HEARERS = {"a": events.A, "b": events.B, "both": events.BOTH, "aloud": events.BOTH}
ALOUD = "aloud"
NOT_LOGGED = "-"
PLAYERS = ("A", "B")
_PLAYING = (phases.RUNNING, phases.COUNT)
ASK_MS = const(800)  # a player's own key is held so long
MOST_LINES = const(8)
GAP_MS = const(200)
SHORT_MS, LONG_MS = const(100), const(350)  # ten seconds, a minute
# How long the motor runs, with GAP_MS between.
TAPS = {
    "turn": (80, 80),
    "stop": (600,),
    "valid": (80, 80, 80),
    "invalid": (600, 600),
    "warn1": (150,),
    "warn2": (150, 150),
    "warn3": (150, 150, 150),
    "minute": (900,),
}
_SOON_MS = const(200)  # a game that has been armed is told after this
_SEEN_MS = const(150)  # a flash is no shorter


def time_taps(left_ms: int) -> "tuple[int, ...]":
    """Return the taps of a time: long ones for minutes, short ones for tens of seconds."""
    tens = (abs(left_ms) + 999) // 10000
    return (LONG_MS,) * (tens // 6) + (SHORT_MS,) * (tens % 6) or (SHORT_MS // 2,)


class Steps:
    """An output that is on and off in turn; switch(on) does it."""

    def __init__(self) -> None:
        self._steps: "tuple[int, ...]" = ()
        self._due_ms = -1

    def begin(self, steps: "tuple[int, ...]", now_ms: int) -> None:
        """Begin with the first step on, and GAP_MS between any two."""
        self._steps, self._due_ms = steps, now_ms + steps[0]

    def poll(self, now_ms: int) -> "tuple[bool, int]":
        """Return whether it is on now, and when that changes, -1 for never."""
        begun_ms = self._due_ms - self._steps[0] if self._steps else 0
        for step_ms in self._steps:
            if now_ms < begun_ms + step_ms:
                return now_ms >= begun_ms, begun_ms + (step_ms if now_ms >= begun_ms else 0)
            begun_ms += step_ms + GAP_MS
        self._steps = ()
        return False, -1


class Aside:
    """The voice, the motor and the flashes of one device."""

    def __init__(self, app: "App") -> None:
        get = app.settings.get
        self._app = app
        speech = str(get("speech"))
        self.hearers = HEARERS.get(speech, events.NONE)
        self.aloud = speech == ALOUD
        self._feels = bool(get("felt")) and MOTOR in app.board.leds
        self._flashes = bool(get("flashes"))
        self._texts = {"said": texts.menus(str(get("language")))["said"]}
        texts.put_away()
        self._teller = Teller(self._text)
        self._match: "tuple[str, int] | None" = None  # phase and player on turn, as last felt
        self._letters: "tuple[int, int] | None" = None  # the cursor, and how many tiles are taken
        self._motor, self._flash = Steps(), Steps()
        self._motor_on = False
        self.count = 0
        self.lines: "list[Line]" = []
        app.keys.ask_ms = ASK_MS

    def _text(self, key: str) -> str:
        found = texts.find(self._texts, key)
        return self._app.navigator.text(key).replace("■ ", "") if found is None else found

    # -- speech

    def say(self, text: str, who: int = events.BOTH, logged: str = "") -> None:
        """Say a text to those of `who` whom the setting names; log it, or `logged` instead."""
        who = self.hearers if self.aloud else who & self.hearers
        if not (who and text):
            return
        self.count += 1
        self.lines = self.lines[1 - MOST_LINES :] + [(self.count, events.WHO_NAMES[who], text)]
        if logged != NOT_LOGGED:
            self._app.recorder.log("said", (logged or text).encode(), who)

    def key(self, name: str, held: int) -> None:
        """Answer a key that the game and the screens have had: a player asks, or reads.

        A player asks by holding his own button; where that would also play, by UP for A and DOWN
        for B over the game's own screen.
        """
        app, phase = self._app, self._app.recorder.match.phase
        if name in PLAYERS:
            if held:
                self.ask(events.A if name == "A" else events.B)
        elif name in ("UP", "DOWN") and phase in _PLAYING and not app.navigator.covered():
            if not held:
                self.ask(events.A if name == "UP" else events.B)
        else:
            self._read(app.navigator._screen())  # pyright: ignore[reportPrivateUsage]

    def ask(self, who: int) -> None:
        """Tell a player all, and let the motor tap the time left to him."""
        app = self._app
        app.recorder.advance(app.keys.certain_until_ms(app.timebase.now_ms()))
        match = app.recorder.match
        if who & self.hearers or self.aloud:
            self.say(self._teller.told(match, who), who)
        self._tap(time_taps(match.left_ms(who)))

    def _read(self, screen: "Any") -> None:
        """Say what the latest key led to on a grid of letters, a list or a page; log none of it.

        hasattr(), not isinstance(): each loading of a module makes new classes.
        """
        match = self._app.recorder.match
        if hasattr(screen, "cells"):
            if match.run or match.phase == phases.CHALLENGE:  # else it is the arbiter's look-up
                self._spell(screen.cells[screen.at], screen.at, screen.words[-1])
            return
        self._letters = None
        if hasattr(screen, "rows"):
            rows = screen.rows()
            row = rows[min(screen.at, len(rows) - 1)]
            self.say(screen.label(row) + " " + row[2], events.BOTH, NOT_LOGGED)
        elif hasattr(screen, "page"):
            lines = [(i[2], i[1], i[5]) for i in screen.items() if isinstance(i[5], str)]
            said = [line for _, _, line in sorted(lines) if line and "○" not in line]
            self.say(". ".join(said), events.BOTH, NOT_LOGGED)

    def _spell(self, cell: str, at: int, word: "list[str]") -> None:
        """Say the tile just taken or deleted, and the one under the cursor if that has moved."""
        before, self._letters = self._letters, (at, len(word))
        taken = len(word) - before[1] if before else 0
        said = [self.tile(word[-1])] if taken > 0 else []
        said += [self._text("said.deleted")] if taken < 0 else []
        if not said or (before and before[0] != at):
            key = {"✓": "done", "→": "next", "⌫": "said.deleted"}.get(cell, "")
            said.append(self._text(key) if key else self.tile(cell))
        self.say(". ".join(said), events.BOTH, NOT_LOGGED)

    def tile(self, tile: str) -> str:
        """Return the name of a tile, as it is said."""
        return texts.find(self._texts, "said." + tile) or tile

    def _words(self) -> str:
        """Return the challenged words tile by tile."""
        app, tiles = self._app, load("corrido.ui.tiles")
        code = app.judge.alphabet_code()
        said: "list[str]" = []
        for word in app.adjudication.words:
            found: "list[str]" = []
            for letter in word:
                found = tiles.put(found, letter, code)
            said.append(", ".join([self.tile(tile) for tile in found]))
        return "; ".join(said)

    # -- what is felt and seen

    def sounded(self, name: str, now_ms: int) -> None:
        """Tap and flash what the buzzer sounds, also where it is switched off."""
        if name in TAPS:
            self._tap(TAPS[name])
        if self._flashes:
            steps = [max(_SEEN_MS, ms) for hz, ms in PATTERNS[name] if hz]
            self._flash.begin(tuple(steps), now_ms)

    def _tap(self, taps: "tuple[int, ...]") -> None:
        if self._feels:
            self._motor.begin(taps, self._app.timebase.now_ms())

    def _feel(self, match: "Match") -> None:
        now = match.phase, match.mover
        before, self._match = self._match, now
        if not before or now == before:
            return
        if match.phase == phases.VERDICT:
            self._tap(TAPS[events.VERDICTS[match.verdict]])
        elif match.phase == phases.RUNNING and (before[1] != now[1] or before[0] == phases.READY):
            self._tap(TAPS["turn"])
        elif match.phase in (phases.STOPPED, phases.CHALLENGE, phases.FAULT):
            self._tap(TAPS["stop"])

    # -- in every round of chores

    def follow(self, now_ms: int) -> int:
        """Say and tap what is new; return when to call again in ms, -1 for never."""
        match = self._app.recorder.match
        said = self._teller.news(match)
        if said and match.asking == events.SUBMIT and self._app.adjudication.words:
            self.say(said + ": " + self._words(), events.BOTH, said)
        else:
            self.say(said)
        self._feel(match)
        on, motor_ms = self._motor.poll(now_ms)
        if on != self._motor_on:
            self._motor_on = on
            self._app.board.led(MOTOR, on)
        lit, flash_ms = self._flash.poll(now_ms)
        if lit:
            self._app.loop.lights.poll(events.BOTH ^ match.run, 0, now_ms)
        wait_ms = _SOON_MS if match.phase == phases.SETUP else self._teller.due_ms(match)
        dues = [motor_ms, flash_ms, now_ms + wait_ms if wait_ms >= 0 else -1]
        return min([due for due in dues if due >= 0] or [-1])
