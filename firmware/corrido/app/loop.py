"""Decide what the device does next: the only scheduler.

Each turn does one job: the first, by rank, that is due. A job returns the current instant if it
has worked, else the instant at which it is due. Every press carries the time of its first edge, so
that a turn costs nobody anything: it takes 15 ms at most while a clock runs, 25 with a collection.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.core.challenge import refusal
from corrido.memory import IN_RAM, collect, is_short, release_reserve, reserved, weigh
from corrido.services.sound import Lights
from corrido.services.timebase import sooner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corrido.app.app import App
    from corrido.app.console import Console
    from corrido.services.keys import Key

LONGEST_WAIT_MS = const(1000)
SETTLING_MS = const(20)  # how long the game's time waits while a press may be in progress
STEPS_US = const(3000)  # no step of painting begins later in a turn: spikes are told by sampling
SPEAKING_MS = const(20)  # how long an answer to the host waits for other work
LISTEN_MS = const(100)  # and a question, on boards that do not wake for the console
SOON_MS = const(2000)  # least time between collections after an event
LATE_MS = 8000 if IN_RAM else 16000  # and without one: a second's picture leaves 1 KB too
SINCE_KEY_MS = const(120)  # without a key before a collection: bursts reach 20 presses per second
ANSWER_BYTES = const(9000)  # of garbage that a key or an answer leaves
HEARD_BYTES = const(75)  # and each byte of the console
PAINTED_BYTES = const(600)  # and each step of painting
MOST_BYTES = const(54000)  # of garbage are left where there is memory for more
GAME_KEYS = {
    "A": (events.PRESS, events.A),
    "B": (events.PRESS, events.B),
    "STOP": (events.STOP, events.NONE),
    "CHALLENGE": (events.CHALLENGE, events.NONE),
}


class Loop:
    """The main loop; the caller waits as long as turn() says. console: set once there is one.

    A call of more than 11 words is on the heap in MicroPython, and its end makes the next search
    there begin anew, 0.3 ms each: no job that each turn does has so many, nor has turn() itself.

    t_ms: the first edge of the key being answered; -1 between keys.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self.lights = Lights(app.board)
        self.t_ms = -1
        self.rest: "tuple[Callable[[], bool], int] | None" = None  # of a key's work, and its t_ms
        self._jobs: "tuple[Callable[[int], int], ...]" = (
            self._keys, self._game, self._record, self._sound, self._urgent, self._picture,
            self._works, self._chores, self._collect, self._host,
        )  # fmt: skip
        self.console: "Console | None" = None
        self._starting = True  # until the first picture is complete, keys do nothing
        self._begun: "list[Iterator[int]]" = []  # works in progress; the first is done first
        self.game_ms = 0  # when the game is next due
        self._passed_ms = 0  # the instant up to which its time has passed
        self._work_ms = 0  # when the first work goes on
        self._host_ms = 0
        self._still_ms = 0  # until when the picture stays as it is, unless another is due
        self._key_ms = -SINCE_KEY_MS
        self._collected_ms = -SOON_MS
        self.garbage, self._painted = ANSWER_BYTES, 0  # left since the last collection
        self._weighs = False  # what is free was not counted since the latest collection
        self._short = 0  # 1: a screen's work found no memory, 2: a key's work
        self._most = MOST_BYTES  # of it, before a collection waits for nothing but a press

    def begin(self, work: "Iterator[int]") -> None:
        """Do a work step by step; each yields the instant from which it goes on, 0 for now."""
        self._begun.append(work)

    def turn(self) -> int:
        """Do what is due; return us to wait for the next. KeyboardInterrupt: for the REPL."""
        try:
            return self._turn()
        except Exception:  # whatever it was: two starts that raise are answered by a third
            self._app.raised()
            raise

    def _turn(self) -> int:
        now_ms = self._app.timebase.now_ms()
        wake_ms = now_ms + LONGEST_WAIT_MS
        for job in self._jobs:
            due_ms = job(now_ms)
            if due_ms <= now_ms:
                return 0
            if due_ms < wake_ms:
                wake_ms = due_ms
        return sooner((wake_ms - now_ms) * 1000, self._app.keys.wait_us())

    def _keys(self, now_ms: int) -> int:
        """Answer every press that is certain; the game's are on record at the end of the turn."""
        if self.rest:  # before any time passes in the game
            if self.garbage + self._painted <= self._most or self._collect_now(now_ms) > now_ms:
                self._finish(self.rest)
            return now_ms
        nav = self._app.navigator
        due = self._app.keys.due() or (nav.late and not nav.coming)
        worked = due and not self._starting and self._answer_all()
        return now_ms if worked else now_ms + LONGEST_WAIT_MS

    def _answer_all(self) -> bool:
        """Answer all keys; over a clock most wait for a screen to come. False if there is none."""
        nav = self._app.navigator
        keys, nav.late = nav.late + self._app.keys.poll(), []
        for key in keys:
            if nav.coming and self._app.recorder.match.run and key[0] not in GAME_KEYS:
                nav.late.append(key)
            else:
                self._answer(key)
        return bool(keys)

    def _finish(self, rest: "tuple[Callable[[], bool], int]") -> None:
        work, self.t_ms = rest
        self.rest = None
        self.safely(work)
        self.t_ms = -1

    def _game(self, now_ms: int) -> int:
        """Let the game's time pass, and follow it with lamps, contrast and watchdog."""
        app = self._app
        pending = app.keys.pending()
        due_ms = self.game_ms + (SETTLING_MS if pending else 0)
        if now_ms < due_ms and not app.timebase.jumped:
            return due_ms
        app.follow_time(now_ms)
        self._passed_ms = now_ms
        match = app.recorder.match
        lit_ms = self.lights.poll(match.run, match.urgency(match.run), now_ms)
        due_ms = sooner(now_ms + LONGEST_WAIT_MS, lit_ms)
        if app.aside:
            due_ms = sooner(due_ms, app.aside.follow(now_ms))
        if not pending:  # else the game's time waits for the press
            due_ms = sooner(due_ms, app.recorder.due_ms(now_ms))
        if app.navigator.due_ms > now_ms:
            due_ms = min(due_ms, app.navigator.due_ms)
        self.game_ms = due_ms
        return now_ms

    def _record(self, now_ms: int) -> int:
        """Note the time in the record, twice a second while it counts."""
        return sooner(now_ms + LONGEST_WAIT_MS, self._app.recorder.beat(now_ms))

    def _sound(self, now_ms: int) -> int:
        """Go on with the pattern on the buzzer: no work to speak of."""
        sound, due_ms = self._app.sound, now_ms + LONGEST_WAIT_MS
        return sooner(due_ms, sound.poll(now_ms)) if sound.playing else due_ms

    def _urgent(self, now_ms: int) -> int:
        """Collect much garbage, take a step to the screen that is to come, or hear the host.

        All garbage is collected before such a step: else MicroPython may do so in its turn.
        """
        nav = self._app.navigator
        if self._weighs:
            return self._weigh(now_ms)
        if self.garbage + self._painted > (0 if nav.coming else self._most):
            return self._collect_now(now_ms)
        if self._short:
            self._short = self.safely(self._short_of_memory)
            self.garbage = self._most + 1  # what it has closed goes before its note comes
            return now_ms
        if nav.coming:
            self.safely(nav.approach, self._passed_ms)
            if IN_RAM:
                self.garbage = self._most + 1  # loading and making it leave some: none before more
            return now_ms
        return self._host(now_ms) if now_ms >= self._host_ms else now_ms + LONGEST_WAIT_MS

    def _picture(self, now_ms: int) -> int:
        """Lay out, paint and send the picture, as far as the turn's time goes."""
        due = self._app.navigator.due(self._passed_ms)
        if due or now_ms >= self._still_ms:
            self._still_ms = self._paint(now_ms, due)
        return self._still_ms

    def _paint(self, now_ms: int, due: bool) -> int:
        app, nav, worked = self._app, self._app.navigator, False
        begun = app.timebase.stamp()
        while app.timebase.since_us(begun) < STEPS_US:
            if now_ms < app.health.retry_ms or nav.coming:
                break  # memory ran out, or another screen is to come: the picture waits
            if due and not worked:
                self.safely(nav.lay_out, self._passed_ms)
                self.game_ms = min(self.game_ms, nav.due_ms)
            elif not (self.safely(nav.painter.paint) or app.displays.flush_step(now_ms)):
                break
            worked = True
            self._painted += PAINTED_BYTES
        else:
            if not due:  # what is painted shows before the rest is
                app.displays.flush_step(now_ms)
            return now_ms
        app.health.alive("screen")
        return now_ms if worked else max(app.displays.next_due_ms(now_ms), app.health.retry_ms)

    def _works(self, now_ms: int) -> int:
        """Do a step of a work: making a game ready, judging words."""
        if self._starting:
            self._starting = False
            if self._app.keys.skip():
                self._app.navigator.refused("starting", now_ms)
            return now_ms
        if not self._begun:
            return now_ms + LONGEST_WAIT_MS
        if now_ms < self._work_ms:
            return self._work_ms
        for due_ms in self._begun[0]:  # next() with a default is missing on 1.24's ESP32s
            self._work_ms = due_ms
            return now_ms
        self._begun.pop(0)
        self._work_ms = self.game_ms = 0
        return now_ms

    def _chores(self, now_ms: int) -> int:
        """Do a step of what should be done before it is asked for."""
        app, run = self._app, self._app.recorder.match.run
        sent = app.hall and app.hall.poll(now_ms, bool(run))
        busy = run or (self.console and self.console.speaks())  # whose answer is waited for
        if sent or app.recorder.prepare() or (not busy and app.judge.go_on()):
            return now_ms
        due_ms = now_ms + LONGEST_WAIT_MS
        return sooner(due_ms, max(now_ms, app.hall.due_ms)) if app.hall else due_ms

    def _collect(self, now_ms: int) -> int:
        """Collect garbage, once no key has come for a moment."""
        due_ms = self._collected_ms + (SOON_MS if self.garbage else LATE_MS)
        if now_ms >= max(due_ms, self._key_ms + SINCE_KEY_MS):
            return self._collect_now(now_ms)
        return now_ms + LONGEST_WAIT_MS  # nobody wakes for a collection

    def _collect_now(self, now_ms: int) -> int:
        """Collect garbage, but never in the way of a press."""
        if self._app.keys.pending() or self._app.board.buttons.waiting():
            return now_ms + LONGEST_WAIT_MS
        self._collected_ms, self.garbage, self._painted = now_ms, 0, 0
        collect()
        self._weighs = True
        return now_ms

    def _weigh(self, now_ms: int) -> int:
        """Count what a collection has left free, in another turn: a press may have come."""
        app, free, self._weighs = self._app, weigh(), False
        if IN_RAM:  # room for a key's or an answer's garbage is left
            self._most = max(0, min(MOST_BYTES, free - ANSWER_BYTES))
        if is_short(free):
            if app.recorder.match.run and app.navigator.covered():
                self._short = 1  # what covers a clock gives way, in a turn of its own
            else:
                release_reserve()
        return now_ms

    def _host(self, now_ms: int) -> int:
        """Give the host a turn, but not before keys count, nor while a press is settling."""
        if self._starting or not self.console or self._app.keys.pending():
            return now_ms + LONGEST_WAIT_MS
        if self.console.poll():
            self._host_ms = now_ms + SPEAKING_MS
            return now_ms
        hears = getattr(self._app.board, "hears_console", False)
        self._host_ms = now_ms + (LONGEST_WAIT_MS if hears else LISTEN_MS)
        return self._host_ms

    # -- the way of a key

    def _answer(self, key: "Key") -> None:
        """Answer a key pressed, held or repeated, with a click if it did something."""
        name, held, t_ms = key
        app, self.t_ms, self._key_ms = self._app, t_ms, t_ms
        self.game_ms = 0
        self.garbage += ANSWER_BYTES
        answered = False
        if name in GAME_KEYS:
            answered = not held and (
                self.safely(app.navigator.offer, name, t_ms) or self._game_key(name)
            )
        elif not app.adjudication.closed:  # else the judge has the words: nothing may change now
            answered = not held
            self.safely(app.navigator.key, name, held, t_ms)
        if answered and not app.sound.playing:
            app.sound.play("press", app.timebase.now_ms())  # now, not at the first bounce
        if app.aside:
            self.safely(app.navigator.bring)  # it reads what has opened
            self.safely(app.aside.key, name, held)
        if name not in GAME_KEYS and not reserved():
            self._most = 0  # a collection, in its turn, sets the reserve aside again
        self.t_ms = -1

    def _game_key(self, name: str) -> bool:
        """Give the game a key, and show that it was pressed; return whether it counted."""
        app = self._app
        counted = app.send(*GAME_KEYS[name])
        if name == "CHALLENGE" and not counted:
            reason = refusal(app.recorder.match)
            self.safely(app.navigator.refused, reason, app.timebase.now_ms())
        self.safely(app.navigator.seen, name, app.timebase.now_ms())
        return counted

    def safely(self, work: "Callable[..., bool | None]", *args: "str | int") -> bool:
        """Do a screen's work and return its answer; False if it raised: then the game goes on."""
        recorder = self._app.recorder
        try:
            return bool(work(*args))
        except MemoryError:
            if recorder.unfinished:
                raise  # a restart rebuilds the game from its record
            self._short = 1 + (self.t_ms >= 0)  # refused in another turn, after a collection
            self.garbage = self._most + 1
        except Exception as error:  # whatever a mistake in a screen raises, the game goes on
            fault, now_ms = type(error).__name__, self._app.timebase.now_ms()
            if recorder.unfinished or not self._app.navigator.fall_back(fault, now_ms):
                raise
            recorder.log("fault", ("screen: " + fault).encode())
        return False

    def _short_of_memory(self) -> None:
        """Refuse the screen whose work ran out of memory."""
        app, now_ms = self._app, self._app.timebase.now_ms()
        if self._short > 1 or app.navigator.covered():
            app.navigator.short_of_memory(now_ms)
        else:
            app.navigator.home()
            release_reserve()  # the game's own screen cannot be refused
        if app.health.starved(now_ms, app.recorder.match.phase):
            app.recorder.log("fault", b"memory")
