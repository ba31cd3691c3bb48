"""The command `corrido` and everything else that runs on the host.

The host runs the firmware's own code (the core, the lexicon reader, the simulated board), so the
packages `corrido` and `boards` are importable as soon as this one is.
"""

from host_tools.tree import make_firmware_importable

make_firmware_importable()
