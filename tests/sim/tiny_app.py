"""The smallest firmware that can be driven: it only records presses. Runs in both interpreters."""

from corrido.contacts.debouncer import Debouncer
from corrido.services.timebase import Timebase

SHOW = b"\x00\xa1\xc8\x8d\x14\x20\x00\xaf\x21\x00\x7f\x22\x00\x07"
EVERY_US = 500_000


class App:
    """Record presses with their instants: write each to flash, beep, show their number."""

    def __init__(self, board: object) -> None:
        self._board = board
        self._timebase = Timebase(board)
        self._debouncer = Debouncer(len(board.keys))
        self._edge = [0, 0, 0]
        self.loop = self
        self.presses = []
        self.lost = 0
        old = bytearray(64)
        board.flash.read(0, old)
        self.found = sum([1 for byte in old if byte != 0xFF])

    def turn(self) -> int:
        board, debouncer = self._board, self._debouncer
        board.watchdog.feed()
        ticks = board.ticks_us()
        self._timebase.now_ms()
        while board.buttons.get(self._edge):
            debouncer.edge(*self._edge)
        board.buzzer.off()
        for key, down, us in debouncer.poll(ticks):
            if down:
                self._book(board.keys[key], self._timebase.ms_of(us))
        self._show()
        due_us = debouncer.next_due_us()
        if board.buttons.level(9):
            raise ValueError("BACK is held")
        return EVERY_US if due_us < 0 else max(0, due_us - ticks)

    def _book(self, key: str, t_ms: int) -> None:
        self.presses.append([key, t_ms])
        self._board.flash.program(self.found + len(self.presses) - 1, b"\x00")
        self._board.buzzer.on(440)
        self._board.led("A", key == "A")

    def _show(self) -> None:
        bus = self._board.i2c
        try:
            bus.writeto(0x3C, SHOW)
            bus.writevto(0x3C, (b"\x40", bytes((len(self.presses),)), bytes(1023)))
        except OSError:
            self.lost += 1

    def pending(self) -> int:
        return self._debouncer.pending()

    def status(self, at_ms: int) -> dict:
        return {"at": str(at_ms), "presses": str(len(self.presses)), "phase": "setup"}

    def log_count(self, kind: str) -> int:
        return {"found": self.found, "lost": self.lost}.get(kind, 0)

    def focus(self) -> str:
        return " ".join([f"{key}@{t_ms}" for key, t_ms in self.presses])
