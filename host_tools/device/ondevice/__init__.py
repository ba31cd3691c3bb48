"""Code for a device besides the firmware; MicroPython, not run on the host."""
