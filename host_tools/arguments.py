"""Argument types shared by several commands; each rejects a bad value in one line."""

import argparse
import re
from collections.abc import Callable


def port(text: str) -> int:
    """Return a network port number, 0 for any free port; ArgumentTypeError if it is invalid."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (0 to 65535)")
    return int(text)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a type for whole numbers from least to most; its error names that range."""

    def number(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least} to {most}"
            )
        return int(text)

    return number


def filled(text: str) -> str:
    """Return a text; ArgumentTypeError if it is empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the text must not be empty")
    return text


def sha256(text: str) -> str:
    """Return a published SHA-256 in lower case; ArgumentTypeError if it is incomplete."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a SHA-256 hash: 64 hexadecimal digits")
    return text.lower()
