"""Lines, words and numbers of a scenario file."""

import re

from host_tools.clocks import Complaint, shown

BARE = re.compile(r'(?:[^"#]|"[^"]*"?)*')  # up to a `#` outside quotes
SECONDS = re.compile(r"\d+(\.\d{1,3})?", re.ASCII)
LONGEST_S = 7 * 24 * 3600  # of a scenario; a running clock takes minutes of computer time
MOST_DIGITS = 9  # int() refuses thousands


def without_comment(line: str) -> str:
    """Return the line up to a `#` outside quotes."""
    found = BARE.match(line)
    return found[0].strip() if found else ""


def split_items(text: str) -> list[str]:
    """Return the items of a list, which commas outside quotes separate."""
    if text.count('"') % 2:
        raise Complaint('a quoted text does not end: add a "')
    return [item.strip() for item in re.split(r',(?=(?:[^"]*"[^"]*")*[^"]*$)', text)]


def seconds_ms(text: str, what: str = "a time") -> int:
    """Return seconds (three decimals, up to LONGEST_S) as milliseconds; Complaint otherwise."""
    if not SECONDS.fullmatch(text):
        raise Complaint(f"{what} is {shown(text)}: seconds like 12 or 12.345 would be right")
    whole, _, fraction = text.partition(".")
    if len(whole) <= MOST_DIGITS:
        ms = int(whole) * 1000 + int(fraction.ljust(3, "0"))
        if ms <= LONGEST_S * 1000:
            return ms
    raise Complaint(f"{what} is {shown(text)}: at most {LONGEST_S} (seven days) would be right")


def integer(text: str, what: str, lowest: int, highest: int) -> int:
    """Return a whole number within bounds, at most MOST_DIGITS long; Complaint otherwise."""
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    if not plain or not lowest <= int(text) <= highest:
        raise Complaint(
            f"{what} is {shown(text)}: a number from {lowest} to {highest} would be right"
        )
    return int(text)


def one_of(text: str, what: str, choices: tuple[str, ...]) -> str:
    """Return the text if it is one of the choices; Complaint otherwise."""
    if text not in choices:
        raise Complaint(f"{what} {text!r}: one of {', '.join(choices)} would be right")
    return text


def arguments(words: list[str], usage: str) -> list[str]:
    """Return the words after the verb, as many as the usage has; `<...>` does not count."""
    wanted = len(usage.split())
    if len(words) != wanted:
        raise Complaint(f"{' '.join(words)!r}: `{usage}` would be right")
    return words[1:]
