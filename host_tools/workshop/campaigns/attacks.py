"""Attacks on stored data: unchanged, reported, or silently wrong?

A device's settings, PIN, lock-out and a running game are stored; then reads fail, bits flip, and
the firmware's own stores and recorder load it all again. Silently wrong means: another game or
other clocks without a fault, a PIN that had been replaced, a lock-out that is gone.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from corrido.core import events, phases
from corrido.core.presets import rules_for
from corrido.services.recorder import Recorder
from corrido.store.journal.codec import FormatError
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout
from corrido.store.pin import Pin, hashed
from corrido.store.settings import Settings

from host_tools.sim.norflash import NorFlash

if TYPE_CHECKING:
    pass

BLOCKS = 12
DEVICE = b"attacked"
OLD_PIN, PIN = "4271", "9035"
LATE_MS = 1000  # the most that a cut, flipped bits or failing reads may cost a clock
CLOCKS = ("clock.A", "clock.B", "limit")
MOST_BITS = 8
FINE = (": tries", ": as before", ": told")  # endings of the figures that need not be 0


Lie = Callable[["Memory", int, bytearray | memoryview], None]  # it changes the data read


class Memory(NorFlash):
    """A flash whose content can be set and whose reads can be made to lie."""

    def __init__(self) -> None:
        super().__init__(BLOCKS)
        self.reads = 0
        self.lie: Lie | None = None
        self.lie_at = self.lies = 0
        self.wavering: list[int] = []  # numbers of the bits that read randomly as 0 or 1
        self.chance = random.Random(1)
        self.before = b"\0"  # the last read's true data

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Read from the flash, with the faults that were ordered."""
        super().read(addr, buf)
        truth = bytes(buf)
        for bit in self.wavering:
            if addr <= bit // 8 < addr + len(buf) and self.chance.getrandbits(1):
                buf[bit // 8 - addr] ^= 1 << bit % 8
        self.reads += 1
        if self.lie and self.lie_at <= self.reads < self.lie_at + self.lies:
            self.lie(self, addr, buf)
        self.before = truth

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Program the flash; with wavering bits, programming clears no bit that it need not."""
        if self.wavering:
            buf = bytes(new & old for new, old in zip(buf, self.data[addr:], strict=False))
        super().program(addr, buf)

    def restore(self, image: bytes) -> None:
        """Restore the content, and stop all faults."""
        self.data[:] = image
        self.reads = self.lie_at = 0
        self.lie, self.wavering, self.before = None, [], b"\0"


def _played(memory: Memory) -> None:
    """Store settings twice, a PIN replaced and locked, one closed game and one running."""
    settings_at, pin_at, journal_at = layout(memory)
    settings = Settings(memory, settings_at[0])
    for name in ("Ana", "Berta"):
        settings.set("player-a", name)
        settings.set("budget", 600)
        settings.commit()
    pin = Pin(memory, pin_at[0], DEVICE)
    for digits in (OLD_PIN, PIN):
        pin.set(digits)
    for _ in range(3):
        pin.check("0000", 0)
    journal = Journal(memory, *journal_at, device=DEVICE)
    journal.mount()
    rules = rules_for("fise-corrido", budget_ms=600_000)
    recorder = Recorder(journal, rules, lambda effect: None)
    for presses in (20, 60):
        recorder.arm(rules, {"player-a": "Ana"}, 0)
        t_ms = 1000
        recorder.send(events.PRESS, events.B, 0, t_ms)
        for number in range(presses):
            for _ in range(3):
                t_ms += 500
                recorder.beat(t_ms)
            recorder.send(events.PRESS, (events.A, events.B)[number % 2], 0, t_ms)
            recorder.send(events.PRESS, (events.A, events.B)[number % 2], 0, t_ms + 10)  # ignored
            if number % 9 == 5:
                recorder.send(events.STOP, 0, events.SCORE, t_ms + 100)
                recorder.send(events.STOP, 0, 0, t_ms + 300)
        if presses == 20:
            recorder.send(events.STOP, 0, 0, t_ms + 400)
            recorder.send(events.END, 0, 0, t_ms + 500)
            recorder.send(events.VOID, 0, 0, t_ms + 600)
            recorder.send(events.OK, 0, 0, t_ms + 700)


class Taken:
    """The state that the firmware loads from a memory."""

    def __init__(self, memory: Memory) -> None:
        settings_at, pin_at, journal_at = layout(memory)
        settings = Settings(memory, settings_at[0])
        pin = Pin(memory, pin_at[0], DEVICE)
        journal = Journal(memory, *journal_at, device=DEVICE)
        journal.mount()
        recorder = Recorder(journal, rules_for("fise-corrido"), lambda effect: None)
        self.settings = settings.all(), settings.damaged
        self.pin = pin._hash, pin.damaged
        self.locked_ms = pin.locked_ms(0)
        self.old_pin = pin._hash == hashed(OLD_PIN, pin._salt)
        self.game = recorder.game
        self.status = recorder.match.status()
        self.phase = recorder.match.phase

    def outcome(self, before: "Taken") -> str:
        """Return `as before`, `told`, or the silent fault."""
        if self.old_pin:
            return "silently wrong"
        told = self.phase == phases.FAULT or self.settings[1] or self.pin[1]
        if not self.pin[1] and (self.pin[0] != before.pin[0] or not self._locked(before)):
            return "silently wrong"
        if not self.settings[1] and self.settings != before.settings:
            return "silently wrong"
        if self.phase == phases.FAULT:
            return "told"
        same = self.game == before.game and all(
            _close(name, self.status[name], value) for name, value in before.status.items()
        )
        return ("told" if told else "as before") if same else "silently wrong"

    def _locked(self, before: "Taken") -> bool:
        return abs(self.locked_ms - before.locked_ms) <= LATE_MS


def _close(name: str, now: str, before: str) -> bool:
    if name not in CLOCKS or "none" in (now, before):
        return now == before
    return abs(_ms(now) - _ms(before)) <= LATE_MS


def _ms(clock: str) -> int:
    """Return the milliseconds of `-1:02:03.456`."""
    total = 0.0
    for part in clock.lstrip("-").split(":"):
        total = 60 * total + float(part)
    return round(1000 * total) * (-1 if clock[0] == "-" else 1)


def attacks(every: int, rounds: int) -> dict[str, int]:
    """Return tries and outcomes of every attack.

    every: each `every`-th read fails, one at a time. rounds: how often bits flip at each place.
    """
    found: Counter[str] = Counter()
    memory = Memory()
    _played(memory)
    image = bytes(memory.data)
    before = Taken(memory)
    memory.restore(image)
    for name, prepare in _cases(memory, image, every, rounds):
        memory.restore(image)
        prepare()
        found[f"{name}: tries"] += 1
        found[f"{name}: {_outcome(memory, before)}"] += 1
    return dict(found)


def _outcome(memory: Memory, before: Taken) -> str:
    """Return the worst outcome of this start and, where reads lied or waver, of the next ones."""
    outcomes = []
    for _ in range(3 if memory.wavering else 2 if memory.lie else 1):
        try:
            outcomes.append(Taken(memory).outcome(before))
        except FormatError:
            outcomes.append("told")
        memory.lie = None
    return max(outcomes, key=("as before", "told", "silently wrong").index)


def _cases(
    memory: Memory, image: bytes, every: int, rounds: int
) -> Iterator[tuple[str, Callable[[], None]]]:
    memory.restore(image)
    Taken(memory)
    reads = memory.reads
    chance = random.Random(2)
    for number in range(1, reads + 1, every):
        for name, lie in _LIES.items():
            yield name, lambda lie=lie, number=number: _lie(memory, lie, number)
            yield f"{name}, twice", lambda lie=lie, number=number: _lie(memory, lie, number, 2)
        bits = chance.randint(1, MOST_BITS)
        yield (
            "a read with 1 to 8 bits turned",
            lambda number=number, bits=bits: _lie(
                memory, lambda _memory, _addr, buf: _turn(buf, bits, chance), number
            ),
        )
    for start, end in _heads(image):
        for bits in range(1, MOST_BITS + 1):
            for _ in range(rounds):
                turned = chance.sample(range(8 * start, 8 * end), bits)
                yield "1 to 8 bits turned in a head", lambda turned=turned: _flip(memory, turned)
                yield (
                    "1 to 8 bits of a head waver",
                    lambda turned=turned: setattr(memory, "wavering", turned),
                )
    used = [at for at, byte in enumerate(image) if byte != 0xFF]
    for _ in range(rounds * 40):
        bits = chance.randint(1, MOST_BITS)
        turned = [8 * chance.choice(used) + chance.randrange(8) for _ in range(bits)]
        yield (
            "1 to 8 bits waver anywhere",
            lambda turned=turned: setattr(memory, "wavering", turned),
        )
    for number in range(rounds * 40):
        at = chance.choice(used)
        yield (
            "a neighbour disturbed",
            lambda at=at, number=number: _flip(memory, [8 * at + number % 8]),
        )


def _heads(image: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of each copy of settings and PIN, and of each journal header."""
    for block in range(BLOCKS):
        for page in range(0, 4096 if block < 4 else 1, 64):
            at = block * 4096 + page
            if image[at : at + 2] in (b"CS", b"CP"):
                length = image[at + 8] | image[at + 9] << 8
                yield at, at + 14 + length
            elif block >= 4 and image[at + 8 : at + 10] == b"CJ":
                yield at, at + 32


def _lie(memory: Memory, lie: Lie, number: int, lies: int = 1) -> None:
    memory.lie, memory.lie_at, memory.lies = lie, number, lies


def _fails(_memory: Memory, _addr: int, _buf: bytearray | memoryview) -> None:
    raise OSError(5, "flash read")


def _ones(_memory: Memory, _addr: int, buf: bytearray | memoryview) -> None:
    buf[:] = b"\xff" * len(buf)


def _zeros(_memory: Memory, _addr: int, buf: bytearray | memoryview) -> None:
    buf[:] = bytes(len(buf))


def _half(_memory: Memory, _addr: int, buf: bytearray | memoryview) -> None:
    half = len(buf) // 2
    buf[half:] = bytes(len(buf) - half)


def _elsewhere(distance: int) -> Lie:
    """Return the lie of a faulty address line: the data comes from another place."""

    def lie(memory: Memory, addr: int, buf: bytearray | memoryview) -> None:
        at = min((addr ^ distance) % len(memory.data), len(memory.data) - len(buf))
        buf[:] = memory.data[at : at + len(buf)]

    return lie


def _stale(memory: Memory, _addr: int, buf: bytearray | memoryview) -> None:
    """Return the data of the previous read."""
    buf[:] = (memory.before * (len(buf) // len(memory.before) + 1))[: len(buf)]


_LIES: dict[str, Lie] = {
    "a read that fails": _fails,
    "a read of ones": _ones,
    "a read of zeros": _zeros,
    "a read of half": _half,
    "a read from the next page": _elsewhere(256),
    "a read from the next block": _elsewhere(4096),
    "a read from two blocks away": _elsewhere(2 * 4096),
    "a read that repeats the one before": _stale,
}


def _turn(buf: bytearray | memoryview, bits: int, chance: random.Random) -> None:
    for _ in range(bits):
        bit = chance.randrange(8 * len(buf))
        buf[bit // 8] ^= 1 << bit % 8


def _flip(memory: Memory, turned: list[int]) -> None:
    for bit in turned:
        memory.data[bit // 8] ^= 1 << bit % 8
