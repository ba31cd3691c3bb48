# ruff: noqa: F821  (the names come from the manifest tool)
# Frozen into an image of a board with a radio.

include("$(PORT_DIR)/boards/manifest.py")
include("../manifest.py")
