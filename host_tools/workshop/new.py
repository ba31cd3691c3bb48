"""`corrido new`: begin a board, preset, language or alphabet by a copy; list its missing parts."""

import argparse
import re
import shutil
import string
from pathlib import Path
from typing import NamedTuple

from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.device.kinds import board_names
from host_tools.errors import UserError
from host_tools.tree import ROOT

TODO = "TODO"
EXAMPLES = """examples:
  corrido new board s3mini --like esp32s3     a copy of that folder, marked where it needs a change
  corrido new language fr                     the English texts, to be translated
  corrido new language fr                     once more: what is still missing
docs/extending.md has a recipe for each."""
MODEL = "pico_w"
TEXTS = "firmware/corrido/ui/texts/{}.properties"
TABLES = "firmware/corrido/ui/texts/__init__.py"
PRESETS = "firmware/corrido/core/presets.py"
ALPHABETS = "firmware/corrido/lexicon/tile_sets.py"
TILES = "firmware/corrido/ui/grids.py"
GAMES = "tests/scenarios/games.scn"
BOARD = "boards/{}/board.py"
GAME = f"""
scenario game-{{}}
# {TODO}: by which rules, by article
device preset={{}}
at 0 power on
at 1 press B
at 11 press A
expect {TODO}
"""
ANY = r"[\s\S]*"  # the whole of a file


class Edit(NamedTuple):
    """What is put where a pattern is found in a file, or in a copy of another; `{}`: the name."""

    file: str
    pattern: str
    new: str
    copied: str = ""


class Place(NamedTuple):
    """A file that has to exist and to match, without a mark; `{}` stands for the name."""

    file: str
    pattern: str = ""
    what: str = ""


class Kind(NamedTuple):
    """One kind of contribution: how names are made, how one is begun, its places.

    The first place is there as soon as one is begun.
    """

    pattern: str
    form: str  # the pattern in words
    begin: tuple[Edit, ...]
    places: tuple[Place, ...]


def lacks(kind: Kind, root: Path, name: str) -> list[str]:
    """Return what a contribution still lacks, one line each."""
    lacking = []
    for place in kind.places:
        file, pattern = place.file.format(name), place.pattern.replace("{}", re.escape(name))
        what, found = place.what.format(name), re.search(pattern, _text(root / file), re.MULTILINE)
        if not (root / file).is_file():
            lacking.append(f"{file} is missing{what and ': ' + what}")
        elif not found:
            lacking.append(f"{file} does not name {name}: {what}")
        elif TODO in found[0]:
            lacking.append(f"{file}: places of {name} marked {TODO}: {found[0].count(TODO)}")
    return list(dict.fromkeys(lacking))  # LANGUAGES has a language that is begun


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _begin(root: Path, kind: Kind, name: str, like: str) -> list[Path]:
    """Write the files that a contribution begins with; return them."""
    if kind is KINDS["board"]:
        shutil.copytree(root / "boards" / like, root / "boards" / name,
                        ignore=shutil.ignore_patterns("*.svg", "__pycache__"))  # fmt: skip
    for file, pattern, new, copied in kind.begin:
        path = root / file.format(name)
        text = _text(root / copied if copied else path)
        path.write_text(re.sub(pattern, new.replace("{}", name), text, flags=re.MULTILINE),
                        encoding="utf-8", newline="\n")  # fmt: skip
    return list(dict.fromkeys(root / edit.file.format(name) for edit in kind.begin))


def _row(file: str, table: str, row: str) -> Edit:
    """Return the edit that adds a row to a dictionary in a module of the firmware."""
    return Edit(file, rf"^({table}\b[\s\S]*?\n)\}}", rf'\1    "{{}}": {row},\n}}')


KINDS = {
    "board": Kind(
        r"[a-z][a-z0-9_]*", "small letters, digits and _, a letter first",
        (
            Edit("boards/{}/board.json", r': ("[^"]*"|\[[^]]*\]|\d+)', f': "{TODO}"'),
            Edit(BOARD, r'"name": "\w+"', '"name": "{}"'),
            Edit(BOARD, r'\A"""[^:]*([\s\S]*?\n    # )', rf'"""{TODO} this board\1{TODO} '),
        ),
        (
            Place(BOARD, r"[\s\S]+"),
            Place(BOARD, '"name": "{}"', "the folder's name in WIRING"),
            Place("boards/{}/board.json", ANY + '"architecture": "(armv|xtensa|rv32)' + ANY,
                  "architecture"),
            Place("boards/{}/build.svg", "",
                  "python -m host_tools.workshop.build_sheet draws it"),
            Place("boards/kit.toml", r"\[board\.{}\]", "size, price, the pins in their places"),
            Place("boards/README.md", r"\({}/build\.svg\)", "a row"),
            Place("boards/README.es.md", r"\({}/build\.svg\)", "una fila"),
        ),
    ),
    "language": Kind(
        r"[a-z]{2}", "two small letters",
        (
            Edit(TEXTS, r"^(\w[^\n=]*=)", rf"\1{TODO} ", TEXTS.format("en")),
            Edit(TABLES, r"^(LANGUAGES = \(.*)\)$", r'\1, "{}")'),
        ),
        (
            Place(TEXTS, r"[\s\S]+"),
            *(Place(TEXTS.format(code), r"^menus\.language\.{}=", "menus.language.{}=")
              for code in ("{}", *LANGUAGES)),
            Place("firmware/corrido/store/settings_table.py", r'"language", \d+, _choice\(.*"{}"',
                  "the last of _choice, as in LANGUAGES"),
            Place("docs/deploy.md", r"^- \*\*`language`\*\*.*`{}`", "in the row of language"),
            Place("docs/deploy.es.md", r"^- \*\*`language`\*\*.*`{}`", "in the row of language"),
            Place("host_tools/pages/site/static/language.js", r"^const NAMES.*\b{}:", "its name"),
            Place("host_tools/pages/site/static/voice.js", ' {}: "{}-', 'its voice, as "pt-PT"'),
            Place("host_tools/pages/hall/texts.js", r'^const CODES.*"{}"', "the last of CODES"),
            Place("host_tools/pages/hall/hall.html", 'option value="{}"', "its name"),
            Place("tests/web/test_page_texts.py", '^    "{}":', "its row in NAMES"),
            Place("tests/screens/hashes.txt", "^{}/", "corrido screens --language {} -o "
                  "build/screens, look at every picture, then corrido screens --keep"),
        ),
    ),
    "preset": Kind(
        r"[a-z][a-z0-9-]*", "small letters, digits and -, a letter first",
        (
            _row(PRESETS, "PRESETS", f'{{"language": "{TODO}"}}'),
            Edit(GAMES, r"\Z", GAME),
        ),
        (
            Place(PRESETS, r'^    "{}": [\s\S]*?^    \S', "its row"),
            Place(GAMES, r"^scenario game-{}$(\n.+)*", "a game by each of its figures"),
            *(Place(TEXTS.format(code), r"^play\.preset\.{}=", "its name")
              for code in LANGUAGES),
            Place("docs/presets.md", "`{}`|^## {}$", "each figure and its article"),
        ),
    ),
    "alphabet": Kind(
        r"[a-z]{2}", "two small letters",
        (
            _row(ALPHABETS, "TABLE", f'("{string.ascii_uppercase}", "{TODO}")'),
        ),
        (
            Place(ALPHABETS, r'^    "{}": .*', "its row"),
            Place(TILES, r'^GRIDS = \{[^}]*"{}": "', "the order of the grid"),
            Place(TILES, r'^SUCCESSORS = \{[^}]*"{}": "', "where the cursor goes after each tile"),
            Place("tests/lexicon/test_alphabets.py", r'"{}": "\d+ ',
                  "in TYPED how many tiles, and words as people write them"),
            Place("tests/ui/test_grids.py", '^    .*"{}":', "two words to play, in WORDS"),
        ),
    ),
}  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Begin the contribution if it is absent; return 0 if nothing is missing, else 1."""
    kind, root = KINDS[args.kind], Path(ROOT)
    if not re.fullmatch(kind.pattern, args.name) or len(args.name) > 24:
        raise UserError(f"{args.kind} {args.name!r}: {kind.form}, 24 at most")
    if args.like and args.kind != "board":
        raise UserError("--like names a board to copy: only `new board` takes it")
    first = kind.places[0]
    there = re.search(first.pattern.replace("{}", re.escape(args.name)),
                      _text(root / first.file.format(args.name)), re.MULTILINE)  # fmt: skip
    touched = [] if there else _begin(root, kind, args.name, args.like or MODEL)
    lacking = lacks(kind, root, args.name)
    said = [*(f"wrote {path.relative_to(root)}" for path in touched), *lacking]
    print("\n".join(said or ["nothing is missing"]))
    return 1 if lacking else 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `new`."""
    parser = arguments.command(
        subparsers, "new", "begin a board, preset, language or alphabet", run, EXAMPLES,
        "Begin a board, preset, language or alphabet; called again, list what it still lacks. The "
        "tests fail until it lacks nothing.",
    )  # fmt: skip
    parser.add_argument("kind", metavar="KIND", choices=sorted(KINDS), help=", ".join(KINDS))
    parser.add_argument("name", metavar="NAME")
    parser.add_argument(
        "--like", metavar="BOARD", default="", choices=board_names(),
        help=f"the board whose folder a new one begins with, best of the same port ({MODEL})",
    )  # fmt: skip
