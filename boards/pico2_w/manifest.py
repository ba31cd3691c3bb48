# ruff: noqa: F821  (the names come from the manifest tool)
# What an image for this board freezes.

include("$(PORT_DIR)/boards/manifest.py")
include("../common/manifest.py")

# What `hall` speaks MQTT with.
require("umqtt.simple")
