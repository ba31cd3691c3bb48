# ruff: noqa: F821  (the names come from the manifest tool)
# Frozen into an image for this board.

include("$(PORT_DIR)/boards/manifest.py")
include("../common/manifest.py")

# The MQTT client of `hall`.
require("umqtt.simple")
