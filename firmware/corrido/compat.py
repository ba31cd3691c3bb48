"""The few names that CPython and MicroPython do not share."""

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value
