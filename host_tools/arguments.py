"""Types of options that more than one command has: each refuses a wrong word in one line."""

import argparse
import re


def port(text: str) -> int:
    """Return the number of a network port; ArgumentTypeError if it is none. 0 is a free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return int(text)


def sha256(text: str) -> str:
    """Return a published SHA-256 in small letters; ArgumentTypeError if it is not a whole one."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no SHA-256: 64 hexadecimal digits")
    return text.lower()
