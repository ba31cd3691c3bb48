"""The names that CPython and MicroPython do not share."""

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value


TYPE_CHECKING = False  # type checkers take it for True: imports under it cost a device nothing
