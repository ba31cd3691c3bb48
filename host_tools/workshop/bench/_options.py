"""Options shared by the benchmarks."""

import argparse


def count(text: str) -> int:
    """Return a whole number from 1 on; argparse tells the user of any other."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 on")
    return number
