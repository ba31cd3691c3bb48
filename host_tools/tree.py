"""Where firmware/ and boards/ lie. Every start waits for this, so it imports little."""

import os
import sys

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_PAYLOAD = os.path.join(_PACKAGE, "_payload")
# A checkout, or the payload of an installed wheel.
ROOT = _PAYLOAD if os.path.isdir(_PAYLOAD) else os.path.dirname(_PACKAGE)


def make_firmware_importable() -> None:
    """Put the packages `corrido` and `boards` at the end of the import path, once."""
    for folder in (ROOT, os.path.join(ROOT, "firmware")):
        if folder not in sys.path:
            sys.path.append(folder)
