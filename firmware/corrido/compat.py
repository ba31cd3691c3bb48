"""The few names that CPython and MicroPython do not share."""

import gc

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value


def tidy() -> None:
    """Collect garbage where only a collection frees it; CPython counts references as it goes."""
    if hasattr(gc, "threshold"):
        gc.collect()
        # Small objects fill the first holes; every larger one would be looked for there in vain.
        for _ in range(96):
            [None]  # noqa: B018
