"""The inner loops of drawing, as machine code where the port has it: `loops`."""

from corrido.native import loops as _load

loops = _load("corrido.raster.loops")

__all__ = ["loops"]
