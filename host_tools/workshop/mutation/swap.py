"""Put a mutant into the running interpreter, in a child process that dies with it."""

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import NoReturn

from host_tools.workshop.mutation.faults import Mutant

KILLED, LIVED = 1, 0


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Load one module from the changed tree whenever it is imported again."""

    def __init__(self, mutant: Mutant, code: CodeType) -> None:
        """Answer for the mutant's module, with its compiled code."""
        self._name = mutant.module
        self._code = code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return a spec for the changed module, None for others."""
        if fullname != self._name:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed module."""
        exec(self._code, module.__dict__)


def put(mutant: Mutant) -> None:
    """Change the function in this process, and in later imports.

    The function object stays the same, so code that imported it by name runs the fault too.
    """
    code = compile(mutant.tree, mutant.file, "exec")
    sys.meta_path.insert(0, Changed(mutant, code))
    module = sys.modules.get(mutant.module)
    if module is not None:
        live = _live(module, mutant.function)
        live.__code__ = _code_of(code, mutant.function.split("."), live.__code__.co_firstlineno)


def _live(module: ModuleType, name: str) -> FunctionType:
    owner: object = module
    for part in name.split("."):
        owner = inspect.getattr_static(owner, part)
    if isinstance(owner, property):
        owner = owner.fget
    owner = getattr(owner, "__func__", owner)
    if not isinstance(owner, FunctionType):
        raise TypeError(f"{module.__name__}.{name} is not a function")
    return owner


def _code_of(code: CodeType, names: list[str], line: int) -> CodeType:
    """Return the code of the named function within a module's code: the one nearest to `line`."""
    for name in names:
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name]
        code = min(inner, key=lambda c: abs(c.co_firstlineno - line))
    return code


def lives(mutant: Mutant, notices: Callable[[], None], seconds: int) -> bool:
    """Return whether `notices` raises nothing with the mutant in place.

    It runs in a child process with a time limit, so a mutant that hangs is noticed.
    """
    child = os.fork()
    if child == 0:
        _end_as(mutant, notices, seconds)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == LIVED


def _end_as(mutant: Mutant, notices: Callable[[], None], seconds: int) -> NoReturn:
    """End this process with LIVED if `notices` raises nothing, KILLED in any other case."""
    signal.alarm(seconds)
    code = KILLED
    quiet = io.StringIO()
    try:
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            put(mutant)
            notices()
        code = LIVED
    finally:
        os._exit(code)
