# ruff: noqa: F821  (the names come from the manifest tool)
# What an image for this board freezes. Files with the same names on the device go before it.

include("$(PORT_DIR)/boards/manifest.py")

package("corrido", base_path="../../firmware")

# From micropython-lib: the tests that run on the board, and the peer of the display bench.
require("unittest")
require("ssd1306")
