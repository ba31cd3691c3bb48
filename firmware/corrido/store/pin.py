"""Keep the arbiter's PIN: salted, hashed, and locked after wrong tries, even across a cut."""

import struct
from hashlib import sha256

from corrido.compat import TYPE_CHECKING
from corrido.store.two_slots import Slots

if TYPE_CHECKING:
    from corrido.parts import Flash

FORMAT = 2
MAGIC = b"CP"
STATE = "<BHI8s32s"  # wrong tries, locks so far, ms of lock left, salt, hash
TRIES = 3
LOCK_MS = 30_000
LONGEST_LOCK_MS = 1 << 28  # three days
BITS = 512
LEAST_PIN, MOST_PIN = 4, 8  # digits


def hashed(digits: str, salt: bytes) -> bytes:
    """Return the hash that is stored instead of the PIN.

    One round: ten thousand PINs fall in seconds to whoever has the flash, however many rounds a
    device can afford. The lock is what protects.
    """
    return sha256(salt + digits.encode()).digest()


class Pin:
    """The PIN in two blocks of flash from `first` on. now_ms: milliseconds since power-on.

    damaged: the newest copy cannot be read. Then no PIN is accepted, least of all an older one,
    and the arbiter's functions stay closed until a new PIN is set.
    """

    def __init__(self, flash: "Flash", first: int, salt: bytes) -> None:
        """Read the stored PIN; salt: bytes unique to the device. FormatError if of another one."""
        self._slots = Slots(flash, first, MAGIC, FORMAT)
        self._device_salt = salt
        self._wrong = self._locks = 0
        self._salt, self._hash = bytes(8), bytes(32)
        self.lock_ms = 0  # remaining lock when last saved
        self._since_ms = 0  # power-on time from which lock_ms counts down
        data = self._slots.newest()
        fits = len(data) == struct.calcsize(STATE)
        self.damaged = self._slots.damaged or bool(data) and not fits
        if fits:
            self._wrong, self._locks, lock_ms, *kept = struct.unpack(STATE, data)
            self._salt, self._hash = kept
            self.lock_ms = max(0, lock_ms - self._slots.marked * _unit_ms(lock_ms))
            if self.lock_ms:
                self._save()

    def is_set(self) -> bool:
        """Return whether a PIN has been chosen."""
        return self.damaged or self._hash != bytes(32)

    def set(self, digits: str) -> None:
        """Choose a PIN of 4 to 8 digits, "" for none; ValueError for anything else.

        OSError if the flash does not keep it: then it holds only until power-off.
        """
        if digits == "":
            self._hash = bytes(32)
        else:
            if not (LEAST_PIN <= len(digits) <= MOST_PIN and digits.isdigit()):
                raise ValueError("pin: %d to %d digits" % (LEAST_PIN, MOST_PIN))
            self._salt = sha256(self._device_salt + self._salt + self._hash).digest()[:8]
            self._hash = hashed(digits, self._salt)
        self._wrong = self._locks = self.lock_ms = 0
        self.damaged = False
        if not self._save():
            raise OSError("pin: the flash does not keep it")

    def check(self, digits: str, now_ms: int) -> bool:
        """Return whether the PIN is right; False while locked. A wrong one is on record first."""
        if not self.is_set() or self.damaged or self.locked_ms(now_ms):
            return False
        if hashed(digits, self._salt) == self._hash:
            if self._wrong or self._locks:
                self._wrong = self._locks = self.lock_ms = 0
                self._save()
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong = 0
            self.lock_ms = min(LOCK_MS << min(self._locks, 13), LONGEST_LOCK_MS)
            self._locks += 1
            self._since_ms = now_ms
        self._save()
        return False

    def erase_spare(self) -> bool:
        """Make sure that wrong PINs in the coming game need no erase; return True if it erased.

        Only while no clock runs.
        """
        try:
            return self._slots.erase_spare()
        except OSError:
            return False  # a wrong PIN still locks, but only until power-off

    def locked_ms(self, now_ms: int) -> int:
        """Return how long the arbiter's functions stay locked, in ms; 0 if they are not."""
        return max(0, self.lock_ms - (now_ms - self._since_ms)) if self.lock_ms else 0

    def poll(self, now_ms: int) -> None:
        """Note served time of a lock, so that it resumes where it was after a cut."""
        served_ms = now_ms - self._since_ms
        self._slots.mark(served_ms // _unit_ms(self.lock_ms))
        if served_ms >= self.lock_ms:
            self.lock_ms = 0

    def _save(self) -> bool:
        state = (self._wrong, self._locks, self.lock_ms, self._salt, self._hash)
        try:
            self._slots.save(struct.pack(STATE, *state), BITS)
        except OSError:
            return False  # the lock still holds until power-off
        return True


def _unit_ms(lock_ms: int) -> int:
    """Return the served time per bit: at least 100 ms, and enough that BITS bits suffice."""
    return max(100, lock_ms // BITS + 1)
