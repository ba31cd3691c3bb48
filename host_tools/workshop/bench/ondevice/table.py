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

import gc
import json
import os
import sys
import time
from binascii import unhexlify

from corrido.app.app import App
from corrido.compat import TYPE_CHECKING
from corrido.core.events import PRESS
from corrido.parts import KEYS
from corrido.store.nor import layout
from corrido.store.settings import Settings

from boards.sim.board import Buttons, Network

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.app.hall import Hall
    from corrido.parts import Bytes

    Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes]  # as written

    Plan = dict[str, Any]  # the JSON document above

    # The stubs give ticks a type of their own.
    def ticks_us() -> int: ...
    def ticks_add(ticks: int, delta: int) -> int: ...

else:
    from time import ticks_add, ticks_us

DOWN_MS = 80
PATIENCE = 5  # times the plan's seconds, at least a minute
PATIENCE_MS = 60000
PERIOD = 1 << 30
BLOCKS = 64


class Flash:
    """NOR flash in memory."""

    block_size = 4096
    page_size = 256
    blocks = BLOCKS

    def __init__(self) -> None:
        self._blocks: list[bytearray | None] = [
            None
        ] * BLOCKS  # a block's bytes, once it has been written

    def read(self, addr: int, buf: "bytearray | memoryview") -> None:
        block, offset = divmod(addr, self.block_size)
        data = self._blocks[block]
        for i in range(len(buf)) if data is None else ():
            buf[i] = 0xFF
        if data is not None:
            buf[:] = data[offset : offset + len(buf)]

    def program(self, addr: int, buf: "Bytes") -> None:
        block, offset = divmod(addr, self.block_size)
        data = self._blocks[block]
        if data is None:
            data = self._blocks[block] = bytearray(b"\xff" * self.block_size)
        for i in range(len(buf)):
            data[offset + i] &= buf[i]

    def erase(self, block: int) -> None:
        self._blocks[block] = None


class Nothing:
    """Stand in for every part that this table does not look at."""

    def __getattr__(self, name: str) -> "Callable[..., None]":
        return lambda *arguments: None


class Board:
    """A board in real time whose contacts are pressed by a plan."""

    name = "sim"
    keys: "tuple[str, ...]" = KEYS
    displays: "tuple[tuple[int, int, bool], ...]" = ()
    leds: "tuple[str, ...]" = ()
    reset_cause = "power"
    ticks_period = PERIOD

    def __init__(self, plan: "Plan") -> None:
        self.unique_id = unhexlify(plan["id"])
        self.lexicon_dir = plan["lexicons"]
        self.flash = Flash()
        self.buttons = Buttons()
        self.i2c: Any = Nothing()
        self.buzzer: Any = self.i2c
        self.watchdog: Any = self.i2c
        self.network = Network()
        self._edges: list[tuple[int, int, int]] = []  # (ticks_us, key, closed), in order
        self._levels = 0

    def ticks_us(self) -> int:
        return ticks_us() & (PERIOD - 1)

    def led(self, name: str, on: bool) -> None:
        """Do nothing: there are no LEDs."""

    def battery_mv(self) -> int:
        return 3900

    def press(self, key: str) -> int:
        """Close a contact now and open it 80 ms later; return the counter when it closed."""
        index = KEYS.index(key)
        now_us = ticks_us()
        self._move(now_us, index, 1)
        self._edges.append((ticks_add(now_us, DOWN_MS * 1000), index, 0))
        return now_us & (PERIOD - 1)

    def _move(self, at_us: int, index: int, closed: int) -> None:
        self.buttons.push(index, closed, at_us & (PERIOD - 1))
        self._levels = self._levels & ~(1 << index) | closed << index
        self.buttons.set_levels(self._levels)

    def work(self) -> None:
        """Move the contacts that are due."""
        while self._edges and time.ticks_diff(self._edges[0][0], ticks_us()) <= 0:
            self._move(*self._edges.pop(0))

    def idle(self, us: int) -> None:
        if self._edges:
            us = min(us, max(0, time.ticks_diff(self._edges[0][0], ticks_us())))
        if us > 0:
            time.sleep_us(us)


class Players:
    """Two players who arm, start, hand over and, now and then, call the arbiter."""

    def __init__(self, board: Board, app: App, plan: "Plan") -> None:
        self._board, self._app, self._plan = board, app, plan
        self.turns = 0
        self._over = False  # the last turn's press has been taken, too
        self._called = 0
        self.pressed_ms: list[int] = []  # when either player's contact closed, in game time
        self.due_ms = plan.get("start_ms", 500)

    def play(self, now_ms: int) -> None:
        """Make the next press, if it is due."""
        if now_ms < self.due_ms:
            return
        self.due_ms = now_ms + 60000
        status = self._app.status()
        phase = status["phase"]
        if self.turns >= self._plan["turns"]:
            self._over = True
            if self._plan.get("until") and phase == "running":
                self._board.press("STOP")
            return
        self.due_ms = now_ms + 300
        every = self._plan.get("stop_every", 0)
        if phase == "setup":
            # A key that is down as the device comes up counts once it has been open for 500 ms.
            self.due_ms = now_ms + 1000
            self._board.press("OK")
        elif phase == "ready":
            self._hand("B")
            self.due_ms = now_ms + self._plan["turn_ms"]
        elif phase == "running" and every and self.turns // every > self._called:
            self._called += 1
            self._board.press("STOP")
        elif phase in ("running", "count"):
            self.turns += phase == "running"
            self._hand(status["turn"])
            self.due_ms = now_ms + self._plan["turn_ms"]
        elif phase == "stopped" and status["reason"] != "arbiter":
            self._board.press("DOWN")
        elif phase == "stopped" and self._held():
            pass
        elif phase == "stopped":
            self._board.press("STOP")

    def _held(self) -> bool:
        """Return whether the plan's gate is still closed; leave a sign that the game waits."""
        gate = self._plan.get("gate")
        if not gate:
            return False
        here = os.listdir(gate)
        if "stopped" not in here:
            os.mkdir(gate + "/stopped")
        return "go" not in here

    def done(self, hall: "Hall | None") -> bool:
        """Return whether all turns are played and, if the plan says `drain`, delivered."""
        until = self._plan.get("until")
        if until:
            try:
                os.stat(until)
            except OSError:
                return False
        told = (hall and hall.delivered()) or not self._plan.get("drain")
        return self._over and bool(told)

    def _hand(self, side: str) -> None:
        """Press a player's button."""
        self.pressed_ms.append(self._app.timebase.ms_of(self._board.press(side)))


class Meter:
    """Time a method: its longest call in microseconds while a clock runs."""

    def __init__(self, app: App, owner: "Any", name: str) -> None:
        self._match = lambda: app.recorder.match
        self._inner = getattr(owner, name)
        self.longest_us = 0
        self.calls = 0
        setattr(owner, name, self)

    def __call__(self, *arguments: "Any") -> "Any":
        begun = ticks_us()
        result = self._inner(*arguments)
        gone = time.ticks_diff(ticks_us(), begun)
        self.calls += 1
        if gone > self.longest_us and self._match().run:
            self.longest_us = gone
        return result


def main(plan: "Plan") -> None:
    """Play until the time is over; print the measurements."""
    board = Board(plan)
    settings = Settings(board.flash, layout(board.flash)[0][0])
    for name, value in plan["settings"].items():
        settings.set(name, value)
    settings.set_log_key(unhexlify(plan.get("log_key", "")))
    settings.commit()
    app = App(board)
    epoch_us = time.time_ns() // 1000 - app.timebase.now_us()
    print(json.dumps({"epoch_us": epoch_us}))
    gc.collect()
    network = Meter(app, app.hall, "poll") if app.hall else None
    turn = Meter(app, app.loop, "turn")
    players = Players(board, app, plan)
    entries: list[tuple[Any, ...]] = []
    heard = app.journal.on_entry

    def listen(entry: "Entry") -> None:
        entries.append(entry[:6])
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
    gc.collect()
    # How far each logged press is from its contact's closing, with the offset removed.
    stamps = [entry[2] for entry in entries if entry[3] == PRESS]
    apart = [was - told for was, told in zip(players.pressed_ms, stamps)]
    print(json.dumps({
        "press_ms": max(apart) - min(apart) if apart else 0, "entries": len(entries),
        "turns": players.turns, "sign": app.hall.sign() if app.hall else "off",
        "network_us": network.longest_us if network else 0, "turn_us": turn.longest_us,
        "polls": turn.calls,
        "status": app.status(), "heap": gc.mem_alloc(),
    }))  # fmt: skip


main(json.loads(sys.stdin.readline()))
