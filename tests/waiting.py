"""Waiting, for every test that has to: as patient as a busy computer needs."""

import time


def wait_until(condition, seconds=120.0):
    """Return whether the condition comes true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(condition())
