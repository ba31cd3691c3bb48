"""Which state of the sources is frozen into the image that runs."""

from corrido.memory import IN_RAM


def image_state() -> str:
    """Which state of the sources is frozen into the image; "" if this was loaded from files."""
    try:
        state = __import__("frozen_sources").STATE  # boards/common/manifest.py makes it
    except ImportError:
        return ""
    return "" if IN_RAM else state.split(":")[1]
