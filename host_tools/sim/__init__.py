"""The device on this computer: a world in virtual time, and the firmware in it."""
