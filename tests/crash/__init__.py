"""Faults of the flash and of the firmware, and how a start deals with them."""
