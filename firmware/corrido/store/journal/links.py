"""The chain of records: each is linked to its predecessor, the device and perhaps a key.

Without a key a link is SHA-256 over the device's id, the previous link and the record: it reveals
accidents, clumsy edits and blocks of another device, but anyone who knows the format can forge it.
With a key it is HMAC-SHA256 (RFC 2104) over the same data: the key is on the device, so it exposes
forgers who cannot read the device's flash.
"""

from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.store.journal.codec import CHAIN_BYTES, body_of, chain_in

if TYPE_CHECKING:
    from corrido.store.journal.codec import Link

NO_KEY = const(0)
_PAD = const(64)  # block size of SHA-256


class Links:
    """The links of one device. device: its id, None if it is not known. key: b"" for none."""

    def __init__(self, device: "bytes | None", key: bytes = b"") -> None:
        self._device = device
        self._key = b""
        self.tag = NO_KEY
        self.set_key(key)

    def set_key(self, key: bytes) -> bool:
        """Use the key for blocks opened from now on; return whether it changed."""
        changed = key != self._key
        self._key = key
        # One byte tells whether a block is keyed, and with which key.
        self.tag = max(1, sha256(key).digest()[0]) if key else NO_KEY
        padded = key + bytes(_PAD - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in padded])
        self._outer = bytes([byte ^ 0x5C for byte in padded])
        return changed

    def tag_of(self, message: bytes) -> bytes:
        """Return 8 bytes by which the key's owner knows this device's message; b"" for no key."""
        return self._keyed(b"", message) if self._key else b""

    def bound_to(self, key: bytes) -> "Links":
        """Return the links of the same device with another key."""
        return Links(self._device, key)

    def of_block(self, tag: int) -> "Link | None":
        """Return how records of a block with that header are linked; None if unknown."""
        if self._device is None or tag not in (NO_KEY, self.tag):
            return None
        return self._bound if tag == NO_KEY else self._keyed

    def _bound(self, previous: bytes, body: bytes) -> bytes:
        return _plain((self._device or b"") + previous, body)

    def _keyed(self, previous: bytes, body: bytes) -> bytes:
        digest = sha256(self._inner)
        digest.update(self._device or b"")
        digest.update(previous)
        digest.update(body)
        return _plain(self._outer, digest.digest())


def _plain(previous: bytes, body: bytes) -> bytes:
    """Return the 8-byte link of `body` to the record whose link is `previous`."""
    digest = sha256(previous)
    digest.update(body)
    return digest.digest()[:CHAIN_BYTES]


def follows(record: bytearray, previous: bytes, link: "Link | None") -> bool:
    """Return whether an intact record was written directly after the link `previous`."""
    return link is None or link(previous, body_of(record)) == chain_in(record)
