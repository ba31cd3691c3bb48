"""Strings from outside, made harmless to a terminal, a spreadsheet or an XML document."""

import unicodedata

# Joiners shape letters and emoji and move nothing; other format characters can reverse a line,
# hide its rest or mark text as something else.
_JOINERS = "\u200c\u200d"
_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"
_FORMULA = ("=", "+", "-", "@")


def _harmful(letter: str) -> bool:
    """Return whether a code point is a control (C0, C1), a format (bidi), or no character.

    Lone surrogates, U+FDD0 to FDEF and the last two code points of each plane are no characters:
    no XML document may hold them.
    """
    code = ord(letter)
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return True
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in _JOINERS


def clean(text: str) -> str:
    """Return the text on one line, without control, bidirectional and other format characters.

    A line break or tab becomes a space, so that words stay apart; any other such character is
    dropped.
    """
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if letter in _BREAKS else letter for letter in text)
    return "".join(letter for letter in spaced if not _harmful(letter))


def visible(text: str) -> str:
    r"""Return the text on one line, each character that clean() would drop as its escape (\x1b).

    For messages, where the reader should see that something was there.
    """
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if letter in _BREAKS else letter for letter in text.strip())
    return "".join(
        letter.encode("unicode_escape").decode() if _harmful(letter) else letter
        for letter in spaced
    )


# The values in a row of a table.
Cell = str | int | float | None


def cell(value: Cell) -> Cell:
    """Return a value for a CSV file; text that a spreadsheet might evaluate gets a `'`.

    OWASP, "CSV Injection": a spreadsheet may take a cell that begins with = + - @, with or
    without white space before it, for a formula. Numbers do not change.
    """
    if not isinstance(value, str):
        return value
    harmless = clean(value)
    return f"'{harmless}" if harmless.lstrip().startswith(_FORMULA) else harmless
