"""The five kinds of contribution with a recipe: begin one, and list its gaps.

`names` lists the existing ones, `begin` writes a scaffold and returns the files it touched, and
`lacks` lists the remaining steps, one per line; all three read the tree at `root`.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.workshop.new import source
from host_tools.workshop.new.board import begin_board, board_lacks, boards
from host_tools.workshop.new.screen import (
    HASHES,
    TEXTS,
    begin_screen,
    screen_lacks,
    screens,
)
from host_tools.workshop.new.source import TODO, todos, write

MENUS = "_menus"  # suffix of the table that is unloaded during play
ALPHABETS = Path("firmware/corrido/lexicon/alphabet.py")
GRID = "python -m host_tools.workshop.new.letter_grid CODE WORDS prints it"
# Where an alphabet has a row besides its tiles: file, table, what to put there.
ALPHABET_ROWS = (
    ("firmware/corrido/ui/grids.py", "GRIDS", GRID),
    ("firmware/corrido/ui/rings.py", "BY_USE", GRID),
    ("tests/lexicon/test_alphabets.py", "SIZES", "how many tiles its box has"),
    ("tests/ui/test_grids.py", "WORDS", "two words, which a test plays"),
)
PRESETS = Path("firmware/corrido/core/presets.py")
ARTICLES = Path("docs/rules-by-article.md")  # names every scenario
GAMES = Path("tests/scenarios/games.scn")
PAGE_SOURCES = Path("host_tools/workshop/pages/sources.py")
SETTINGS = Path("firmware/corrido/store/settings_table.py")
# Texts in a language besides the screens: accounts of games, and the pages in a browser.
SAID = ("host_tools/log/phrases/{}.py", "host_tools/web/static/texts/{}.js")
PAGES = ("host_tools/web/static/*.html", "host_tools/web/site/*.html")
PAGE_TABLES = Path("host_tools/web/static/language.js")


class Kind(NamedTuple):
    """One kind of contribution."""

    names: Callable[[Path], list[str]]
    begin: Callable[[Path, str], list[Path]]
    lacks: Callable[[Path, str], list[str]]
    pattern: str


# -- languages of the screens


def languages(root: Path) -> list[str]:
    """Return the languages that have texts."""
    found = [file.stem for file in (root / TEXTS).glob("*.py")]
    return sorted(name for name in found if name != "__init__" and not name.endswith(MENUS))


def _text_files(root: Path, name: str) -> list[Path]:
    """Return the two tables of a language: one for play, one for menus and everything else."""
    return [root / TEXTS / f"{name}.py", root / TEXTS / f"{name}{MENUS}.py"]


def _keys(path: Path) -> set[str]:
    """Return the keys of a table of texts, whose parts hold lines of `name=text`."""
    return {
        f"{part}.{line.partition('=')[0]}".lstrip(".")
        for part, lines in source.rows(path, "TEXTS").items()
        for line in "".join(source.texts(lines)).splitlines()
        if line
    }


def _without_text(root: Path, table: str, key: str) -> list[str]:
    """Return a line for each language whose table (its suffix: "" or MENUS) lacks a text."""
    files = [root / TEXTS / f"{code}{table}.py" for code in languages(root)]
    return [f"{TEXTS / file.name}: no text {key!r}" for file in files if key not in _keys(file)]


def begin_language(root: Path, name: str) -> list[Path]:
    """Copy the English texts, each marked, and name the language where the screens look."""
    made = _text_files(root, name)
    for english, target in zip(_text_files(root, "en"), made, strict=True):
        head, table = english.read_text(encoding="utf-8").split("TEXTS = {", 1)
        table = re.sub(r'^([^\s"=}][^=\n]*=)', rf"\1{TODO} ", table, flags=re.MULTILINE)
        head = head.replace("English", f"{TODO} the language's name")
        write(target, head + "TEXTS = {" + table)
    index = root / TEXTS / "__init__.py"
    text = index.read_text(encoding="utf-8")
    write(index, re.sub(r"^(LANGUAGES = \(.*)\)$", rf'\1, "{name}")', text, flags=re.MULTILINE))
    return [*made, index]


def language_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of a language, from texts to the settings table and documents."""
    lacking: list[str] = []
    for path, spanish in zip(_text_files(root, name), _text_files(root, "es"), strict=True):
        if not path.is_file():
            return [f"{TEXTS / path.name} is missing"]
        own, model = _keys(path), _keys(spanish)
        lacking += [f"text {key!r} is missing" for key in sorted(model - own)]
        lacking += [f"text {key!r} is used nowhere" for key in sorted(own - model)]
        lacking += todos(root, [path])
    if name not in source.names_in(root / TEXTS / "__init__.py", "LANGUAGES"):
        lacking.append(f"{TEXTS}/__init__.py: LANGUAGES does not name {name}")
    row = re.search(r'\("language", \d+, _choice\(([^)]*)', (root / SETTINGS).read_text("utf-8"))
    if not row or f'"{name}"' not in row[1]:
        lacking.append(f"{SETTINGS}: the setting `language` does not take {name}")
    for page in ("docs/deploy.md", "docs/deploy.es.md"):
        told = re.search(r"^\| `language` \|([^|]*)", (root / page).read_text("utf-8"), re.M)
        if not told or f"`{name}`" not in told[1]:
            lacking.append(f"{page}: the row of `language` does not name {name}")
    lacking += _without_text(root, MENUS, f"language.{name}")
    return [*lacking, *_unsaid(root, name), *_unshown(root, name)]


def _unshown(root: Path, name: str) -> list[str]:
    """Return the files that are written by commands and do not have the language yet."""
    lacking = []
    if f"\n{name}/" not in "\n" + (root / HASHES).read_text(encoding="utf-8"):
        lacking.append(f"{HASHES} lacks it: corrido screens --language {name} -o build/screens, "
                       "look at the pictures, then corrido screens --keep")  # fmt: skip
    return lacking


def _unsaid(root: Path, name: str) -> list[str]:
    """Return the host's text files that this language lacks."""
    files = [file.format(name) for file in SAID]
    lacking = [f"{file} is missing: en's is to be translated" for file in files
               if not (root / file).is_file()]  # fmt: skip
    for page in sorted(page for pages in PAGES for page in root.glob(pages)):
        text = page.read_text(encoding="utf-8")
        if '<option value="en"' in text and f'<option value="{name}"' not in text:
            lacking.append(f"{page.relative_to(root).as_posix()}: its list lacks {name}")
    if f"./texts/{name}.js" not in (root / PAGE_TABLES).read_text(encoding="utf-8"):
        lacking.append(f"{PAGE_TABLES} does not import texts/{name}.js")
    return lacking


# -- alphabets


def alphabets(root: Path) -> list[str]:
    """Return the alphabets that words are spelled with."""
    return sorted(source.rows(root / ALPHABETS, "TABLE"))


def begin_alphabet(root: Path, name: str) -> list[Path]:
    """Write a row with A to Z and a marked place for the folds."""
    letters = " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    source.add_row(root / ALPHABETS, "TABLE", f'    "{name}": ("{letters}", "{TODO}"),\n')
    return [root / ALPHABETS]


def alphabet_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of an alphabet: tiles, folds, its place on the screen."""
    row = source.rows(root / ALPHABETS, "TABLE").get(name)
    if row is None:
        return [f"{ALPHABETS}: no row {name!r} in TABLE"]
    found = source.texts(row)
    lacking = []
    if len(found) != 2 or TODO in " ".join(found):
        lacking.append(f"{ALPHABETS}: row {name!r}: {TODO} its tiles in order, then what folds")
    tiles = found[0].split() if found else []
    if len(set(tiles)) < len(tiles):
        lacking.append(f"{ALPHABETS}: row {name!r} has a tile twice")
    return lacking + [f"{file}: no row {name!r} in {table}: {how}"
                      for file, table, how in ALPHABET_ROWS
                      if name not in source.rows(root / file, table)]  # fmt: skip


# -- presets


def presets(root: Path) -> list[str]:
    """Return the rule presets."""
    return sorted(source.rows(root / PRESETS, "PRESETS"))


def begin_preset(root: Path, name: str) -> list[Path]:
    """Write a row that plays like COMMON, and a scenario that proves nothing yet."""
    fields = "".join(f'        "{field}": "{TODO}",\n' for field in ("language", "source"))
    row = f'    "{name}": {{\n{fields}    }},\n'
    source.add_row(root / PRESETS, "PRESETS", row)
    game = (
        f"\nscenario game-{name}\n# {TODO}: by which rules, by article\ndevice preset={name}\n"
        f"at 0 power on\nat 1 press B\nat 11 press A\nexpect {TODO}\n"
    )
    write(root / GAMES, (root / GAMES).read_text("utf-8") + game)
    return [root / PRESETS, root / GAMES]


def preset_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of a preset: a source, figures that exist, a scenario, the page."""
    row = source.rows(root / PRESETS, "PRESETS").get(name)
    if row is None:
        return [f"{PRESETS}: no row {name!r} in PRESETS"]
    lacking = []
    if any(TODO in text for text in source.texts(row)) or "source" not in source.texts(row):
        lacking.append(f"{PRESETS}: row {name!r}: {TODO} say where the figures come from")
    if f"scenario game-{name}\n" not in (root / GAMES).read_text("utf-8"):
        lacking.append(f"{GAMES}: no scenario game-{name}")
    lacking += todos(root, [root / GAMES])
    if f"`game-{name}`" not in (root / ARTICLES).read_text("utf-8"):
        lacking.append(f"{ARTICLES} does not name `game-{name}`")
    if name not in source.rows(root / PAGE_SOURCES, "SOURCES"):
        lacking.append(f"{PAGE_SOURCES}: SOURCES has no row {name!r}: the article of each figure")
    lacking += _without_text(root, "", f"preset.{name}")
    if f"`{name}`" not in (root / "docs" / "presets.md").read_text("utf-8"):
        lacking.append("docs/presets.md does not have it: corrido rules presets > docs/presets.md")
    return lacking


KINDS = {
    "board": Kind(boards, begin_board, board_lacks, r"[a-z][a-z0-9_]*"),
    "preset": Kind(presets, begin_preset, preset_lacks, r"[a-z][a-z0-9-]*"),
    "language": Kind(languages, begin_language, language_lacks, r"[a-z]{2}"),
    "alphabet": Kind(alphabets, begin_alphabet, alphabet_lacks, r"[a-z]{2}"),
    "screen": Kind(screens, begin_screen, screen_lacks, r"[a-z][a-z0-9]*"),
}
