"""Shorten the firmware's names to two letters before it is compiled, sharing them if possible.

MicroPython keeps every name of a loaded .mpy in RAM: its letters, and some eight bytes in tables
that grow by doubling (py/qstr.c). Names that never meet can share one short name, as variables
that are never live together share a register: all names of a module meet, and the attributes of
a class meet those of its bases. A name is left alone if the interpreter, a library, a text, or a
file outside the package may ask for it.
"""

import ast
import builtins
import io
import itertools
import keyword
import re
import string
import tokenize
import types
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from host_tools.build.constants import module_of
from host_tools.build.lean import Edit, edited

# Names in the firmware that MicroPython, a chip's port or a library uses too.
RESERVED = frozenset(
    """
    ASCII Encoder MAGIC Pin _active _check _closed _done _fields _format _get _hash _path _put
    _queue _sock _start _status addr bits cancel client_id code columns commit const drain empty
    errors family feed fill flush gpio group head host invert ioctl is_set kill loads low mapping
    maps measure message offset out parse pending pid pins pixel poll port post ptr16 ptr32 ptr8
    push put request rounds self session sock span step string tell text ticks_diff unique_id user
    verify_mode viper wait_msg width word wrapped writeto writevto
    """.split()
).union(*map(dir, (str, bytearray, list, dict, set, int, OSError, types.GeneratorType)))

Names = Mapping[str, str]  # the short name of each name that has one
Place = tuple[int, int]  # line from 1, column from 0 in bytes, as in ast
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)  # nothing here is `async`
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_NAMES = re.compile(r"[\w.]*")
REFLECTION = "__dict__"  # a class that reads it needs its attributes' own names


def short_names(sources: Mapping[str, bytes], outside: Iterable[bytes] = ()) -> dict[str, str]:
    """Return the short name of each name that can have one; equal sources give equal names.

    sources: every module of the package, by its path under firmware/. outside: texts of other
    files that import from it, whose own names are left alone. A source that does not parse raises
    SyntaxError.
    """
    modules = {module_of(path): _Module(text) for path, text in sorted(sources.items())}
    kept = set().union(RESERVED, *(part.split(".") for part in modules))
    kept.update(*(module.asked_for for module in modules.values()))
    for module in map(_Module, outside):
        kept |= module.names | module.asked_for
    reflects = {
        name.rpartition(".")[0] for name, one in modules.items() if REFLECTION in one.names
    }
    for name, module in modules.items():
        if name.rpartition(".")[0] in reflects:  # its package reads attributes by name
            kept |= module.stored | module.classes
    defined = set().union(*(module.defined for module in modules.values())) - kept
    chosen = {name for name in defined if len(name) > 2 and not name.startswith("__")}
    taken = kept.union(dir(builtins), *(module.names for module in modules.values()))
    found = Counter(name for module in modules.values() for name in module.names)
    return _coloured(_meetings(modules, chosen), found, letters(taken))


def renamed(text: bytes, names: Names) -> bytes:
    """Return a module of the package with every name that has a short one replaced by it."""
    return _replaced(text, _tokens(text), names)


def long_names(text: bytes, names: Names) -> dict[str, str]:
    """Return the name that each short one stands for in a module of the package."""
    return {names[name]: name for _, name in _tokens(text) if name in names}


def renamed_beside(text: bytes, names: Names) -> bytes:
    """Return a script that uses the renamed package; the script's own names stay.

    Names are replaced where they belong to objects: as attributes, in the body of a class, as
    keyword arguments; anything imported from the package keeps its old name in the script.
    """
    return _replaced(text, set(_of_objects(ast.parse(text))), names)


def _replaced(text: bytes, places: Iterable[tuple[Place, str]], names: Names) -> bytes:
    """Return a text with the names at these places, or those before ` as `, shortened."""
    edits: list[Edit] = []
    for (row, column), told in places:
        name, bound, _ = told.partition(" as ")
        if name in names:
            new = f"{names[name]} as {name}" if bound else names[name]
            edits.append((row, column, column + len(name.encode()), new))
    return edited(text, edits)


class _Module:
    """A module of the package: the names in it, sorted by their roles."""

    def __init__(self, text: bytes) -> None:
        tree = ast.parse(text)
        self.names = {name for _, name in _tokens(text)}
        self.asked_for: set[str] = set()  # by texts, or by code that is not read here
        self.defined: set[str] = set()
        self.attributes: set[str] = set()
        self.stored: set[str] = set()  # attributes that are assigned
        self.given: set[str] = set()  # those assigned on another object
        self.classes: set[str] = set()
        self.bases: set[str] = set()  # modules of the classes' bases
        self._origins: dict[str, tuple[str, ...]] = {}  # the modules that a name may come from
        self._unread = _texts_of_typing(tree)
        # Classes last: their bases are known by then.
        for node in sorted(ast.walk(tree), key=lambda one: isinstance(one, ast.ClassDef)):
            self._look(node)
        for node in tree.body:
            self.defined.update(_bound(node))

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.ImportFrom(module=str() as module, names=names):
                for one in names:
                    self._origins[one.asname or one.name] = (module, f"{module}.{one.name}")
            case ast.Import(names=names):
                for one in names:
                    self._origins[one.asname or one.name.split(".")[0]] = (one.name,)
            case ast.FunctionDef(name=name) | ast.arg(arg=name):
                self.defined.add(name)
            case ast.ClassDef():
                self._look_at_class(node)
            case ast.Attribute(attr=name, ctx=context, value=owner):
                self.attributes.add(name)
                if isinstance(context, ast.Store):
                    self.stored.add(name)
                    self.defined.add(name)
                    if not isinstance(owner, ast.Name) or owner.id != "self":
                        self.given.add(name)
            case ast.Global(names=names):
                self.defined.update(names)
            case ast.keyword(arg=str() as name):
                self.asked_for.add(name)
            case ast.Assign(value=ast.Call(func=ast.Name(id="const"))):
                self.asked_for.update(_bound(node))  # with an underscore the compiler drops it
            case ast.Constant(value=str(text)) if node not in self._unread:
                if _NAMES.fullmatch(text):  # names and dots
                    self.asked_for.update(_IDENTIFIER.findall(text))
            case ast.JoinedStr():
                self.asked_for.update(_IDENTIFIER.findall(ast.unparse(node)))

    def _look_at_class(self, node: ast.ClassDef) -> None:
        self.classes.add(node.name)
        self.defined.add(node.name)
        for part in node.body:
            names = {part.name} if isinstance(part, _DEFINITIONS) else _bound(part)
            self.stored.update(() if isinstance(part, _DEFINITIONS) else names)
            self.attributes.update(names)
            self.defined.update(names)
        for base in node.bases:
            first = ast.unparse(base).split(".")[0]
            self.bases.update(self._origins.get(first, ()))


def _of_objects(tree: ast.Module) -> Iterator[tuple[Place, str]]:
    """Yield, for a text that uses the package, the places of the names that belong to objects."""
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, end_lineno=int() as line, end_col_offset=int() as end):
                yield (line, end - len(name.encode())), name
            case ast.keyword(arg=str() as name) if name not in arguments:
                yield (node.lineno, node.col_offset), name
            case ast.ImportFrom(module=str() as module, names=found) if module[:7] == "corrido":
                for each in found:
                    bound = "" if each.asname else " as "
                    yield (each.lineno, each.col_offset), each.name + bound
            case ast.ClassDef(body=body):
                for part in body:
                    if isinstance(part, _DEFINITIONS):
                        kind = "class " if isinstance(part, ast.ClassDef) else "def "
                        yield (part.lineno, part.col_offset + len(kind)), part.name
                    for name in _here(part):
                        if isinstance(name, ast.Name) and not isinstance(name.ctx, ast.Load):
                            yield (name.lineno, name.col_offset), name.id


def _tokens(text: bytes) -> Iterator[tuple[Place, str]]:
    """Yield the place and the letters of every identifier in a source."""
    for token in tokenize.generate_tokens(io.StringIO(text.decode()).readline):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            row, column = token.start
            yield (row, len(token.line[:column].encode())), token.string


def _bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement binds in its own scope, loops and branches included."""
    found: set[str] = set()
    for part in _here(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            found.add(part.id)
        elif isinstance(part, ast.ImportFrom | ast.Import):
            found.update(name.asname for name in part.names if name.asname)
    return found


def _here(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and everything in it except the bodies of functions and classes."""
    yield node
    if not isinstance(node, (*_DEFINITIONS, ast.Lambda)):
        for part in ast.iter_child_nodes(node):
            yield from _here(part)


def _texts_of_typing(tree: ast.Module) -> set[ast.AST]:
    """Return the nodes of docstrings and annotations, which no board keeps."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        for field in ("annotation", "returns"):
            part = getattr(node, field, None)
            found.update(ast.walk(part) if part else ())
    return found


def _meetings(modules: Mapping[str, _Module], chosen: set[str]) -> dict[str, set[str]]:
    """Return the other names that each name meets."""
    met: dict[str, set[str]] = {name: set() for name in chosen}

    def meet(some: set[str], others: set[str]) -> None:
        for name in some & chosen:
            met[name] |= others & chosen
        for name in others & chosen:
            met[name] |= some & chosen

    for module in modules.values():
        meet(module.names, module.names)
        meet(module.given, chosen)
        bases = _ancestors(module, modules)
        for base in bases:
            meet(module.names, base.attributes)
        for one, other in itertools.combinations(bases, 2):  # a class may have both
            meet(one.attributes, other.attributes)
    return {name: others - {name} for name, others in met.items()}


def _ancestors(module: _Module, modules: Mapping[str, _Module]) -> list[_Module]:
    """Return the modules of a module's bases, and of theirs."""
    found: list[_Module] = []
    todo = set(module.bases)
    while todo:
        base = modules.get(todo.pop())
        if base is not None and base is not module and base not in found:
            found.append(base)
            todo |= base.bases
    return found


def letters(taken: Container[str] = ()) -> Iterator[str]:
    """Yield names of one letter, then of two and more, except those that are taken."""
    first, second = string.ascii_lowercase, string.ascii_lowercase + string.digits
    for size in itertools.count(0):
        for parts in itertools.product(first, *[second] * size):
            name = "".join(parts)
            if name not in taken and not keyword.iskeyword(name):
                yield name


def _coloured(
    met: Mapping[str, set[str]], found: Mapping[str, int], letters: Iterator[str]
) -> dict[str, str]:
    """Return a short name for each, shared where possible by names that do not meet.

    found: in how many modules each name is; the shortest are for those found most often.
    """
    groups: list[set[str]] = []
    for name in sorted(met, key=lambda name: (-len(met[name]), name)):
        free = next((group for group in groups if not group & met[name]), None)
        if free is None:
            groups.append({name})
        else:
            free.add(name)
    groups.sort(key=lambda group: -sum(found[name] for name in group))
    return {name: short for group, short in zip(groups, letters, strict=False) for name in group}
