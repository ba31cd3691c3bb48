# ruff: noqa: F821  (the names come from the manifest tool)
# What an image for this board freezes. Files with the same names on the device go before it.

# The port mounts all of the data region; our own start-up leaves its end to the journal.
freeze("$(PORT_DIR)/modules", ("rp2.py", "_boot_fat.py"))
freeze("$(BOARD_DIR)", ("_boot.py", "corrido_region.py"))

package("corrido", base_path="../../firmware")

# From micropython-lib: the tests that run on the board, and the peer of the display bench.
require("unittest")
require("ssd1306")
