"""Reads that fail or lie: is what is stored unchanged, reported, or silently wrong?

A device's settings, PIN, lock-out and a running game are stored; then the firmware's own stores
and recorder load it all again. Silently wrong means: another game or other clocks without a
fault, a PIN that had been replaced, a lock-out that is gone.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from corrido.core import events, phases
from corrido.core.presets import rules_for
from corrido.services.recorder import Recorder
from corrido.store.journal.codec import FormatError
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout
from corrido.store.pin import Pin, hashed
from corrido.store.settings import Settings
from corrido.store.witness import Witness

from host_tools.clocks import clock_ms
from host_tools.device.norflash import NorFlash
from host_tools.workshop.campaigns.nth import Nth

BLOCKS = 12
DEVICE = b"attacked"
OLD_PIN, PIN = "4271", "9035"
LATE_MS = 1000  # the most that reads may cost a clock
CLOCKS = ("clock.A", "clock.B", "limit")
MOST_BITS = 8
FINE = (": tries", ": as before", ": told")  # endings of the figures that need not be 0

Lie = Callable[["Memory", int, bytes], bytes]  # what is read from an address instead of the data


class Memory(NorFlash):
    """A flash whose reads can be made to lie."""

    def __init__(
        self, image: bytes = b"", lie: Lie | None = None, reads: range = range(0)
    ) -> None:
        super().__init__(BLOCKS)
        self._lie = lie
        self.reads = Nth(reads)
        self.before = b"\0"  # the last read's true data
        self.load(image)

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Read from the flash, with the lies that were ordered."""
        super().read(addr, buf)
        truth = bytes(buf)
        if self.reads() and self._lie:
            buf[:] = self._lie(self, addr, truth)
        self.before = truth


class Stores:
    """The state that the firmware loads from a memory."""

    def __init__(self, memory: Memory) -> None:
        settings_at, pin_at, journal_at, witness_at = layout(memory)
        self.settings = Settings(memory, settings_at[0])
        self.pin = Pin(memory, pin_at[0], DEVICE)
        journal = Journal(memory, *journal_at, device=DEVICE)
        journal.mount()
        witness, rules = Witness(memory, witness_at[0]), rules_for("fise-corrido")
        self.recorder = Recorder(journal, rules, lambda effect: None, witness)

    def play(self) -> None:
        """Store settings twice, a PIN replaced and locked, one closed game and one running."""
        for name, digits in (("Ana", OLD_PIN), ("Berta", PIN)):
            self.settings.set("player-a", name)
            self.settings.set("budget", 600)
            self.settings.commit()
            self.pin.set(digits)
        for _ in range(3):
            self.pin.check("0000", 0)
        recorder, rules = self.recorder, rules_for("fise-corrido", budget_ms=600_000)
        for presses in (20, 60):
            recorder.arm(rules, {"player-a": "Ana"}, 0)
            t_ms = 1000
            recorder.send(events.PRESS, events.B, 0, t_ms)
            for number in range(presses):
                for _ in range(3):
                    t_ms += 500
                    recorder.beat(t_ms)
                for late_ms in (0, 10):  # the second one is ignored
                    who = (events.A, events.B)[number % 2]
                    recorder.send(events.PRESS, who, 0, t_ms + late_ms)
                if number % 9 == 5:
                    recorder.send(events.STOP, 0, events.SCORE, t_ms + 100)
                    recorder.send(events.STOP, 0, 0, t_ms + 300)
            if presses == 20:
                for kind in (events.STOP, events.END, events.VOID, events.OK):
                    t_ms += 100
                    recorder.send(kind, 0, 0, t_ms + 300)

    def outcome(self, before: "Stores") -> str:
        """Return `as before`, `told`, or the silent fault."""
        settings, pin, recorder = self.settings, self.pin, self.recorder
        if pin._hash == hashed(OLD_PIN, pin._salt):
            return "silently wrong"
        locked = abs(pin.locked_ms(0) - before.pin.locked_ms(0)) <= LATE_MS
        if not pin.damaged and (pin._hash != before.pin._hash or not locked):
            return "silently wrong"
        if not settings.damaged and settings.all() != before.settings.all():
            return "silently wrong"
        if recorder.match.phase == phases.FAULT:
            return "told"
        now, status = recorder.match.status(), before.recorder.match.status()
        same = all(_close(name, now[name], value) for name, value in status.items())
        if not same or recorder.game != before.recorder.game:
            return "silently wrong"
        return "told" if settings.damaged or pin.damaged else "as before"


def _close(name: str, now: str, before: str) -> bool:
    if name not in CLOCKS or "none" in (now, before):
        return now == before
    return abs(clock_ms(now, decimals=True) - clock_ms(before, decimals=True)) <= LATE_MS


def attacks(every: int) -> dict[str, int]:
    """Return tries and outcomes: each `every`-th read lies in each way, and with its next."""
    found: Counter[str] = Counter()
    memory = Memory()
    Stores(memory).play()
    image = memory.image()
    memory = Memory(image)
    before = Stores(memory)
    for at in range(1, memory.reads.calls + 1, every):
        for name, lie in _LIES.items():
            for count, more in ((1, ""), (2, ", twice")):
                lying = Memory(image, lie, range(at, at + count))
                found[f"{name}{more}: tries"] += 1
                found[f"{name}{more}: {_outcome(lying, before)}"] += 1
    return dict(found)


def _outcome(memory: Memory, before: Stores) -> str:
    """Return the worst outcome of this start and of the next, in which no read lies."""
    outcomes = []
    for _ in range(2):
        try:
            outcomes.append(Stores(memory).outcome(before))
        except FormatError:
            outcomes.append("told")
        memory.reads = Nth()
    return max(outcomes, key=("as before", "told", "silently wrong").index)


def _fails(_memory: Memory, _addr: int, _data: bytes) -> bytes:
    raise OSError(5, "flash read")


def _elsewhere(distance: int, memory: Memory, addr: int, data: bytes) -> bytes:
    """Return what a faulty address line reads: the data of another place."""
    at = min((addr ^ distance) % len(memory.data), len(memory.data) - len(data))
    return bytes(memory.data[at : at + len(data)])


def _turned(memory: Memory, _addr: int, data: bytes) -> bytes:
    chance, turned = random.Random(memory.reads.calls), bytearray(data)
    for _ in range(chance.randint(1, MOST_BITS)):
        bit = chance.randrange(8 * len(data))
        turned[bit // 8] ^= 1 << bit % 8
    return bytes(turned)


_LIES: dict[str, Lie] = {
    "a read that fails": _fails,
    "a read of ones": lambda _memory, _addr, data: b"\xff" * len(data),
    "a read of zeros": lambda _memory, _addr, data: bytes(len(data)),
    "a read of half": lambda _memory, _addr, data: data[: len(data) // 2].ljust(len(data), b"\0"),
    "a read from the next page": partial(_elsewhere, 256),
    "a read from the next block": partial(_elsewhere, 4096),
    "a read from two blocks away": partial(_elsewhere, 2 * 4096),
    "a read that repeats the one before": lambda memory, _addr, data: (
        memory.before * (len(data) // len(memory.before) + 1)
    )[: len(data)],
    "a read with 1 to 8 bits turned": _turned,
}
