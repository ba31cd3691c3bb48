"""Boards on USB: MicroPython, the firmware, the settings of a hall, and diagnosis."""
