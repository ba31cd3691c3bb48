"""Code for a device apart from the firmware; MicroPython, never run on the host."""
