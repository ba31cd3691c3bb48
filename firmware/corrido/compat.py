"""Stand in for the names that CPython and MicroPython do not share."""

try:
    # The compiler folds what it wraps.
    from micropython import const as const  # pyright: ignore[reportAssignmentType]
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value


# Type checkers take it for True, devices skip what stands under it.
TYPE_CHECKING = False
