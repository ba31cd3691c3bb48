"""Keep the arbiter's PIN: salted, stretched, and locked after wrong tries, even across a cut."""

import struct
from hashlib import sha256

from corrido.compat import TYPE_CHECKING
from corrido.core.events import LEAST_PIN, MOST_PIN
from corrido.store.two_slots import Slots

if TYPE_CHECKING:
    from corrido.parts import Flash

FORMAT = 1
MAGIC = b"CP"
STATE = "<BHII8s32s"  # wrong tries, locks so far, ms of lock left, rounds, salt, hash
TRIES = 3
LOCK_MS = 30_000
LONGEST_LOCK_MS = 1 << 28  # three days
BITS = 512
# 0.13 ms per round on an emulated RP2040, not yet measured on hardware.
ROUNDS = 3000
SLICE = 2  # rounds per step


def stretch(digits: str, salt: bytes, rounds: int) -> bytes:
    """Return the hash that is stored instead of the PIN."""
    return _rounds(sha256(salt + digits.encode()).digest(), salt, rounds)


def _rounds(state: bytes, salt: bytes, count: int) -> bytes:
    for _ in range(count):
        state = sha256(state + salt).digest()
    return state


class Pin:
    """The PIN in two blocks of flash from `first` on. now_ms: milliseconds since power-on.

    damaged: the newest copy cannot be read. Then no PIN is accepted, least of all an older one,
    and the arbiter's functions stay closed until a new PIN is set.
    """

    def __init__(self, flash: "Flash", first: int, salt: bytes) -> None:
        """Read the stored PIN; salt: bytes unique to the device. FormatError if it is newer."""
        self._slots = Slots(flash, first, MAGIC, FORMAT)
        self._device_salt = salt
        self._wrong = self._locks = 0
        self._rounds = ROUNDS
        self._salt, self._hash = bytes(8), bytes(32)
        self._lock_ms = 0  # remaining lock when last saved
        self._state: "bytes | None" = None  # of the check in progress
        self._left = 0  # rounds
        self._since_ms = 0  # power-on time from which _lock_ms counts down
        data = self._slots.newest()
        self.damaged = self._slots.damaged
        if len(data) == struct.calcsize(STATE):
            self._restore(data)

    def _restore(self, data: bytes) -> None:
        wrong, locks, lock_ms, self._rounds, self._salt, self._hash = struct.unpack(STATE, data)
        self._wrong, self._locks = wrong, locks
        served_ms = self._slots.marked() * _unit_ms(lock_ms)
        self._lock_ms = max(0, lock_ms - served_ms)
        if self._lock_ms:
            self._save()

    def is_set(self) -> bool:
        """Return whether a PIN has been chosen."""
        return self.damaged or self._hash != bytes(32)

    def set(self, digits: str, rounds: int = ROUNDS) -> None:
        """Choose a PIN of 4 to 8 digits, "" for none; ValueError for anything else.

        rounds: how many times it is hashed. OSError if the flash does not keep it: then it holds
        only until power-off.
        """
        if digits == "":
            self._hash = bytes(32)
        else:
            if not (LEAST_PIN <= len(digits) <= MOST_PIN and digits.isdigit()):
                raise ValueError("pin: %d to %d digits" % (LEAST_PIN, MOST_PIN))
            self._salt = sha256(self._device_salt + self._salt + self._hash).digest()[:8]
            self._rounds = rounds
            self._hash = stretch(digits, self._salt, self._rounds)
        self._wrong = self._locks = self._lock_ms = 0
        self.damaged = False
        if not self._save():
            raise OSError("pin: the flash does not keep it")

    def start(self, digits: str, now_ms: int) -> bool:
        """Begin to check a PIN in slices; False, without beginning, if no PIN can be right now."""
        self._state = None
        if not self.is_set() or self.damaged or self.locked_ms(now_ms):
            return False
        self._state = sha256(self._salt + digits.encode()).digest()
        self._left = self._rounds
        return True

    def step(self, now_ms: int) -> "bool | None":
        """Continue the check by SLICE rounds; return None until the result is known.

        A wrong PIN is on record before the result is returned.
        """
        if self._state is None:
            return False
        count = min(SLICE, self._left)
        self._state = _rounds(self._state, self._salt, count)
        self._left -= count
        if self._left:
            return None
        right = self._state == self._hash
        self._state = None
        if right:
            self._forgive()
        else:
            self._blame(now_ms)
        return right

    def check(self, digits: str, now_ms: int) -> bool:
        """Check at once, in under a second; only while no clock runs. False while locked."""
        if not self.start(digits, now_ms):
            return False
        right = None
        while right is None:
            right = self.step(now_ms)
        return right

    def prepare(self) -> bool:
        """Make sure that wrong PINs in the coming game need no erase; return True if it erased.

        Only while no clock runs.
        """
        try:
            return self._slots.erase_spare()
        except OSError:
            return False  # a wrong PIN still locks, but only until power-off

    def _forgive(self) -> None:
        if self._wrong or self._locks:
            self._wrong = self._locks = self._lock_ms = 0
            self._save()

    def _blame(self, now_ms: int) -> None:
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong = 0
            self._lock_ms = min(LOCK_MS << min(self._locks, 13), LONGEST_LOCK_MS)
            self._locks += 1
            self._since_ms = now_ms
        self._save()

    def locked_ms(self, now_ms: int) -> int:
        """Return how long the arbiter's functions stay locked, in ms; 0 if they are not."""
        return max(0, self._lock_ms - (now_ms - self._since_ms)) if self._lock_ms else 0

    def poll(self, now_ms: int) -> None:
        """Note served time, so that a lock resumes where it was after a cut."""
        if not self._lock_ms:
            return
        served_ms = now_ms - self._since_ms
        self._slots.mark(served_ms // _unit_ms(self._lock_ms))
        if served_ms >= self._lock_ms:
            self._lock_ms = 0

    def _save(self) -> bool:
        state = (self._wrong, self._locks, self._lock_ms, self._rounds, self._salt, self._hash)
        try:
            self._slots.save(struct.pack(STATE, *state), BITS)
        except OSError:
            return False  # the lock still holds until power-off
        return True


def _unit_ms(lock_ms: int) -> int:
    """Return the served time per bit: at least 100 ms, and enough that BITS bits suffice."""
    return max(100, lock_ms // BITS + 1)
