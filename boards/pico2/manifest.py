# ruff: noqa: F821  (the names come from the manifest tool)
# Frozen into an image for this board.

# The port mounts all of the data region; our own start-up leaves its end to the journal.
freeze("$(PORT_DIR)/modules", ("rp2.py", "_boot_fat.py"))
freeze("../common", "_boot.py")
freeze("$(BOARD_DIR)", "corrido_region.py")

include("../common/manifest.py")
