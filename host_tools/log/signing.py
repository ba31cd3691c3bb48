"""Which key signed a pulled log: a block's header says it by one byte only."""

from host_tools.log.firmware import FormatError, Links, Ring, tags
from host_tools.log.image import LogImage


def device_id(image: LogImage) -> bytes | None:
    """Return the id that the chain is bound to; None if the file does not say it."""
    try:
        return bytes.fromhex(image.device["id"])
    except (LookupError, TypeError, ValueError):
        return None


def fitting_key(image: LogImage) -> bytes:
    """Return the key that a log was given, or b"" if it has signed none of the blocks it should.

    Two keys in 255 share their byte: with the wrong one every link would seem to be broken.
    """
    if not image.key:
        return b""
    ring = Ring(image.flash(), image.region.first, image.region.blocks)
    try:
        ring.mount()
    except FormatError:
        return image.key  # whoever reads the log says so
    own, other = tags.signed_with(ring, Links(device_id(image), image.key))
    return b"" if other and not own else image.key
