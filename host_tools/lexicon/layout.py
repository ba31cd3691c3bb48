"""Take a file of words apart by what is in it: which tokens are words, which explain them.

Nothing is guessed by a majority. A line holds a word; or words, if its tokens are no sentences and
do not repeat; or a word and its definition, if that is in small letters beside capitals, in a
column of sentences, or repeats as language does. What shows none of these is refused. What tells
some words from the others (`+` and `-`, ALTA and BAJA, headings over them) is no word and no
bullet: it is told, for a yes.
"""

import codecs
import contextlib
import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from corrido.lexicon.alphabet import SHORTEST, Alphabet

from host_tools.errors import UserError

_OTHER_FILES = (
    (b"%PDF", "a PDF"), (b"{\\rtf", "an RTF document"), (b"PK", "a zip, xlsx, docx or ods file"),
    (b"\x1f\x8b", "a gzip archive"), (b"\xd0\xcf\x11\xe0", "an old Excel or Word file"),
    (b"BZh", "a bzip2 archive"), (b"\xfd7zXZ", "an xz archive"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"SQLite", "a database"), (b"<", "an HTML or XML page"), (b"CLEX", "a compiled lexicon"),
)  # fmt: skip
_EASTERN = ("cp1250", "iso8859-2")
_CODE_PAGES = {
    "pl": _EASTERN, "cs": _EASTERN, "sk": _EASTERN, "hu": _EASTERN, "hr": _EASTERN,
    "ro": (*_EASTERN, "iso8859-16"), "tr": ("cp1254",), "el": ("cp1253",),
}  # fmt: skip
_QUOTES = "\"'«»“”‘’„`:"
_PLAIN: dict[int, str | None] = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))  # fmt: skip
_PLAIN |= {at: unicodedata.normalize("NFKC", chr(at))  # one sign for fi, and wide letters
           for at in (*range(0xFB00, 0xFB07), *range(0xFF01, 0xFF5F))}  # fmt: skip
_CUT = re.compile("\u00ad[ \\t]*[\\r\\n]+[ \\t]*")  # a word that goes on in the next line
_HALF = re.compile(r"[^\S\r\n]([^\W\d]+[-\u2010¬])[ \t]*[\r\n]+[ \t]*[^\W\d]")  # so, of several
_COMMENT = re.compile(r"#\s|//|#$")
_POINTERS = {"=", "->", "=>", "→", "⇒"}  # between a word and what it stands for
_FOREIGN_LETTER = re.compile(r"[^\W\d_]|(?<=[^\W\d_])[^\w\s](?=[^\W\d_])")  # or a sign inside
_SPACE = re.compile(r"[\s,;|]+")
_NUMBER = re.compile(r"[(#+-]*\d[\d.,:%/)+-]*")
_FEW, _MANY = 0.05, 0.3  # the share of tokens that were there before: of words, of language
_LEAST = 50  # tokens from which a share says something
_IN_ORDER, _NEARLY = 0.95, 0.75
_LEAST_ROWS = 6  # of columns, from which their order says something
_HEADINGS = {
    "palabra", "palabras", "word", "words", "słowo", "mot", "wort", "parola", "palavra",
    "masculino", "femenino", "singular", "plural", "masculine", "feminine",
}  # fmt: skip
_VERDICTS = {"si", "sí", "no", "yes", "true", "false"}
_OUT = {  # beside words, or over them, that a list has no longer
    "-", "−", "–", "no", "false", "baja", "bajas", "eliminadas", "suprimidas", "removed",
}  # fmt: skip
_MOST_VALUES = 4  # of a column that tells some words from the others
WAY_ON = "save its words as plain text, a word a line"

Line = tuple[int, list[list[str]]]  # its number, and its cells as tokens


@dataclass
class Layout:
    """What a text holds: (line number, word); lines of several words among lines of one."""

    words: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    phrases: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    notes: list[str] = field(default_factory=list[str])
    tokens: int = 0
    definitions: int = 0
    numbers: Counter[int] = field(default_factory=Counter[int])  # by column
    leads: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])  # signs, or ""
    dividing: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    pointing: bool = False


def decoded(path: Path, data: bytes, alphabet: Alphabet) -> tuple[str, str]:
    """Return a file's text, and its encoding if it is not UTF-8; UserError if in none known."""
    if utf16(data):
        return data.decode("utf-16", "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        at = error.start
    found = {}
    for page in _CODE_PAGES.get(alphabet.code, ("cp1252",)):
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(page)
            strange = {letter for letter in _FOREIGN_LETTER.findall(text) if letter > "\x7f"}
            if all(alphabet.spell(letter) for letter in strange - {*"Ççºª·’\xad"}):
                found.setdefault(text, page)
    if len(found) != 1:
        raise UserError(f"{path}: byte {at} is not UTF-8: save it as UTF-8, a word a line")
    return found.popitem()


def refuse_others(path: Path, data: bytes) -> None:
    """Refuse files that hold no plain text, as PDFs do."""
    for begin, what in _OTHER_FILES:
        if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(begin):
            raise UserError(f"{path}: {what}: {WAY_ON}")


def utf16(data: bytes) -> bool:
    """Return whether a file says that it is UTF-16."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def taken_apart(path: Path, text: str, alphabet: Alphabet) -> Layout:
    """Return the words of a text, by its content; UserError if that does not show which."""
    found = Layout()
    text = _CUT.sub("", text).translate(_PLAIN)
    if half := _HALF.search(text):
        raise UserError(f"{path}: words are cut at the ends of lines, as {half[1]}: join their "
                        f"halves, a word a line")  # fmt: skip
    lines = _json(path, text)
    if lines is None:
        lines = re.split(r"\r\n|[\r\n\v\f\x85\u2028\u2029]", text)
    else:
        found.notes.append("JSON")
    rows, cells = _rows(lines, found)
    if cells:
        _by_columns(path, rows, alphabet, found)
    else:
        _by_lines(path, rows, alphabet, found)
    if found.definitions:
        found.notes.append("a word and its definition")
    if len({sign for _, sign in found.leads}) > 1:
        found.dividing += [row for row in found.leads if row[1]]
    heads = _headings(found.words, alphabet)
    if _OUT & {mark.lower() for _, mark in (*found.dividing, *heads)}:
        raise UserError(f"{path}: its marks tell which words are in and which are out: save those "
                        f"that are in, a word a line")  # fmt: skip
    for number, word in heads:
        raise UserError(f"{path}: line {number}: {word[:40]}: a heading, or a word out of order: "
                        f"delete it, or put it in its place")  # fmt: skip
    return found


def _headings(words: list[tuple[int, str]], alphabet: Alphabet) -> list[tuple[int, str]]:
    """Return the first word, or BAJAS, out of the order of those before and of those after it."""
    words = sorted(words, key=lambda row: row[0]) if len(words) >= _LEAST_ROWS else []
    texts = [alphabet.fold(word) for _, word in words]
    return [row for at, row in enumerate(words) if (at == 0 or row[1].lower() in _OUT)
            and not _in_order(texts[max(at - 1, 0) :][:2])
            and _in_order(texts[:at]) and _in_order(texts[at + 1 :])
            and texts.count(texts[at]) == 1 and alphabet.spell(texts[at])]  # fmt: skip


def _json(path: Path, text: str) -> list[str] | None:
    """Return the lines of a JSON list of texts or of records, or the names of a JSON object.

    None if it is no JSON.
    """
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        found: Any = json.loads(text)
    except ValueError:
        return None
    if isinstance(found, dict):
        inner = [value for value in found.values() if isinstance(value, (list, dict))]
        found = inner[0] if len(inner) == 1 else [] if inner else list(found)
    if found and all(isinstance(each, dict) for each in found):
        names = sorted(found[0], key=lambda name: name.lower() not in _HEADINGS)
        return ["\t".join(str(each.get(name, "")) for name in names) for each in found]
    if not found or not all(isinstance(each, str) for each in found):
        raise UserError(f"{path}: JSON that is no list of words: {WAY_ON}")
    return list(found)


def _rows(lines: Sequence[str], found: Layout) -> tuple[list[Line], bool]:
    """Return the tokens of each line that has any, and whether their cells are columns."""
    glued = re.compile(r"\s*\d+(?=[^\W\d])")
    if all(glued.match(line) for line in lines if line.strip()) and any(
            re.match(r"\s*[4-9]", line) for line in lines):  # fmt: skip
        lines = [glued.sub("", line, 1) for line in lines]  # 17casa, which is no notation of CH
    mark = _separator(lines)
    rows: list[Line] = []
    heads: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if _COMMENT.match(line):
            line = ""
        parts = _cells(line, mark) if mark else _SPACE.split(line)
        row = [[token for token in map(_bare, cell.split() if mark else (cell,)) if token]
               for cell in parts]  # fmt: skip
        rows.append((number, row if mark else [cell for cell in row if cell]))
        found.tokens += sum(map(len, row))
        numbers = [at for at, cell in enumerate(parts) if _NUMBER.fullmatch(cell.strip())]
        found.numbers.update(numbers)
        heading = line.rstrip().endswith(":") or numbers == [0] and len(parts) == 2
        if heading and sum(map(len, row)) == 1 and len(max(row)[0]) > 1:
            heads.append((number, max(row)[0]))
        if any(row):
            signs = next(filter(None, line.split()))
            found.leads.append((number, "" if any(map(str.isalnum, signs)) else signs))
        found.pointing = found.pointing or not _POINTERS.isdisjoint(parts)
    if 2 * len(heads) < len(rows):  # `7 letras`, `ELIMINADAS:`
        found.dividing += heads
        over = dict(heads)
        rows = [(number, [] if number in over else row) for number, row in rows]
    if mark:
        found.notes.append(f"columns separated by {'tabs' if mark == chr(9) else mark}")
    return rows, bool(mark)


def _separator(lines: Sequence[str]) -> str:
    """Return what separates columns: a tab, or a mark that is as often in every line."""
    filled = [line for line in lines if line.strip()]
    if any("\t" in line.strip() for line in filled):
        return "\t"
    for mark in ";|,":
        alike = len(filled) > 1 and all(mark in line for line in filled)
        if alike and len({len(_cells(line, mark)) for line in filled}) == 1:
            return mark
    return ""


def _cells(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error:  # longer than any cell
        return line.split(mark)


def _bare(token: str) -> str:
    """Return a token without quotes; "" for a number, a bullet or a stroke."""
    token = token.strip(_QUOTES)
    if not any(map(str.isalpha, token)) or _NUMBER.fullmatch(token):
        return ""
    return token


def _by_columns(path: Path, rows: list[Line], alphabet: Alphabet, found: Layout) -> None:
    """Take the words from those columns that hold words."""
    first = next((row for row in rows if any(row[1])), rows[0])
    others = sum(any(row) for _, row in rows) - 1
    sized = any(cell and others > 1 and found.numbers[at] == others
                for at, cell in enumerate(first[1]))  # fmt: skip
    heads = [" ".join(cell).lower() in _HEADINGS for cell in first[1]]
    named = bool(heads) and heads[0]
    if named or sized:  # a name over a column of numbers
        rows = [row for row in rows if row is not first]
    width = max((len(row) for _, row in rows), default=0)
    grid = [[(number, row[at]) for number, row in rows if at < len(row) and row[at]]
            for at in range(width)]  # fmt: skip
    columns = [column for column in grid if column]
    for some in combinations(columns, 2):
        _refuse_alphagrams(path, [[cell[0] for _, cell in column] for column in some])
    capitals = bool(columns) and all(cell[0].isupper() for _, cell in columns[0])
    for at, column in enumerate(columns):
        tokens = [token for _, cell in column for token in cell]
        if at and _divides(tokens, sum(any(row) for _, row in rows)):
            found.dividing += [(number, cell[0]) for number, cell in column]
            continue
        small = capitals and not any(token.isupper() for token in tokens)
        strange = [len(cell) > 1 or any(map(_marked, cell)) for _, cell in column]
        language = _repeats(tokens) > _FEW or any(map(_marked, tokens))
        if at and (small or language and all(strange)) or (
                len(columns) > 1 and _repeats(tokens) >= _MANY):  # fmt: skip
            found.definitions += len(column)
        elif at and (any(strange) or language):
            raise _unclear(path)
        else:
            pair = [[cell[0] for _, cell in each] for each in (columns[0], column)]
            _refuse_strangers(path, pair, alphabet)
            for number, cell in column:
                words = found.words if len(cell) == 1 else found.phrases
                words.append((number, " ".join(cell)))
    if named and not (
        found.definitions or found.numbers or found.dividing or len(heads) > 1 and all(heads)
    ):
        found.words += [(first[0], " ".join(cell)) for cell in first[1] if cell]
    elif named or sized:
        found.notes.append("a line of headings")


def _divides(tokens: Sequence[str], rows: int) -> bool:
    """Return whether tokens beside words have a few values, which tell some from the others."""
    values = {token.lower() for token in tokens}
    if values <= _VERDICTS:
        return len(values) > 1
    least = 1 if len(tokens) < rows else 2
    told = all(len(value) > 2 and not _marked(value) for value in values)
    return told and least <= len(values) <= min(_MOST_VALUES, len(tokens) // 2)


def _refuse_alphagrams(path: Path, columns: Sequence[Sequence[str]]) -> None:
    """Refuse lines of which one end has the letters of the other in order."""
    pairs = [(a.upper(), b.upper()) for a, b in zip(*columns, strict=False)]
    same = [pair for pair in pairs if sorted(pair[0]) == sorted(pair[1])]
    ordered = [pair for pair in same if any(sorted(one, key=_collated) == [*one] for one in pair)]
    if len(ordered) > _FEW * len(pairs):
        raise _unclear(path)


def _refuse_strangers(path: Path, columns: Sequence[Sequence[str]], alphabet: Alphabet) -> None:
    """Refuse columns of which the first is in order and another is not: it may be about it."""
    folded = [[alphabet.fold(word) for word in column] for column in columns]
    if len(folded[0]) >= _LEAST_ROWS and _in_order(folded[0]) and not all(
            _in_order(column, _NEARLY) for column in folded[1:]):  # fmt: skip
        raise _unclear(path)


def _collated(letter: str) -> str:
    return "N~" if letter == "Ñ" else letter


def _by_lines(path: Path, rows: list[Line], alphabet: Alphabet, found: Layout) -> None:
    """Take the words from lines without columns."""
    lines = [(number, [cell[0] for cell in row]) for number, row in rows]
    letters = [(number, tokens[0]) for number, tokens in lines  # over their words
               if len(tokens) == 1 and _short(tokens[0], alphabet)]  # fmt: skip
    apart = {number for number, _ in letters}
    lines = [(number, [] if number in apart else tokens) for number, tokens in lines]
    if (head := next((row for row in lines if row[1]), (0, [""])))[1][0].lower() in _HEADINGS:
        lines = [row for row in lines if row is not head or len(row[1]) == 1]
    filled = [(number, tokens) for number, tokens in lines if tokens]
    several = [(number, tokens) for number, tokens in filled if len(tokens) > 1]
    if several:
        _refuse_alphagrams(path, [[tokens[at] for _, tokens in several] for at in (0, -1)])
    two = {len(tokens) for _, tokens in filled} == {2}
    if two and _divides([tokens[1] for _, tokens in several], len(filled)):
        found.dividing += [(number, tokens[1]) for number, tokens in several]
        filled = [(number, tokens[:1]) for number, tokens in filled]
    elif several and _has_definitions(several, filled, alphabet):
        found.definitions = len(several)
        filled = [(number, tokens[:1]) for number, tokens in filled]
    elif several and not found.pointing and _are_words(lines, several, alphabet):
        count = max(len(tokens) for _, tokens in several)
        _refuse_strangers(path, [[tokens[at] for _, tokens in filled if at < len(tokens)]
                                 for at in range(count)], alphabet)  # fmt: skip
        found.notes.append("several words a line")
    elif several:
        if len(several) == len(filled):
            raise _unclear(path)
        found.phrases += [(number, " ".join(tokens)) for number, tokens in several]
        filled = [(number, tokens) for number, tokens in filled if len(tokens) == 1]
    found.words = letters + [(number, token) for number, tokens in filled for token in tokens]


def _unclear(path: Path) -> UserError:
    return UserError(f"{path}: its lines hold several words, or a word and its definition, and "
                     f"nothing shows which: {WAY_ON}")  # fmt: skip


def _has_definitions(several: list[tuple[int, list[str]]], filled: list[tuple[int, list[str]]],
                     alphabet: Alphabet) -> bool:  # fmt: skip
    """Return whether each line is a word in capitals and a text that is not, or as in language."""
    heads = [alphabet.fold(tokens[0]) for _, tokens in filled]
    rest = [token for _, tokens in several for token in tokens[1:]]
    if all(tokens[0].isupper() for _, tokens in filled):
        return all(not other.isupper() or _short(other, alphabet) or _marked(other)
                   for other in (tokens[1] for _, tokens in several)) and (
                       len(rest) < _LEAST or _repeats(rest) > _FEW)  # fmt: skip
    marked = all(any(map(_marked, tokens[1:])) for _, tokens in several) and (
        _repeats(rest) > _FEW or 1 < len(several) < len(rest) < _LEAST
    )
    language = len(rest) >= _LEAST and _repeats(rest) >= _MANY or marked
    most = len(several) >= _MANY * len(filled)  # a few are phrases
    return language and most and _repeats(heads) <= _FEW and _in_order(heads)


def _are_words(lines: list[tuple[int, list[str]]], several: list[tuple[int, list[str]]],
               alphabet: Alphabet) -> bool:  # fmt: skip
    """Return whether lines of several tokens are rows of a list: full or in order, no language."""
    rest = [token for _, tokens in several for token in tokens]
    if any(map(_marked, rest)) or _repeats(rest) > _FEW * (len(rest) >= _LEAST):
        return False
    if len({token.isupper() for token in rest if len(token) > 1}) > 1:
        return False
    inner = [(tokens, after) for (_, tokens), (_, after) in pairwise(lines) if tokens and after]
    sizes = {len(tokens) for tokens, _ in inner}
    if 1 in sizes or not inner and len(several) > 1:
        return False
    last = max((len(tokens) for _, tokens in lines), default=0)
    widths = [len(" ".join(tokens)) for tokens, _ in inner]
    if not inner or sizes == {last} or 4 * min(widths) > 3 * max(widths):
        return True
    return all(_in_order([alphabet.fold(token) for token in (*tokens, after[0])], 1)
               for tokens, after in inner)  # fmt: skip


def _in_order(texts: Sequence[str], share: float = _IN_ORDER) -> bool:
    """Return whether so many texts are followed by a later one."""
    pairs = list(pairwise("".join(map(_collated, text)) for text in texts))
    return sum(a <= b for a, b in pairs) >= share * len(pairs)


def _short(token: str, alphabet: Alphabet) -> bool:
    return len(alphabet.spell(token) or token) < SHORTEST


def _marked(token: str) -> bool:
    """Return whether a token has marks that no notation of tiles has."""
    bare = re.sub(r"[\[(](\w{2,3}|[Ll]·[Ll])[\])]", r"\1", token)
    return not all(letter.isalnum() or letter in "·-'’" for letter in bare)


def _repeats(tokens: Sequence[str]) -> float:
    """Return the share of tokens that were there before."""
    return 1 - len({token.lower() for token in tokens}) / len(tokens) if tokens else 0.0
