"""The inner loops of the picture, as machine code where the port has it: `loops`."""

import sys

try:
    if sys.implementation.name != "micropython":
        raise ImportError
    from corrido.raster import viper as loops
except (ImportError, SyntaxError, ValueError):
    from corrido.raster import plain as loops  # no native code on this port, or for another one

__all__ = ["loops"]
