"""Faults of the flash and of the firmware, and what a start makes of them."""
