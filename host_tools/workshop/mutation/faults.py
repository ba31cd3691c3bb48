"""Generate mutants of a module from its syntax tree, without quoting any of its source."""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "firmware" / "corrido"

SWAPS: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
# The return value of an emptied function, by its annotation.
EMPTY = {
    "bool": ("True", "False"), "int": ("0", "1"), "str": ("''",), "tuple": ("()",),
    "list": ("[]",), "set": ("set()",),
}  # fmt: skip

Function = ast.FunctionDef


class Mutant(NamedTuple):
    """One fault: the file under firmware/corrido, the function, the line, the change in words."""

    file: str
    function: str
    line: int
    change: str
    tree: ast.Module

    @property
    def module(self) -> str:
        """The full name of the module that the fault is in."""
        return "corrido." + self.file[:-3].replace("/", ".")

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.function}: {self.change}"


def parse(file: str) -> ast.Module:
    """Return the syntax tree of a file under firmware/corrido."""
    return ast.parse((PACKAGE / file).read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> dict[str, Function]:
    """Return the functions and methods of a module by qualified name, as in `Match.handle`.

    Of two with the same name (a property and its setter), the first counts.
    """
    found: dict[str, Function] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found.setdefault(f"{node.name}.{inner.name}", inner)
    return found


def small_faults(file: str, wanted: frozenset[str] | None = None) -> list[Mutant]:
    """Return every mutant of a file that changes one operator, constant, condition or statement.

    wanted: qualified names of functions; None for the whole file. Top-level code is data and is
    left alone.
    """
    tree = parse(file)
    made = []
    for name, function in functions(tree).items():
        if wanted is not None and name not in wanted:
            continue
        for statement in _body(function):
            for node in _nodes(statement):
                for change, fault in _changes(node):
                    made.append(Mutant(file, name, getattr(node, "lineno", function.lineno),
                                       change, _replaced(tree, node, fault)))  # fmt: skip
    return made


def emptied(file: str, wanted: frozenset[str]) -> list[Mutant]:
    """Return the mutants in which one of the wanted functions does nothing at all."""
    tree = parse(file)
    made = []
    for name, function in functions(tree).items():
        if name in wanted:
            for change, body in _empty_bodies(function):
                twin = copy.copy(function)
                twin.body = body
                made.append(Mutant(file, name, function.lineno, change,
                                   _replaced(tree, function, twin)))  # fmt: skip
    return made


def _empty_bodies(function: Function) -> Iterator[tuple[str, list[ast.stmt]]]:
    returns = any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(function))
    if not returns:
        yield "does nothing", [ast.Pass()]
        return
    kind = ast.unparse(function.returns).strip("\"'") if function.returns else ""
    for value in EMPTY.get(kind.partition("[")[0], ("None",)):
        yield f"returns {value} at once", [ast.Return(ast.parse(value, mode="eval").body)]


def _body(function: Function) -> list[ast.stmt]:
    """Return a function's statements without its docstring."""
    first = function.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return function.body[1:] if told else function.body


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement's nodes but its annotations, which mean nothing at run time."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _nodes(child)


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the faults that can replace a node, each with a short description."""
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            yield _named(op), _with_op(node, place)
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
        twin = copy.deepcopy(node)
        twin.op = SWAPS[type(node.op)]()
        yield _named(node.op), twin
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        yield f"no {type(node.op).__name__}", copy.deepcopy(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    if isinstance(node, ast.Assign | ast.AugAssign) or _is_call(node):
        yield "left out: " + ast.unparse(node)[:60], ast.Pass()


def _named(old: ast.AST) -> str:
    return f"{type(old).__name__} -> {SWAPS[type(old)].__name__}"


def _with_op(node: ast.Compare, place: int) -> ast.Compare:
    twin = copy.deepcopy(node)
    twin.ops[place] = SWAPS[type(node.ops[place])]()
    return twin


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    """Return a copy of the tree with one node replaced."""

    class Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is old else self.generic_visit(node)

    twin = copy.deepcopy(tree, {id(old): old})
    Put().visit(twin)
    return ast.fix_missing_locations(twin)
