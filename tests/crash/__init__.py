"""Faults of the flash and of the firmware, and how a start deals with them."""

import host_tools  # noqa: F401 - puts the firmware on the path of `python -m tests.crash.NAME`
