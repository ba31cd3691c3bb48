"""Identify the sources that are frozen into the running image."""

from corrido.memory import IN_RAM


def image_state() -> str:
    """Return the hash of the frozen sources; "" if this firmware was loaded from files."""
    if IN_RAM:
        return ""
    try:
        state = __import__("frozen_sources").STATE  # made by boards/common/manifest.py
    except ImportError:
        return ""
    return state.split(":")[1]
