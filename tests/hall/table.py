"""One table of a hall: the whole firmware on a MicroPython of this computer, in real time.

    micropython table.py < PLAN

The plan is one line of JSON on stdin, since an argument is limited to 255 bytes: `settings`, `id`
(hexadecimal), perhaps `log_key`, `lexicons` (a folder), `turns`, `turn_ms`, `start_ms`,
`stop_every` (call the arbiter after that many turns, 0 for never), `seconds`. With `gate`, a
folder, the first call creates `stopped` in it and lasts until `go` appears beside it. With
`until`, a path, the clocks are stopped after the last turn, and the table stays until that path
exists. Flash is in memory, the plan presses the contacts, sockets are real. The last line of
output is a JSON document with the measurements.
"""

import json
import os
import sys
import time
from binascii import unhexlify

from corrido.app.app import App
from corrido.parts import KEYS
from corrido.store.nor import layout
from corrido.store.settings import Settings

from boards.sim.board import Board
from tests.portable.nor_flash import Flash

DOWN_MS = 80
PATIENCE = 5  # times the plan's seconds, at least a minute
PATIENCE_MS = 60000
PERIOD = 1 << 30


class Link:
    """The world of the simulated board, in real time; nobody looks at its display."""

    keys, displays, reset_cause = KEYS, (), "power"

    def __init__(self, plan):
        self.unique_id, self.lexicon_dir = unhexlify(plan["id"]), plan["lexicons"]
        self.flash = Flash(64)

    def ticks_us(self):
        return time.ticks_us() & (PERIOD - 1)

    def battery_mv(self):
        return 3900

    def __getattr__(self, name):
        return lambda *_: None


class Desk(Board):
    """A board whose contacts are pressed by a plan."""

    def __init__(self, plan):
        super().__init__(Link(plan))
        self._edges = []  # (ticks_us, key, closed), in order
        self._levels = 0

    def press(self, key):
        """Close a contact now and open it 80 ms later."""
        now_us, index = time.ticks_us(), KEYS.index(key)
        self._move(now_us, index, 1)
        self._edges.append((time.ticks_add(now_us, DOWN_MS * 1000), index, 0))

    def _move(self, at_us, index, closed):
        self.buttons.push(index, closed, at_us & (PERIOD - 1))
        self._levels = self._levels & ~(1 << index) | closed << index
        self.buttons.set_levels(self._levels)

    def work(self):
        """Move the contacts that are due."""
        while self._edges and time.ticks_diff(self._edges[0][0], time.ticks_us()) <= 0:
            self._move(*self._edges.pop(0))

    def idle(self, us):
        if self._edges:
            us = min(us, max(0, time.ticks_diff(self._edges[0][0], time.ticks_us())))
        if us > 0:
            time.sleep_us(us)


class Players:
    """Two players who arm, start, hand over and, now and then, call the arbiter."""

    def __init__(self, board, app, plan):
        self._board, self._app, self._plan = board, app, plan
        self.turns = 0
        self._over = False  # the last turn's press has been taken, too
        self._called = 0
        self.due_ms = plan.get("start_ms", 500)

    def play(self, now_ms):
        """Make the next press, if it is due."""
        if now_ms < self.due_ms:
            return
        status, plan = self._app.status(), self._plan
        phase = status["phase"]
        if self.turns >= plan["turns"]:
            self._over = True
            self.due_ms = now_ms + 60000
            if plan.get("until") and phase == "running":
                self._board.press("STOP")
            return
        self.due_ms = now_ms + 300
        every = plan.get("stop_every", 0)
        if phase == "setup":
            # A key that is down as the device comes up counts once it has been open for 500 ms.
            self.due_ms = now_ms + 1000
            self._board.press("OK")
        elif phase == "running" and every and self.turns // every > self._called:
            self._called += 1
            self._board.press("STOP")
        elif phase in ("ready", "running", "count"):
            self.turns += phase == "running"
            self._board.press("B" if phase == "ready" else status["turn"])
            self.due_ms = now_ms + plan["turn_ms"]
        elif phase == "stopped" and status["reason"] != "arbiter":
            self._board.press("DOWN")
        elif phase == "stopped" and not self._held():
            self._board.press("STOP")

    def _held(self):
        """Return whether the plan's gate is still closed; leave a sign that the game waits."""
        gate = self._plan.get("gate")
        if not gate:
            return False
        here = os.listdir(gate)
        if "stopped" not in here:
            os.mkdir(gate + "/stopped")
        return "go" not in here

    def done(self, hall):
        """Return whether all turns are played and, if the plan says `drain`, delivered."""
        until = self._plan.get("until")
        if until:
            try:
                os.stat(until)
            except OSError:
                return False
        radio = hall
        if self._plan.get("drain") and not (radio and radio.online and told(radio._outbox)):
            return False
        return self._over


def told(outbox):
    """Return whether the broker has acknowledged every entry of the present game."""
    return outbox.entries() == outbox._acked > 0


class Meter:
    """Time a method: its longest call in microseconds while a clock runs."""

    def __init__(self, app, owner, name):
        self._app, self._inner = app, getattr(owner, name)
        self.longest_us = 0
        setattr(owner, name, self)

    def __call__(self, *arguments):
        begun = time.ticks_us()
        result = self._inner(*arguments)
        if self._app.recorder.match.run:
            self.longest_us = max(self.longest_us, time.ticks_diff(time.ticks_us(), begun))
        return result


def main(plan):
    """Play until the time is over; print the measurements."""
    board = Desk(plan)
    settings = Settings(board.flash, layout(board.flash)[0][0])
    for name, value in plan["settings"].items():
        settings.set(name, value)
    settings.set_log_key(unhexlify(plan.get("log_key", "")))
    settings.commit()
    app = App(board)
    epoch_us = time.time_ns() // 1000 - app.timebase.now_ms() * 1000
    network = Meter(app, app.hall, "poll") if app.hall else None
    players = Players(board, app, plan)
    entries = []
    heard = app.journal.on_entry

    def listen(entry):
        entries.append(entry[1])
        if heard:
            heard(entry)

    app.journal.on_entry = listen
    end_ms = plan["seconds"] * 1000
    last_ms = max(PATIENCE * end_ms, end_ms + PATIENCE_MS)
    now_ms = 0
    # A busy computer gets extra time to finish the game.
    while now_ms < end_ms or (now_ms < last_ms and not players.done(app.hall)):
        board.work()
        players.play(now_ms)
        wait_us = app.loop.turn()
        now_ms = app.timebase.now_ms()
        board.idle(min(wait_us, max(0, players.due_ms - now_ms) * 1000, 100000))
    print(json.dumps({
        "epoch_us": epoch_us, "entries": len(entries), "turns": players.turns,
        "sign": ("on" if app.hall.online else "lost") if app.hall else "off",
        "network_us": network.longest_us if network else 0, "status": app.status(),
    }))  # fmt: skip


main(json.loads(sys.stdin.readline()))
