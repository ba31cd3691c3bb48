"""Settings, PIN and a game under turned bits: as they were, or told; never older, never unset.

    python -m tests.crash.test_turned_bits [TRIES] [SEED]

The model knows only the calls that the device makes and a plain array of bits: no format, no
pages, no place of a copy. Bits turn anywhere in the region, or anywhere in what is not erased.
"""

import random
import sys
from collections import Counter

import pytest
from corrido.store.journal.journal import Journal
from corrido.store.pin import Pin
from corrido.store.settings import Settings
from corrido.store.witness import Witness

from tests.portable.played_journal import mounted

BLOCK, BLOCKS = 4096, 4
OLD, NEW = "4271", "9035"
PRESS, STOP = 1, 2
RING = 8
MOST_BITS = 64


class Bits:
    """Flash as a row of bits."""

    block_size, page_size = BLOCK, 256

    def __init__(self, data: bytes = b"\xff" * BLOCK * BLOCKS) -> None:
        self.data = bytearray(data)
        self.blocks = len(data) // BLOCK

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        buf[:] = self.data[addr : addr + len(buf)]

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        for at, byte in enumerate(buf, addr):
            self.data[at] &= byte

    def erase(self, block: int) -> None:
        self.data[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK


def stored(times: int) -> Bits:
    """Return a region in which settings and PIN were set `times` times, the last time as new."""
    flash = Bits()
    settings, pin = Settings(flash, 0), Pin(flash, 2, b"device")
    for number in range(times):
        settings.set("player-a", "Berta" if number == times - 1 else f"Ana {number}")
        settings.set("budget", 600 if number == times - 1 else 100 + number)
        settings.commit()
        pin.set(NEW if number == times - 1 else OLD)
    return flash


def outcomes(image: bytes) -> tuple[str, str]:
    """Return what a start makes of settings and PIN: `as before`, `told` or `silently lost`."""
    flash = Bits(image)
    settings, pin = Settings(flash, 0), Pin(flash, 2, b"device")
    same = settings.get("player-a") == "Berta" and settings.get("budget") == 600
    right = pin.is_set() and not pin.check(OLD, 0) and pin.check(NEW, 0)
    return (
        "told" if settings.damaged else "as before" if same else "silently lost",
        "told" if pin.damaged else "as before" if right else "silently lost",
    )


def campaign(tries: int, seed: int = 1) -> dict[str, int]:
    """Turn 1 to 64 bits in each try; return how often each outcome came."""
    chance, found = random.Random(seed), Counter[str]()
    images = [bytes(stored(times).data) for times in (1, 2, 5, 16, 33)]
    for number in range(tries):
        image = bytearray(chance.choice(images))
        written = [at for at, byte in enumerate(image) if byte != 0xFF]
        places = written if number % 2 else range(len(image))
        where = "in what was written" if number % 2 else "anywhere"
        for _ in range(chance.randint(1, MOST_BITS)):
            image[chance.choice(places)] ^= 1 << chance.randrange(8)
        for what, outcome in zip(("settings", "PIN"), outcomes(bytes(image)), strict=True):
            found[f"{what}, {where}: {outcome}"] += 1
    return dict(sorted(found.items()))


def played(chance: random.Random) -> tuple[bytes, bytes]:
    """Return a ring with a game of some presses and stops, and its witness."""
    flash, beside = Bits(b"\xff" * BLOCK * RING), Bits(b"\xff" * BLOCK * 2)
    journal, witness = mounted(flash), Witness(beside, 0)
    journal.begin(1, b"[{}, {}]")
    t_ms = 0
    for seq in range(2, chance.randint(3, 60)):
        until_ms = t_ms + chance.randint(200, 20_000)
        beaten(journal, t_ms, until_ms)
        t_ms = until_ms
        journal.append(seq, t_ms, chance.choice((PRESS, STOP)), 1, 1, ("press",))
        witness.follow(journal.current, True)
    beaten(journal, t_ms, t_ms + chance.choice((0, 6000)))
    witness.follow(journal.current, True)
    return bytes(flash.data), bytes(beside.data)


def beaten(journal: Journal, from_ms: int, to_ms: int) -> None:
    """Record the time four times a second."""
    for t_ms in range(from_ms + 250, to_ms, 250):
        journal.heartbeat(t_ms)


def told_of(journal: Journal, beside: bytes) -> bool:
    """Return whether a start would tell a loss."""
    return not journal.current.whole or Witness(Bits(beside), 0).misses(journal.current)


def of_a_game(tries: int, seed: int = 1) -> dict[str, int]:
    """Turn two or three bits in the last 40 to 300 bytes written, or in 20 anywhere."""
    chance, found = random.Random(seed), Counter[str]()
    image, beside, before = b"", b"", ([], 0)
    for number in range(tries):
        if number % 20 == 0:
            image, beside = played(chance)
            journal = mounted(Bits(image))
            before = (list(journal.events()), journal.current.last_t_ms)
        newest = max(at for at in range(RING) if image[at * BLOCK + 32] != 0xFF)
        last = newest * BLOCK + len(image[newest * BLOCK :][:BLOCK].rstrip(b"\xff")) - 1
        first = max(newest * BLOCK + 32, last - chance.choice((40, 100, 300)))
        if number % 2:
            written = [at for at, byte in enumerate(image) if byte != 0xFF and at % BLOCK >= 32]
            first = chance.choice(written)
            last = min(first + 20, written[-1])
        turned = bytearray(image)
        for _ in range(chance.choice((2, 3))):
            turned[chance.randint(first, last)] ^= 1 << chance.randrange(8)
        journal = mounted(Bits(bytes(turned)))
        same = list(journal.events()) == before[0] and journal.steady
        same = same and abs(journal.current.last_t_ms - before[1]) <= 1000
        found[
            "told" if told_of(journal, beside) else "as before" if same else "silently lost"
        ] += 1
    return dict(found)


def test_no_turned_bits_in_the_newest_entries_move_a_clock_in_silence() -> None:
    found = of_a_game(600)
    assert set(found) == {"told", "as before"} and min(found.values()) > 100, found


def test_a_header_that_reads_again_only_after_another_took_its_place_is_told() -> None:
    for seed in range(10):
        image, beside = played(random.Random(seed))
        flash = Bits(image)
        newest = max(at for at in range(RING) if flash.data[at * BLOCK + 32] != 0xFF)
        for told_first in (True, False):
            for bit in range(3, 19, 2):
                flash.data[newest * BLOCK + 8 + bit] ^= 1 << bit % 8
            journal = mounted(flash)
            assert told_of(journal, beside)
            if told_first:
                journal.append(100, journal.current.last_t_ms, STOP, 0, 0, ("fault",))


def test_no_turned_bits_lose_settings_or_pin_in_silence() -> None:
    found = campaign(400)
    assert not [name for name in found if "silently" in name], found
    for name in ("settings, in what was written: told", "PIN, in what was written: told"):
        assert found[name] > 20


@pytest.mark.parametrize("bits", [2, 3, 64])
def test_the_only_copies_turned_at_their_worst(bits: int) -> None:
    """All turned bits lie in the few bytes of one stretch, wherever that is."""
    image = bytes(stored(1).data)
    chance = random.Random(bits)
    written = [at for at, byte in enumerate(image) if byte != 0xFF]
    for first in range(0, len(written), 8):
        spoilt = bytearray(image)
        for bit in chance.sample(range(8 * 16), bits):
            spoilt[written[min(first + bit // 8, len(written) - 1)]] ^= 1 << bit % 8
        assert "silently lost" not in outcomes(bytes(spoilt)), first


if __name__ == "__main__":
    tries, seed = (int(word) for word in (sys.argv[1:] + ["10000", "1"])[:2])
    print(campaign(tries, seed), of_a_game(tries, seed))
