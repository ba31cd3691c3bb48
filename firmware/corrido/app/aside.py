"""Tell a player who cannot see the display, or not hear the buzzer, what he has to know.

In memory only if a setting asks for it. What is said is in the log, and waits here for a host that
speaks; not in the log: a challenge's words, and what is read as the cursor moves. The texts are
those of the display and of the part `said`; none says which word of a play failed, or reminds a
player to press (art. 35).
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.core.match import FOUR_PASSES, NO_NOTICE, whole_seconds
from corrido.memory import Lazy, collect
from corrido.services.sound import PATTERNS
from corrido.ui import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.app.app import App
    from corrido.core.match import Match, Seen
    from corrido.ui import tiles
    from corrido.ui.ports import Place

    Line = tuple[int, str, str]  # number from 1, whom it is for, text
    Taps = tuple[int, ...]  # how long each lasts, in ms, with GAP_MS between
    Begun = tuple[Taps, int]  # and when they began
else:
    tiles = Lazy("corrido.ui.tiles")

MOTOR = "MOTOR"
MINUTE_MS = 60000
# Phase -> text; `%` is the player on turn. The others have `said.` and the phase's name.
PLACES = {phases.READY: "ready", phases.RUNNING: "said.turn", phases.COUNT: "count"}
HEARERS = {"a": events.A, "b": events.B, "both": events.BOTH, "aloud": events.BOTH}
ASK_MS = const(800)  # a player's own button is held so long
MOST_LINES = const(8)
GAP_MS = const(200)
SHORT_MS, LONG_MS = const(100), const(350)  # ten seconds, a minute
TAPS: "dict[str, Taps]" = {
    "turn": (80, 80),
    "stop": (600,),
    "valid": (80, 80, 80),
    "invalid": (600, 600),
    "warn1": (150,),
    "warn2": (150, 150),
    "warn3": (150, 150, 150),
    "minute": (900,),
    "low": (80,),
    "hold": (80, 600),
    "limit": (900, 900),
    "end": (900, 900, 900),
}
FELT = {
    phases.RUNNING: "turn", phases.STOPPED: "stop", phases.CHALLENGE: "stop", phases.FAULT: "stop",
    phases.RECOVERED: "stop",
}  # fmt: skip
_SOON_MS = const(200)  # a game that has been armed is told after this
_SEEN_MS = const(150)  # a flash is no shorter
CELLS = {"✓": "done", "→": "next", "⌫": "said.deleted"}


def on_ms(taps: "Taps", after_ms: int) -> int:
    """Return for how long taps begun so long ago stay on; how long off as a negative; 0: over."""
    for length_ms in taps:
        if after_ms < length_ms:
            return length_ms - after_ms if after_ms >= 0 else after_ms
        after_ms -= length_ms + GAP_MS
    return 0


def _told(place: "Place") -> str:
    """Return a list's row in words, or what stands on a page of many."""
    rows = place.get("rows", ())
    if rows:
        return " ".join(rows[place["at"]][1:])
    lines = [place["heading"]] + place.get("texts", []) if "of" in place else []
    for row in place.get("figures", ()):
        lines += row
    return ". ".join([line for line in lines if line])


class Teller:
    """What has been said so far; text(key) is the device's language."""

    def __init__(self, text: "Callable[[str], str]") -> None:
        self._text = text
        self._place = ""  # as last said
        self._seen: "Seen | None" = None
        self._last = events.NONE  # players whose last minute was announced
        self._lost = [0, 0]

    def news(self, m: "Match") -> str:
        """Return what has to be said now, "" for nothing new since the last call."""
        said = ""  # hardly anything is allocated while nothing is new: this runs all the time
        if m.moved(self._seen):
            self._seen = m.seen()
            place = self._where(m)
            said = "" if place == self._place else place
            self._place = place
        for who in events.PLAYERS[events.BOTH]:
            last = 0 < m.left_ms(who) <= MINUTE_MS and not m.rules.timed_turns
            if last != bool(self._last & who):
                self._last ^= who
                if last:
                    said += ". " + self._put("said.minute", events.WHO_NAMES[who])
            if m.points(who) > self._lost[who - 1]:
                said += ". " + self._deducted(m, who)
            self._lost[who - 1] = m.points(who)
        return said[2:] if said.startswith(". ") else said

    def told(self, m: "Match", who: int) -> str:
        """Return all that a player may ask for: his own figures first, then his opponent's."""
        both = (who, events.other(who))
        said = [self._where(m)] + [self._time(m, one) for one in both]
        said += [self._deducted(m, one) for one in both if m.phase != phases.OVER]
        return ". ".join([part for part in said if part])

    def due_ms(self, m: "Match") -> int:
        """Return the running time until a last minute begins; -1 for never."""
        soonest_ms = -1
        for who in () if m.rules.timed_turns else events.PLAYERS[m.run]:
            wait_ms = m.left_ms(who) - MINUTE_MS
            if wait_ms > 0 and not 0 <= soonest_ms < wait_ms:
                soonest_ms = wait_ms
        return soonest_ms

    def _put(self, key: str, first: str, second: str = "") -> str:
        return self._text(key).replace("%", first).replace("&", second)

    def _where(self, m: "Match") -> str:
        """Return where the game stands, the notice, and at the end what is signed for."""
        said, found = [self._state(m)], m.notice
        if found != NO_NOTICE:
            count = m.row.passes if found == FOUR_PASSES else m.row.scoreless
            said.append(self._put("notice." + found, str(count)))
        elif m.run:
            mark, row = m.turn.mark if m.turn else 0, m.so_far()
            said.append(self._text("mark." + events.MARKS[mark]).replace("■ ", "") if mark else "")
            said.append(self._put("so-far." + row[0], str(row[1]), str(row[2])) if row else "")
        if m.phase == phases.OVER:
            lost = m.ending.forfeited if m.ending else events.NONE
            if lost == events.BOTH:
                said.append(self._text("both-lose"))
            elif lost:
                said.append(self._put("wins", events.WHO_NAMES[events.other(lost)]))
            said += [self._deducted(m, who) for who in events.PLAYERS[events.BOTH]]
        return ". ".join([part for part in said if part])

    def _state(self, m: "Match") -> str:
        """Return the phase with its player or reason, and what is asked of the players."""
        text, mover, found = self._text, events.WHO_NAMES[m.mover], m.challenge
        judged = events.WHO_NAMES[events.other(found.by)] if found else mover
        if m.asking:
            what = {events.FINISH: "finish", events.REOPEN: "reopen-act"}.get(m.asking)
            return (text(what) + ". " if what else "") + text("confirm")
        if m.phase == phases.STOPPED and m.stop:
            return text("said.stopped") + ": " + text("reason." + events.REASONS[m.stop.reason])
        if m.phase == phases.CHALLENGE:
            advice = [text(key) for key in ("challenge-hint", "face-down", "nothing-drawn")]
            return ". ".join([self._put("play-of", judged)] + advice)
        if m.phase == phases.VERDICT and found:
            key = "verdict." + events.VERDICTS[m.verdict]
            goes_on = events.WHO_NAMES[found.by] if m.verdict == events.INVALID else mover
            said = [self._put("play-of", judged), text(key), self._put(key + ".do", goes_on)]
            if found.appeal_asked and not found.appealed:
                said.append(self._put("appeals", judged))
            elif m.verdict == events.INVALID:
                said.append(self._put("takes-back", judged))
            return ". ".join(said)
        if m.phase == phases.CLOSED and m.ending and m.ending.voided:
            return text("voided")
        if m.phase == phases.LATE and m.late:
            return text("late." + events.WHO_NAMES[m.late.awaited])
        if m.rules.one_clock() and m.phase == phases.RUNNING:
            return text("board")
        return self._put("said.hold" if m.held else PLACES.get(m.phase, "said." + m.phase), mover)

    def _deducted(self, m: "Match", who: int) -> str:
        lost = m.points(who) + m.player(who).penalty()
        return self._put("said.lost", events.WHO_NAMES[who], str(lost)) if lost else ""

    def _time(self, m: "Match", who: int) -> str:
        seconds = whole_seconds(m.left_ms(who), m.rules.overtime_from_ms)
        parts = [self._count("said.minutes", seconds // 60)] if seconds >= 60 else []
        parts += [self._count("said.seconds", seconds % 60)] if seconds % 60 or not parts else []
        key = "said.beyond" if m.left_ms(who) < 0 else "said.left"
        return self._put(key, events.WHO_NAMES[who], " ".join(parts))

    def _count(self, key: str, n: int) -> str:
        """Return a number with its noun, of which a language has three forms: 1, 2, 5."""
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "%d %s" % (n, self._text(key).split("|")[0 if n == 1 else 1 if few else 2])


class Aside:
    """The voice, the motor and the flashes of one device."""

    def __init__(self, app: "App") -> None:
        get = app.settings.get
        self._app = app
        self.aloud = get("speech") == "aloud"
        self.hearers = HEARERS.get(str(get("speech")), events.NONE)
        self._feels = bool(get("felt")) and MOTOR in app.board.leds
        self._flashes = bool(get("flashes"))
        self._texts = texts.table(str(get("language")), texts.SAID)
        texts.put_away()
        self._teller = Teller(self._text)
        self._felt: "tuple[str, int]" = ("", events.NONE)  # phase and player on turn, as last felt
        self._letters: "tuple[int, int] | None" = None  # the cursor, and how many tiles are taken
        self._felt_from: "Begun" = ((), 0)
        self._seen_from: "Begun" = ((), 0)
        self._motor_on = False
        self._count = 0
        self._lines = ""  # one text: many small ones would cut up the heap
        app.keys.ask_ms = ASK_MS

    def _text(self, key: str) -> str:
        return texts.find(self._texts, key) or self._app.navigator.text(key)

    # -- speech

    def say(self, text: str, who: int = events.BOTH, log: bool = True) -> None:
        """Say a text to those of `who` whom the setting names."""
        who = self.hearers if self.aloud else who & self.hearers
        if who and text:
            count = self._count + 1
            kept = self._lines if count <= MOST_LINES else self._lines.partition("\n")[2]
            self._lines = kept + "%d\t%s\t%s\n" % (count, events.WHO_NAMES[who], text)
            self._count = count
            if log:
                self._app.recorder.log("said", text.encode(), who)

    def said(self, since: int = 0) -> "list[Line]":
        """Return the latest lines after number `since`, oldest first."""
        parts = [line.split("\t") for line in self._lines.split("\n") if line]
        return [(int(n), who, text) for n, who, text in parts if int(n) > since]

    def key(self, name: str, held: int) -> None:
        """Answer a key that game and screens have had: a player asks (his, held; UP, DOWN)."""
        app, phase = self._app, self._app.recorder.match.phase
        if name in events.WHO_NAMES:
            if held:
                self.ask(events.WHO_NAMES.index(name))
        elif phase in (phases.RUNNING, phases.COUNT) and not app.navigator.covered():
            if name in ("UP", "DOWN") and not held:
                self.ask(events.A if name == "UP" else events.B)
        else:
            for _ in range(2):  # once more with what a collection has freed
                try:
                    self._read()
                    break
                except MemoryError:  # the display shows it all the same
                    if app.recorder.unfinished:
                        raise
                    collect()

    def ask(self, who: int) -> None:
        """Tell a player all, and let the motor tap the time left to him."""
        app = self._app
        app.recorder.advance(app.keys.no_press_before_ms(app.timebase.now_ms()))
        self.say(self._teller.told(app.recorder.match, who), who)
        tens = (abs(app.recorder.match.left_ms(who)) + 999) // 10000
        # Long ones for minutes, short ones for tens of seconds.
        self._tap((LONG_MS,) * (tens // 6) + (SHORT_MS,) * (tens % 6) or (SHORT_MS // 2,))

    def _read(self) -> None:
        """Say what the latest key led to on a grid of letters, in a list or on a page of many."""
        match, said, letters = self._app.recorder.match, "", self._letters
        place = self._app.navigator.place()
        if place["name"] != "letters":
            said = _told(place)
        elif match.run or match.phase == phases.CHALLENGE:  # else it is the arbiter's look-up
            word = place["tiles"]
            letters = (int(dict(place["fields"])["at"]), len(word))
            said = self._spelled(place["focus"], letters, word)
        self.say(said, events.BOTH, False)
        self._letters = letters

    def _spelled(self, cell: str, letters: "tuple[int, int]", word: "list[str]") -> str:
        """Return the tile just taken or deleted, and that under the cursor if it has moved."""
        before = self._letters
        taken = letters[1] - before[1] if before else 0
        said = [self._tile(word[-1])] if taken > 0 else []
        said += [self._text("said.deleted")] if taken < 0 else []
        if not said or (before and before[0] != letters[0]):
            said.append(self._text(CELLS[cell]) if cell in CELLS else self._tile(cell))
        return ". ".join(said)

    def _tile(self, tile: str) -> str:
        return texts.find(self._texts, "said." + tile) or tile

    def _words(self) -> str:
        """Return the challenged words tile by tile."""
        app, said = self._app, ""
        for word in app.adjudication.words:
            named = [self._tile(tile) for tile in tiles.split(word, app.judge.alphabet_code())]
            said += "; " * bool(said) + ", ".join(named)
        return said

    # -- what is felt and seen

    def sounded(self, name: str, now_ms: int) -> None:
        """Tap and flash what the buzzer sounds, also where it is switched off."""
        self._tap(TAPS.get(name, ()))
        if self._flashes:
            steps = tuple([max(_SEEN_MS, ms) for hz, ms in PATTERNS[name] if hz])
            self._seen_from = (steps, now_ms)

    def _tap(self, taps: "Taps") -> None:
        if self._feels and taps:
            self._felt_from = (taps, self._app.timebase.now_ms())

    def _feel(self, match: "Match") -> None:
        before = self._felt
        if match.phase == before[0] and match.mover == before[1]:
            return
        self._felt = (match.phase, match.mover)
        verdict = events.VERDICTS[match.verdict] if match.phase == phases.VERDICT else ""
        name = FELT.get(match.phase, verdict)
        goes_on = name == "turn" and before[1] == match.mover and before[0] != phases.READY
        self._tap(() if goes_on else TAPS.get(name, ()))

    # -- in every round of chores

    def follow(self, now_ms: int) -> int:
        """Say and tap what is new; return when to call again in ms, -1 for never."""
        app = self._app
        match, said = app.recorder.match, self._teller.news(app.recorder.match)
        self.say(said)
        if said and match.asking == events.SUBMIT:
            self.say(self._words(), events.BOTH, False)
        self._feel(match)
        motor_ms = on_ms(self._felt_from[0], now_ms - self._felt_from[1])
        if (motor_ms > 0) != self._motor_on:
            self._motor_on = motor_ms > 0
            app.board.led(MOTOR, self._motor_on)
        flash_ms = on_ms(self._seen_from[0], now_ms - self._seen_from[1])
        if flash_ms > 0:
            app.loop.lights.poll(events.BOTH ^ match.run, 0, now_ms)
        wait_ms = _SOON_MS if match.phase == phases.SETUP else self._teller.due_ms(match)
        due_ms = now_ms + wait_ms if wait_ms >= 0 else -1
        for step_ms in (abs(motor_ms), abs(flash_ms)):
            if step_ms and not 0 <= due_ms < now_ms + step_ms:
                due_ms = now_ms + step_ms
        return due_ms
