"""Fold the firmware's constants across modules, before it is compiled.

MicroPython's compiler folds `const()` only within a module. A public constant stays in the
module's dictionary and in that of each module that imports it, and its name takes RAM: some
25 bytes for a number. Here each use becomes the number itself, and a definition that nothing can
ask for any more is removed. A constant keeps its definition if its name may be looked up as text
(`getattr`, `__all__`), through a name bound elsewhere, or from a file outside the package.
"""

import ast
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from host_tools.firmware_tree import sources_of
from host_tools.lean import blank, without_names, without_typing

LONGEST_TEXT = 10  # characters: MicroPython interns no text longer than this
Value = int | str
Bound = frozenset[str]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOADERS = ("loops", "_load")  # of corrido.native: they return a module by its name


def module_of(path: str) -> str:
    """Return the full name of the module in the file at this path under firmware/."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def folded(sources: Mapping[str, bytes], outside: Iterable[bytes] = ()) -> dict[str, bytes]:
    """Return the sources by path, without typing and with their constants folded.

    sources: every module of the package, by its path under firmware/. outside: texts of other
    files that import from it. Lines keep their numbers. A source that does not parse is returned
    unchanged: the compiler reports its error.
    """
    texts = {path: without_typing(text) for path, text in sources.items()}
    parsed = {path: tree for path, text in texts.items() if (tree := _parse(text)) is not None}
    values = {module_of(path): _constants(tree) for path, tree in parsed.items()}
    known = _Known({module_of(path) for path in texts}, values)
    uses = {path: _Uses(module_of(path), tree, known) for path, tree in parsed.items()}
    kept = set().union(*(found.kept for found in uses.values()))
    for text in outside:
        if (tree := _parse(text)) is not None:
            kept |= _names_asked_for(tree)
    return {
        path: _rewritten(text, parsed[path], uses[path], kept) if path in parsed else text
        for path, text in texts.items()
    }


def of_firmware(top: Path, boards: Path) -> dict[str, bytes]:
    """Return the sources of the package under `top` with their constants folded.

    boards: the folder of the boards, whose files import from the package, as do main.py and the
    scripts that host tools run on a board.
    """
    users = tuple(file.read_bytes() for file in users_of(top, boards))
    return dict(_folded_once(tuple(sources_of(top).items()), users))


@functools.lru_cache(maxsize=4)  # it takes most of a second
def _folded_once(
    sources: tuple[tuple[str, bytes], ...], users: tuple[bytes, ...]
) -> Mapping[str, bytes]:
    return folded(dict(sources), users)


def users_of(top: Path, boards: Path) -> list[Path]:
    """Return the files outside the package that import from it."""
    files = [top / "main.py", top / "boot.py", *sorted(boards.glob("*/*.py"))]
    return files + sorted(Path(__file__).parent.glob("device/ondevice/*.py"))


def beside(top: Path, boards: Path, scripts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return scripts, by name, that can run beside of_firmware(top, boards).

    Constants are folded in them too; one that they still import although it has been removed is
    bound in the script itself, in place of its import.
    """
    sources = sources_of(top)
    deployed, made = of_firmware(top, boards), folded({**sources, **scripts})
    trees = {module_of(path): tree for path, text in sources.items() if (tree := _parse(text))}
    known = {module: _constants(tree) for module, tree in trees.items()}
    origins = {module: dict(_imported(tree)) for module, tree in trees.items()}
    there = {module_of(path): _bound_at_top(text) for path, text in deployed.items()}

    def gone(module: str, name: str) -> Value | None:
        if name in there.get(module, ()):
            return None
        while name not in known.get(module, {}) and name in origins.get(module, {}):
            module, name = origins[module][name]
        return known.get(module, {}).get(name)

    return {name: _binding(made[name], gone) for name in scripts}


def _binding(text: bytes, gone: Callable[[str, str], Value | None]) -> bytes:
    """Return a script that binds, instead of importing, each name gone() has a value for."""
    tree = _parse(text)
    lines = text.split(b"\n")
    for node in tree.body if tree else []:
        if isinstance(node, ast.ImportFrom) and node.module:
            found = {name.asname or name.name: gone(node.module, name.name) for name in node.names}
            mine = {name: value for name, value in found.items() if value is not None}
            without_names(lines, node, set(mine))
            at = node.lineno - 1
            bound = "; ".join(f"{name} = {value!r}" for name, value in mine.items())
            lines[at] = b"; ".join(part for part in (lines[at], bound.encode()) if part)
    return b"\n".join(lines)


def _imported(tree: ast.Module) -> Iterable[tuple[str, tuple[str, str]]]:
    """Yield (name, (module, its name there)) for everything that a module imports by name."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                yield name.asname or name.name, (node.module, name.name)


def _bound_at_top(text: bytes) -> set[str]:
    """Return the names that a module imports or assigns."""
    tree = _parse(text)
    if tree is None:
        return set()
    return {name for node in tree.body for name in _targets(node)} | set(dict(_imported(tree)))


def _parse(text: bytes) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


class _Known:
    """The modules of the package, and the values of their constants by name."""

    def __init__(self, modules: set[str], values: Mapping[str, Mapping[str, Value]]) -> None:
        self.modules = modules
        self._values = {module: dict(names) for module, names in values.items()}

    def value(self, module: str, name: str) -> Value | None:
        """Return a constant's value; None for any other name."""
        return self._values.get(module, {}).get(name)


def _targets(node: ast.stmt) -> list[str]:
    """Return the names that a statement binds to one value each; none for other statements."""
    if isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
        return [node.target.id]
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return []
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name):
        return [target.id]
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
        return []
    names = [part.id for part in target.elts if isinstance(part, ast.Name)]
    return names if len(names) == len(target.elts) == len(value.elts) else []


def _given(node: ast.stmt) -> list[ast.expr]:
    """Return the values assigned to the names that _targets() returns."""
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value else []
    if not isinstance(node, ast.Assign):
        return []
    if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
        return list(node.value.elts)
    return [node.value]


def _constants(tree: ast.Module) -> dict[str, Value]:
    """Return the numbers and short texts that are bound once, at the top of a module."""
    bound: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, ast.Global):
            bound.update(node.names)
    found: dict[str, Value] = {}
    for node in tree.body:
        names = _targets(node)
        for name, expression in zip(names, _given(node) if names else [], strict=True):
            value = _value(expression, found)
            if value is not None and bound[name] == 1 and name.lstrip("_").isupper():
                found[name] = value
    return found


def _value(node: ast.expr, found: Mapping[str, Value]) -> Value | None:
    """Return the value of a constant expression of whole numbers, or a short text."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if len(node.value) <= LONGEST_TEXT else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], found)
    if isinstance(node, ast.Name):
        return found.get(node.id)
    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    values = [_value(part, found) for part in parts]
    if not isinstance(node, ast.BinOp | ast.UnaryOp) or not all(type(v) is int for v in values):
        return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return None
    return eval(ast.unparse(node), {"__builtins__": {}}, dict(found))


class _Uses:
    """A module's uses of the package's constants: which are folded, and which have to stay."""

    def __init__(self, module: str, tree: ast.Module, known: _Known) -> None:
        self._module, self._known = module, known
        self._aliases: dict[str, str] = {}  # a name in this module: the module it stands for
        self._names: dict[str, Value] = {}  # a constant's name here
        self.kept: set[str] = set()
        self.places: list[tuple[ast.expr, str]] = []  # expressions and their replacements
        self.imported: set[str] = set()  # constants of other modules
        for node in tree.body:
            self._bind(node)
        for node in tree.body:
            self._visit(node, frozenset(), None)

    def folds(self, name: str) -> bool:
        """Return whether the name is one of this module's own constants, or one it imports."""
        return name in self._names

    def _bind(self, node: ast.stmt) -> None:
        """Note the names bound by an import, a loader or a definition at the module's top."""
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                here, whole = name.asname or name.name, f"{node.module}.{name.name}"
                value = self._known.value(node.module, name.name)
                if whole in self._known.modules:
                    self._aliases[here] = whole
                elif value is not None:
                    self._names[here] = value
                    self.imported.add(here)
                else:
                    self.kept.add(name.name)
            return
        for name in _targets(node):
            value = self._known.value(self._module, name)
            if value is not None:
                self._names[name] = value
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            self._bind_loaded(node, node.value)

    def _bind_loaded(self, node: ast.Assign, call: ast.Call) -> None:
        named = [part.value for part in call.args if isinstance(part, ast.Constant)]
        if isinstance(call.func, ast.Name) and call.func.id in _LOADERS and named:
            if isinstance(node.targets[0], ast.Name) and named[0] in self._known.modules:
                self._aliases[node.targets[0].id] = str(named[0])

    def _visit(self, node: ast.AST, hidden: Bound, parent: ast.AST | None) -> None:
        """Collect the uses in a node. hidden: the names that mean something else here."""
        if isinstance(node, ast.JoinedStr):
            self.kept |= _names_asked_for(node)  # its parts have no positions of their own
            return
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            hidden |= _bound_in(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.kept.add(node.value)
        elif isinstance(node, ast.ImportFrom | ast.Import) and parent is not None:
            self.kept |= {name.name for name in node.names}
        elif isinstance(node, ast.Attribute) and self._fold_attribute(node, hidden, parent):
            return
        elif isinstance(node, ast.Name):
            self._fold_name(node, hidden, parent)
        for child in ast.iter_child_nodes(node):
            self._visit(child, hidden, node)

    def _fold_attribute(self, node: ast.Attribute, hidden: Bound, parent: ast.AST | None) -> bool:
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        module = "" if owner in hidden else self._aliases.get(owner, "")
        value = self._known.value(module, node.attr)
        if value is None or not isinstance(node.ctx, ast.Load):
            self.kept.add(node.attr)
            return False
        self._fold(node, value, parent)
        return True

    def _fold_name(self, node: ast.Name, hidden: Bound, parent: ast.AST | None) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        if node.id in hidden or node.id not in self._names:
            self.kept.add(node.id)
            return
        self._fold(node, self._names[node.id], parent)

    def _fold(self, node: ast.expr, value: Value, parent: ast.AST | None) -> None:
        text = repr(value) if isinstance(value, str) else str(value)
        bare = text[0] != "-" and not isinstance(parent, ast.Attribute)
        self.places.append((node, text if bare else f"({text})"))


def _bound_in(node: ast.AST) -> Bound:
    """Return every name that is bound inside a function or a class."""
    bound: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            bound.add(part.id)
        elif isinstance(part, ast.arg):
            bound.add(part.arg)
        elif isinstance(part, ast.alias):
            bound.add(part.asname or part.name)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            bound.add(part.name)
    return frozenset(bound)


def _names_asked_for(tree: ast.AST) -> set[str]:
    """Return every name that the given code might ask for, in strings too."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
    return names


def _rewritten(text: bytes, tree: ast.Module, uses: _Uses, kept: set[str]) -> bytes:
    lines = text.split(b"\n")
    for node, new in sorted(uses.places, key=lambda place: _start(place[0]), reverse=True):
        _replace(lines, node, new.encode())
    for node in tree.body:
        names = _targets(node)
        if names and all(uses.folds(name) and name not in kept for name in names):
            blank(lines, node)
    return b"\n".join(_without_idle_imports(lines, uses, kept))


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _replace(lines: list[bytes], node: ast.expr, new: bytes) -> None:
    line, end = node.lineno - 1, node.end_col_offset or 0
    lines[line] = lines[line][: node.col_offset] + new + lines[line][end:]


def _without_idle_imports(lines: list[bytes], uses: _Uses, kept: set[str]) -> list[bytes]:
    """Remove from the lines the imports of constants, and of `const`, that are no longer used."""
    tree = ast.parse(b"\n".join(lines))
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    idle = {name for name in uses.imported if name not in read and name not in kept}
    if "const" not in read:
        idle.add("const")
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            without_names(lines, node, idle)
    return lines
