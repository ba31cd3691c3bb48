"""What plays on a chip in these tests."""

from host_tools.lab.player import Player

__all__ = ("Player",)
