"""`corrido new`: begin a board, preset, language or alphabet by a copy; list its missing parts."""

import argparse
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.tree import ROOT

TODO = "TODO"
EXAMPLES = """examples:
  corrido new board s3mini --like esp32s3     a copy of that folder, marked where it needs a change
  corrido new language fr                     the English texts, to be translated
  corrido new language fr                     once more: what is still missing
docs/extending.md has a recipe for each."""
MODEL = "pico_w"
NOT_ON_DESKS = ("sim", "web")  # folders in boards/ that are not physical boards
TEXTS = "firmware/corrido/ui/texts/{}.properties"
TABLES = "firmware/corrido/ui/texts/__init__.py"
PRESETS = "firmware/corrido/core/presets.py"
ALPHABETS = "firmware/corrido/lexicon/tile_sets.py"
TILES = "firmware/corrido/ui/grids.py"
GAMES = "tests/scenarios/games.scn"
ANY = r"[\s\S]*"  # the whole of a file


class Place(NamedTuple):
    """A file that has to exist and to match, without a mark; `{}` stands for the name."""

    file: str
    pattern: str = ""
    what: str = ""


class Kind(NamedTuple):
    """One kind of contribution: how names are made, existing ones, its places."""

    pattern: str
    form: str  # the pattern in words
    names: Callable[[Path], list[str]]
    begin: Callable[[Path, str, str], list[Path]]
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
            lacking.append(f"{file} does not name {name}: {what or 'add it'}")
        elif TODO in found[0]:
            lacking.append(f"{file}: places of {name} marked {TODO}: {found[0].count(TODO)}")
    return list(dict.fromkeys(lacking))  # LANGUAGES has a language that is begun


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def boards(root: Path) -> list[str]:
    """Return the boards that can stand on a table."""
    folders = [file.parent.name for file in (root / "boards").glob("*/board.py")]
    return sorted(name for name in folders if name not in NOT_ON_DESKS)


def _begin_board(root: Path, name: str, like: str) -> list[Path]:
    target, like = root / "boards" / name, like or MODEL
    if target.exists():
        raise UserError(f"boards/{name} exists already and is not a board for a table")
    if like not in boards(root):
        raise UserError(f"no board {like!r} to copy: one of {', '.join(boards(root))}")
    shutil.copytree(root / "boards" / like, target,
                    ignore=shutil.ignore_patterns("*.svg", "__pycache__"))  # fmt: skip
    for file in sorted(target.iterdir()):
        text = _text(file)
        if file.name == "board.json":
            text = re.sub(r': ("[^"]*"|\[[^]]*\]|\d+)', f': "{TODO}"', text)
        elif file.name == "board.py":
            text = text.replace(f'"name": "{like}"', f'"name": "{name}"')
            text = re.sub(r'^"""[^:]*', f'"""{TODO} which board this is', text)
            text = text.replace("\n    # ", f"\n    # {TODO} ", 1)
        _write(file, text)
    return sorted(target.iterdir())


def _languages(root: Path) -> list[str]:
    found = re.search(r"^LANGUAGES = \((.*)\)", _text(root / TABLES), re.MULTILINE)
    return re.findall(r'"(\w+)"', found[1]) if found else []


def _begin_language(root: Path, name: str, _like: str) -> list[Path]:
    table = re.sub(r"^(\w[^\n=]*=)", rf"\1{TODO} ", _text(root / TEXTS.format("en")), flags=re.M)
    made = _write(root / TEXTS.format(name), table.replace("English", f"{TODO} its name", 1))
    index = re.sub(r"^(LANGUAGES = \(.*)\)$", rf'\1, "{name}")', _text(root / TABLES), flags=re.M)
    return [made, _write(root / TABLES, index)]


def _rows(file: str, table: str) -> Callable[[Path], list[str]]:
    """Return a function that lists the keys of a dictionary in a module of the firmware."""

    def names(root: Path) -> list[str]:
        body = _text(root / file).split(f"\n{table}", 1)[1].split("\n}", 1)[0]
        return re.findall(r'^    "([^"]+)": [({]', body, re.MULTILINE)

    return names


def _add_row(root: Path, file: str, table: str, row: str) -> Path:
    head, body = _text(root / file).split(f"\n{table}", 1)
    return _write(root / file, f"{head}\n{table}" + body.replace("\n}", f"\n{row}}}", 1))


def _begin_preset(root: Path, name: str, _like: str) -> list[Path]:
    game = (
        f"\nscenario game-{name}\n# {TODO}: by which rules, by article\ndevice preset={name}\n"
        f"at 0 power on\nat 1 press B\nat 11 press A\nexpect {TODO}\n"
    )
    row = _add_row(
        root, PRESETS, "PRESETS", f'    "{name}": {{\n        "language": "{TODO}",\n    }},\n'
    )
    return [row, _write(root / GAMES, _text(root / GAMES) + game)]


def _begin_alphabet(root: Path, name: str, _like: str) -> list[Path]:
    letters = " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return [_add_row(root, ALPHABETS, "TABLE", f'    "{name}": ("{letters}", "{TODO}"),\n')]


KINDS = {
    "board": Kind(
        r"[a-z][a-z0-9_]*", "small letters, digits and _, a letter first", boards, _begin_board,
        (
            Place("boards/{}/board.py", ANY + '"name": "{}"' + ANY, "the folder's name in WIRING"),
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
        r"[a-z]{2}", "two small letters", _languages, _begin_language,
        (
            Place(TEXTS, ANY),
            *(Place(TEXTS.format(code), r"^menus\.language\.{}=", "its own name")
              for code in ("{}", *LANGUAGES)),
            Place("firmware/corrido/store/settings_table.py", r'"language", \d+, _choice\(.*"{}"'),
            Place("docs/deploy.md", r"^- \*\*`language`\*\*[^\n]*`{}`"),
            Place("docs/deploy.es.md", r"^- \*\*`language`\*\*[^\n]*`{}`"),
            Place("host_tools/pages/site/static/language.js", r"^const NAMES.*\b{}:", "its name"),
            Place("host_tools/pages/hall/texts.js", r'^const CODES.*"{}"'),
            Place("host_tools/pages/hall/hall.html", 'option value="{}"', "its name"),
            Place("tests/screens/hashes.txt", "^{}/", "corrido screens --language {} -o "
                  "build/screens, look at every picture, then corrido screens --keep"),
        ),
    ),
    "preset": Kind(
        r"[a-z][a-z0-9-]*", "small letters, digits and -, a letter first",
        _rows(PRESETS, "PRESETS"), _begin_preset,
        (
            Place(PRESETS, r'^    "{}": [\s\S]*?^    \S', "its row"),
            Place(GAMES, r"^scenario game-{}$(\n.+)*", "a game by each of its figures"),
            *(Place(TEXTS.format(code), r"^play\.preset\.{}=", "its name")
              for code in LANGUAGES),
            Place("docs/presets.md", "`{}`|^## {}$", "each figure and its article"),
        ),
    ),
    "alphabet": Kind(
        r"[a-z]{2}", "two small letters", _rows(ALPHABETS, "TABLE"), _begin_alphabet,
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
    there = args.name in kind.names(root)
    touched = [] if there else kind.begin(root, args.name, args.like)
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
        "--like", metavar="BOARD", default="",
        help=f"the board whose folder a new one begins with, best of the same port ({MODEL})",
    )  # fmt: skip
