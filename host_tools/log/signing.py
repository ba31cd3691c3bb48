"""Which key signed a pulled log: a block's header gives only one byte of it."""

from host_tools.log.firmware import FormatError, Links, Ring, signed_with
from host_tools.log.image import LogImage


def device_id(image: LogImage) -> bytes | None:
    """Return the id that the chain is bound to; None if the file does not give it."""
    try:
        return bytes.fromhex(image.device["id"])
    except (LookupError, TypeError, ValueError):
        return None


def fitting_key(image: LogImage) -> bytes:
    """Return the key given for a log, or b"" if it signed none of the log's signed blocks.

    Two keys share their byte once in 255 times: with the wrong one every link would look broken.
    """
    if not image.key:
        return b""
    ring = Ring(image.flash(), image.region.first, image.region.blocks)
    try:
        ring.mount()
    except FormatError:
        return image.key  # whoever reads the log reports the format
    own, other = signed_with(ring, Links(device_id(image), image.key))
    return b"" if other and not own else image.key
