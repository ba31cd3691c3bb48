"""Options shared by the benchmarks."""

import argparse


def count(text: str) -> int:
    """Return `text` as a whole number of at least 1; argparse reports any other text."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 on")
    return number
