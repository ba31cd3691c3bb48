"""Types of options that more than one command has: each refuses a wrong word in one line."""

import argparse
import re
from collections.abc import Callable


def port(text: str) -> int:
    """Return the number of a network port; ArgumentTypeError if it is none. 0 is a free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return int(text)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a type for whole numbers from least to most; it refuses others by their range."""

    def number(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least} to {most}"
            )
        return int(text)

    return number


def filled(text: str) -> str:
    """Return a text that must not be empty; ArgumentTypeError if it is."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a text is wanted, and it is empty")
    return text


def sha256(text: str) -> str:
    """Return a published SHA-256 in small letters; ArgumentTypeError if it is not a whole one."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no SHA-256: 64 hexadecimal digits")
    return text.lower()
