"""Fold the firmware's constants across modules, before it is compiled.

MicroPython's compiler folds `const()` only within a module. A public constant stays in the
module's dictionary and in that of each module that imports it, and its name takes RAM: some
25 bytes for a number. Here each use becomes the number itself, and a definition that nothing can
ask for any more is removed. A constant keeps its definition if its name may be looked up as text
(`getattr`, `__all__`), through a name bound elsewhere, or from a file outside the package.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from host_tools.build.lean import Edit, blank, edited, parsed, without_names, without_typing

LONGEST_TEXT = 10  # characters: MicroPython interns no text longer than this
Value = int | str
_LOADERS = ("loops", "_load")  # of corrido.native: they return a module by its name


def module_of(path: str) -> str:
    """Return the full name of the module in the file at this path under firmware/."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def folded(
    sources: Mapping[str, bytes], outside: Iterable[bytes] = (), scripts: Collection[str] = ()
) -> dict[str, bytes]:
    """Return the sources by path, without typing and with their constants folded.

    sources: every module of the package, by its path under firmware/. outside: texts of other
    files that import from it. scripts: paths of sources that run beside the package: what they
    import from it is bound in them. Lines keep their numbers. A source that does not parse is
    returned unchanged: the compiler reports its error.
    """
    texts = {path: without_typing(text) for path, text in sources.items()}
    trees = {path: tree for path, text in texts.items() if (tree := parsed(text)) is not None}
    modules = {module_of(path) for path in texts}
    values = {
        f"{module_of(path)}.{name}": value
        for path, tree in trees.items()
        for name, value in _constants(tree).items()
    }
    for path, tree in trees.items():
        edits = _uses(module_of(path), tree, modules, values, path in scripts)
        texts[path] = edited(texts[path], edits)
        trees[path] = ast.parse(texts[path])
    others = [tree for tree in map(parsed, outside) if tree is not None]
    kept = set().union(
        *map(_asked_for, trees.values()), *(_asked_for(one, True) for one in others)
    )
    return {
        path: _without(text, trees[path], module_of(path), values, kept, path in scripts)
        if path in trees else text
        for path, text in texts.items()
    }  # fmt: skip


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
    bound = Counter(
        node.id for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    )  # fmt: skip
    found: dict[str, Value] = {}
    for node in tree.body:
        for name, expression in _assigned(node):
            value = _value(expression, found)
            if value is not None and bound[name] == 1 and name.lstrip("_").isupper():
                found[name] = value
    return found


def _value(node: ast.expr, found: Mapping[str, Value]) -> Value | None:
    """Return the value of an expression of constants: a whole number, or a short text."""
    known = {"__builtins__": {}, "const": lambda value: value}
    try:
        value = eval(ast.unparse(node), known, dict(found))
    except (NameError, TypeError, AttributeError, LookupError, ArithmeticError, ValueError):
        return None
    short = type(value) is str and len(value) <= LONGEST_TEXT
    return value if type(value) is int or short else None


def _uses(
    module: str, tree: ast.Module, modules: set[str], values: Mapping[str, Value], script: bool
) -> list[Edit]:
    """Return the edits that put values in place of a module's uses of the package's constants."""
    origins: dict[str, str] = {}  # of each name at the module's top: a module, or a constant
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and not script:
            origins |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            origins |= {one.asname or one.name: whole for one in node.names
                        if (whole := f"{node.module}.{one.name}") in modules}  # fmt: skip
        for name, value in _assigned(node):
            origins[name] = f"{module}.{name}"
            match value:
                case ast.Call(func=ast.Name(id=loader), args=[ast.Constant(value=str(loaded))]):
                    origins[name] = loaded if loader in _LOADERS else origins[name]
    in_texts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
                for part in ast.walk(node)}  # without positions of their own  # fmt: skip
    edits: list[Edit] = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                whole = origins.get(name, "")
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Load()):
                whole = f"{origins.get(owner)}.{name}"
            case _:
                continue
        if whole in values and node not in in_texts:
            end = node.end_col_offset or 0
            edits.append((node.lineno, node.col_offset, end, f"({values[whole]!r})"))
    return edits


def _asked_for(tree: ast.Module, imported: bool = False) -> set[str]:
    """Return every name that a source might ask for, in texts too.

    imported: also those that it imports at its top.
    """
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Constant(value=str(name)):
                found.add(name)
            case ast.ImportFrom(names=names) if imported or node not in tree.body:
                found |= {one.name for one in names}
    return found


def _without(
    text: bytes, tree: ast.Module, module: str, values: Mapping[str, Value], kept: set[str],
    script: bool,
) -> bytes:  # fmt: skip
    """Return a source without the definitions and the imports that nothing asks for any more.

    A script keeps its own, and binds those that it imports: the package may have lost them.
    """
    lines = text.split(b"\n")
    for node in () if script else tree.body:
        names = {name for name, _ in _assigned(node)}
        if names and not names & kept and all(f"{module}.{name}" in values for name in names):
            blank(lines, node)
    unused = {"const"} - _asked_for(ast.parse(b"\n".join(lines)))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            mine = {one.asname or one.name: values[whole] for one in node.names
                    if (whole := f"{node.module}.{one.name}") in values
                    and (script or one.name not in kept)}  # fmt: skip
            without_names(lines, node, unused.union(mine))
            bound = [f"{name} = {value!r}".encode() for name, value in mine.items() if script]
            lines[node.lineno - 1] = b"; ".join(filter(None, (lines[node.lineno - 1], *bound)))
    return b"\n".join(lines)
