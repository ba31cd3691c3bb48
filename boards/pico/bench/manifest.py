# ruff: noqa: F821  (the names come from the manifest tool)
# Frozen into an image for the laboratory: the Pico's own, with micropython-lib's peers.

include("../manifest.py")

require("unittest")  # runs tests/portable on the chip
require("ssd1306")  # the display driver that `corrido bench device` measures ours against
