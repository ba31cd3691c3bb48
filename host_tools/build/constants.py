"""Fold the firmware's constants across modules, before it is compiled.

MicroPython's compiler folds `const()` only within a module. A public constant stays in the
module's dictionary and in that of each module that imports it, and its name takes RAM: some
25 bytes for a number. Here each use becomes the number itself, and a definition that nothing can
ask for any more is removed. A constant keeps its definition if its name may be looked up as text
(`getattr`, `__all__`), through a name bound elsewhere, or from a file outside the package.
"""

import ast
from collections import Counter
from collections.abc import Container, Iterable, Mapping

from host_tools.build.lean import blank, edited, without_names, without_typing

LONGEST_TEXT = 10  # characters: MicroPython interns no text longer than this
Value = int | str
Bound = frozenset[str]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_NAMING = {ast.Attribute: "attr", ast.Name: "id", ast.alias: "name", ast.Constant: "value"}
_LOADERS = ("loops", "_load")  # of corrido.native: they return a module by its name


def module_of(path: str) -> str:
    """Return the full name of the module in the file at this path under firmware/."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def folded(
    sources: Mapping[str, bytes], outside: Iterable[bytes] = (), scripts: Container[str] = ()
) -> dict[str, bytes]:
    """Return the sources by path, without typing and with their constants folded.

    sources: every module of the package, by its path under firmware/. outside: texts of other
    files that import from it. scripts: paths of sources that run beside the package: what they
    still ask it for is bound in them. Lines keep their numbers. A source that does not parse is
    returned unchanged: the compiler reports its error.
    """
    texts = {path: without_typing(text) for path, text in sources.items()}
    parsed = {path: tree for path, text in texts.items() if (tree := _parse(text)) is not None}
    modules = {module_of(path) for path in texts}
    values = {
        f"{module_of(path)}.{name}": value
        for path, tree in parsed.items()
        for name, value in _constants(tree).items()
    }
    uses = {path: _Uses(module_of(path), tree, modules, values) for path, tree in parsed.items()}
    kept = set().union(*(found.kept for found in uses.values()))
    for text in outside:
        if (tree := _parse(text)) is not None:
            kept |= _names_asked_for(tree)
    return {
        path: _rewritten(text, parsed[path], uses[path], None if path in scripts else kept)
        if path in parsed else text
        for path, text in texts.items()
    }  # fmt: skip


def _parse(text: bytes) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


def _assigned(node: ast.stmt) -> list[tuple[str, ast.expr]]:
    """Return the names that a statement binds to one value each, with the values."""
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return [(name, value)]
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return [(name, value)]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            alike = len(names) == len(targets) == len(values)
            return list(zip(names, values, strict=True)) if alike else []
    return []


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
        for name, expression in _assigned(node):
            value = _value(expression, found)
            if value is not None and bound[name] == 1 and name.lstrip("_").isupper():
                found[name] = value
    return found


def _value(node: ast.expr, found: Mapping[str, Value]) -> Value | None:
    """Return the value of a constant expression of whole numbers, or a short text."""
    match node:
        case ast.Constant(value=int() as number) if type(number) is int:
            return number
        case ast.Constant(value=str() as text) if len(text) <= LONGEST_TEXT:
            return text
        case ast.Call(func=ast.Name(id="const"), args=[inner]):
            return _value(inner, found)
        case ast.Name(id=name):
            return found.get(name)
        case ast.UnaryOp(operand=operand):
            parts = [operand]
        case ast.BinOp(left=left, right=right, op=op) if not isinstance(op, ast.Div):
            parts = [left, right]
        case _:
            return None
    if not all(type(_value(part, found)) is int for part in parts):
        return None
    return eval(ast.unparse(node), {"__builtins__": {}}, dict(found))


class _Uses:
    """A module's uses of the package's constants: which are folded, and which have to stay."""

    def __init__(
        self, module: str, tree: ast.Module, modules: set[str], values: Mapping[str, Value]
    ) -> None:
        self._modules, self._values = modules, values
        self._aliases: dict[str, str] = {}  # a name in this module: the module it stands for
        self.names: dict[str, Value] = {}  # this module's own constants, and those it imports
        self.kept: set[str] = set()
        self.places: list[tuple[ast.expr, str]] = []  # expressions and their replacements
        self.imported: set[str] = set()  # constants of other modules
        for node in tree.body:
            self._bind(module, node)
        for node in tree.body:
            self._visit(node, frozenset(), None)

    def _bind(self, module: str, node: ast.stmt) -> None:
        """Note the names bound by an import, a loader or a definition at the module's top."""
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                here, whole = name.asname or name.name, f"{node.module}.{name.name}"
                if whole in self._modules:
                    self._aliases[here] = whole
                elif whole in self._values:
                    self.names[here] = self._values[whole]
                    self.imported.add(here)
                else:
                    self.kept.add(name.name)
        for name, value in _assigned(node):
            if f"{module}.{name}" in self._values:
                self.names[name] = self._values[f"{module}.{name}"]
            elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
                named = [part.value for part in value.args if isinstance(part, ast.Constant)]
                if value.func.id in _LOADERS and named and named[0] in self._modules:
                    self._aliases[name] = str(named[0])

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
        value = self._values.get(f"{module}.{node.attr}")
        if value is None or not isinstance(node.ctx, ast.Load):
            self.kept.add(node.attr)
            return False
        self._fold(node, value, parent)
        return True

    def _fold_name(self, node: ast.Name, hidden: Bound, parent: ast.AST | None) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        if node.id in hidden or node.id not in self.names:
            self.kept.add(node.id)
            return
        self._fold(node, self.names[node.id], parent)

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
    found = (getattr(node, _NAMING.get(type(node), ""), None) for node in ast.walk(tree))
    return {name for name in found if isinstance(name, str)}


def _rewritten(text: bytes, tree: ast.Module, uses: _Uses, kept: set[str] | None) -> bytes:
    """Return a module with its constants folded; kept: None for a script, whose own all are."""
    edits = [(at.lineno, at.col_offset, at.end_col_offset or 0, new) for at, new in uses.places]
    lines = edited(text, edits).split(b"\n")
    for node in tree.body:
        names = {name for name, _ in _assigned(node)}
        if names and kept is not None and names <= uses.names.keys() - kept:
            blank(lines, node)
    _drop_imports(lines, uses, kept)
    return b"\n".join(lines)


def _drop_imports(lines: list[bytes], uses: _Uses, kept: set[str] | None) -> None:
    """Remove the imports of constants, and of `const`, that are no longer used.

    A script binds those that it still uses: the package may have lost them.
    """
    tree = ast.parse(b"\n".join(lines))
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    idle = {"const"} - read | (uses.imported if kept is None else uses.imported - read - kept)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            mine = [here for name in node.names if (here := name.asname or name.name) in idle]
            without_names(lines, node, set(mine))
            bound = [f"{name} = {uses.names[name]!r}".encode() for name in mine if name in read]
            at = node.lineno - 1
            lines[at] = b"; ".join(filter(None, (lines[at], *bound)))
