"""The code keeps its shape: imports go one way, and functions stay small."""

import ast
import re
import sys
from collections import Counter
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORRIDO = ROOT / "firmware" / "corrido"
LOCKED = ROOT / "requirements" / "locked"
MOST_FUNCTION_LINES = 60
# The lexicon's inner loops, where a call per symbol would cost more than the symbol: no longer.
LONG_LOOPS = {
    "firmware/corrido/lexicon/scan.py: scan": 140,
}

# The allowed imports inside firmware/corrido; app joins all rooms.
MAY_IMPORT = {
    "compat": set(),
    "parts": {"compat"},
    "native": {"compat"},
    "memory": {"compat"},
    "finder": {"compat"},
    "core": {"compat", "core"},
    "lexicon": {"compat", "core", "lexicon", "native"},
    "contacts": {"compat"},
    "store": {"compat", "parts", "memory", "core", "store"},
    "services": {"compat", "parts", "memory", "contacts", "core", "lexicon", "store", "services"},
    "raster": {"compat", "native", "raster"},
    "ui": {
        "compat", "parts", "memory", "core", "lexicon", "raster", "store", "services", "ui",
    },
    "hal": {"compat", "parts", "memory", "contacts", "hal", "raster"},
    "app": {
        "compat", "parts", "memory", "core", "lexicon", "contacts", "store", "services", "ui",
        "hal", "app",
    },
}  # fmt: skip
# The rooms of host_tools, and which others each may know: those that a club uses. The workshops,
# which only a checkout needs, know all. What is in no room is for all of them, and knows none.
HOST_MAY_IMPORT = {
    "npm": set(),
    "build": set(),
    "lexicon": set(),
    "device": {"build", "lexicon"},
    "case": {"device"},
    "log": {"device", "lexicon"},
    "hall": {"device", "lexicon", "log"},
    "web": {"build", "case", "device", "lexicon", "npm"},
}
WORKSHOPS = {"sim", "scenario", "workshop"}
# Imported by tests, and of no package; on a board some more.
OURS = {"boards", "corrido", "host_tools", "tests"}
OF_A_BOARD = {"corrido_board", "machine", "vfs", "wired_board"}
# The core is a value: it reads no clock, no file and no pin.
IMPURE = {"machine", "time", "os", "io", "socket", "select", "asyncio", "random", "threading"}


def sources(*folders):
    """Return every Python file under the folders of the tree."""
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "__pycache__" not in path.parts
    )


def firmware():
    """Return every Python file of the firmware package."""
    return sources("firmware/corrido")


def imports(path):
    """Return the absolute names of everything that a file imports, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: import by the full name"
            module = node.module or ""
            yield from ((f"{module}.{name.name}", node.lineno) for name in node.names)


def layer(path):
    """Return the layer of a firmware file: its folder, or its name at the top."""
    return path.relative_to(CORRIDO).parts[0].removesuffix(".py")


def trespasses(path, name):
    """Return whether a firmware file must not import a name."""
    parts = name.split(".")
    if parts[0] in ("boards", "host_tools", "tests", "corrido_board"):
        return True
    if layer(path) == "core" and parts[0] in IMPURE:
        return True
    # Ticks are read in one place.
    if parts[0] == "time" and layer(path) != "hal" and path.stem != "timebase":
        return True
    allowed = MAY_IMPORT.get(layer(path), set())
    return parts[0] == "corrido" and parts[1] not in allowed | {"VERSION"}


def test_imports_go_one_way():
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in firmware()
        for name, line in imports(path)
        if trespasses(path, name)
    ]
    assert not wrong, "\n".join(wrong)


def room(path):
    """Return the room of a file of host_tools: its folder, "" at the top."""
    *folders, _ = path.relative_to(ROOT / "host_tools").parts
    return folders[0] if folders else ""


def strays(path, name):
    """Return whether a club's tool must not import a name."""
    top, *parts = name.split(".")
    rooms = {*HOST_MAY_IMPORT, *WORKSHOPS}
    allowed = {room(path), *HOST_MAY_IMPORT.get(room(path), set())}
    return top in ("boards", "tests") or (
        top == "host_tools" and parts[0] in rooms and parts[0] not in allowed
    )


def test_no_simulator_is_in_a_clubs_tool():
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources("host_tools")
        if room(path) not in WORKSHOPS
        for name, line in imports(path)
        if strays(path, name)
    ]
    assert not wrong, "\n".join(wrong)


def test_core_has_no_circle_not_even_of_types():
    modules = {path.stem: path for path in firmware() if layer(path) == "core"}
    graph = {
        stem: {part for name, _ in imports(path) for part in name.split(".")[2:3]} & {*modules}
        for stem, path in modules.items()
    }
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def test_functions_stay_small():
    long = []
    for path in sources("firmware", "boards", "host_tools"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                name = f"{path.relative_to(ROOT).as_posix()}: {node.name}"
                if lines > LONG_LOOPS.get(name, MOST_FUNCTION_LINES):
                    long.append(f"{name}: {lines} lines")
    assert not long, "\n".join(long)


def test_tests_import_what_their_ring_installs():
    """A fresh machine has no other package, and one that is missing ends the whole collection."""
    from tests.conftest import LONG_FILES, LONG_FOLDERS

    rings = {
        name: {*re.findall(r"^([\w.-]+)==", (LOCKED / f"{name}.txt").read_text("utf-8"), re.M)}
        for name in ("test", "test-all")
    }
    packages, wrong, files = packages_distributions(), [], sources("tests")
    own = {path.stem for path in files} | {*sys.stdlib_module_names, *OURS, *OF_A_BOARD}
    for path in files:
        long = {path.name, path.parent.name} & (LONG_FILES | LONG_FOLDERS)
        for name, line in imports(path):
            top = name.partition(".")[0]
            names = {re.sub("[_.]", "-", one.lower()) for one in packages.get(top, [top])}
            if top not in own and not names & rings["test-all" if long else "test"]:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert not wrong, "\n".join(wrong)


def test_files_of_tests_differ_in_name():
    # pytest imports them by that name alone: of two, whole runs lose one.
    names = Counter(path.name for path in sources("tests") if path.name.startswith("test_"))
    assert not [name for name, count in names.items() if count > 1]
