"""The device on this computer: a page on loopback, a view of the firmware that runs behind it."""
