"""Begin a screen, and list its missing parts.

A scaffold works as soon as a menu opens it: a list with one row, its name in every language, and a
case that brings the simulated device there.
"""

import re
from pathlib import Path

from host_tools.workshop.new import source
from host_tools.workshop.new.source import TODO, todos, write

FOLDER = Path("firmware/corrido/ui/screens")
SHELF = FOLDER / "__init__.py"
TEXTS = Path("firmware/corrido/ui/texts")
CASES = Path("host_tools/workshop/screens")
NEW_CASES = CASES / "cases_more.py"
HASHES = Path("tests/screens/hashes.txt")
NOT_SCREENS = ("__init__", "base", "opening")
_CASE = re.compile(r"^@case\ndef (\w+)\(", re.MULTILINE)

MODULE = '''"""{todo} the subject of this screen, as a title."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.screens.base import ListScreen

if TYPE_CHECKING:
    from corrido.ui.ports import Row


class {cls}(ListScreen):
    """{todo} what it shows, and what its keys do."""

    def heading(self) -> str:
        return self.nav.text("menu.{name}")

    def rows(self) -> "list[Row]":
        return [("game", self.nav.text("game"), str(self.device.recorder.game))]  # {todo}

    def chosen(self, name: str) -> None:
        self.nav.pop()
'''
CASE = '''

@case
def menu_{name}(language: str) -> Table:
    """Show {todo} what, and when."""
    return playing(language).press("OK").choose("menu:{name}")
'''


def screens(root: Path) -> list[str]:
    """Return the modules of screens, by name."""
    found = [file.stem for file in (root / FOLDER).glob("*.py")]
    return sorted(name for name in found if name not in NOT_SCREENS)


def begin_screen(root: Path, name: str) -> list[Path]:
    """Write a list with one row, its entry on the shelf, its name in each language, and a case."""
    module, shelf, cases = root / FOLDER / f"{name}.py", root / SHELF, root / NEW_CASES
    write(module, MODULE.format(todo=TODO, name=name, cls=_class(name)))
    text = shelf.read_text(encoding="utf-8")
    write(shelf, re.sub(r"(_FOR_A_WHILE = \([^)]*)\)", rf'\1    "{name}",\n)', text))
    write(cases, cases.read_text(encoding="utf-8") + CASE.format(todo=TODO, name=name))
    tables = sorted((root / TEXTS).glob("*_menus.py"))
    for table in tables:
        text = table.read_text(encoding="utf-8")
        line = f"{name}={TODO} {name.capitalize()}\n"
        write(table, text.replace('    "menu": """\n', f'    "menu": """\n{line}', 1))
    return [module, shelf, *tables, cases]


def screen_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of a screen, from its file to its stored pictures."""
    module = FOLDER / f"{name}.py"
    lacking = todos(root, [root / module, root / NEW_CASES])
    for table in sorted((root / TEXTS).glob("*_menus.py")):
        if f"\n{name}={TODO}" in table.read_text(encoding="utf-8"):
            lacking.append(f"{TEXTS / table.name}: the text `menu.{name}` is marked {TODO}")
    shelf = [at for known in ("_IN_PLAY", "_FOR_A_WHILE")
             for at in source.names_in(root / SHELF, known)]  # fmt: skip
    if name not in shelf:
        lacking.append(f"{SHELF}: _FOR_A_WHILE does not name {name}")
    if not _opened(root, name):
        lacking.append(f'nothing opens it: nav.push(beside("{name}.{_class(name)}")(nav)), in '
                       f"{FOLDER / 'menu.py'} for one")  # fmt: skip
    return lacking + _unseen(root)


def _class(name: str) -> str:
    return f"{name.capitalize()}Screen"


def _opened(root: Path, name: str) -> bool:
    """Return whether any other screen module imports this one or asks the shelf for it."""
    asks = re.compile(rf'"{name}\.|import .*\b{name}\b|\.{name} import')
    return any(
        asks.search(file.read_text(encoding="utf-8"))
        for file in (root / FOLDER.parent).rglob("*.py")
        if file != root / FOLDER / f"{name}.py"
    )


def _unseen(root: Path) -> list[str]:
    """Return the cases that have no stored picture yet."""
    kept = (root / HASHES).read_text(encoding="utf-8")
    names = [name.replace("_", "-") for file in sorted((root / CASES).glob("cases*.py"))
             for name in _CASE.findall(file.read_text(encoding="utf-8"))]  # fmt: skip
    return [f"{HASHES} lacks {name}: corrido screens {name} -o build/screens, look at the "
            "pictures, then the same with --keep"
            for name in names if f"/{name} " not in kept]  # fmt: skip
