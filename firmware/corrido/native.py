"""Load the inner loops: machine code if the port can make it, else bytecode of the same source.

A file of loops decorates them `@micropython.viper`, imports that name and the array types from
here, and is loaded by `loops()`. MicroPython's compiler recognises the decorator by name and
rejects it if it has no native emitter (the WebAssembly build): then the file is compiled without
it.
"""

import sys
from array import array

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Loop = TypeVar("Loop", bound=Callable[..., int])

DECORATOR = "@micropython.viper\n"

ptr8 = ptr16 = ptr32 = memoryview  # viper's names for arrays of 8, 16 and 32-bit numbers
if not TYPE_CHECKING:

    def ptr32(buffer):
        """Return the 32-bit numbers of a buffer of bytes; viper's takes them where they are."""
        return array("I", buffer)


if sys.implementation.name == "micropython" and not TYPE_CHECKING:
    import micropython
else:
    # Not imported on CPython: board support packages install modules of that name there.
    class micropython:
        """A stand-in for MicroPython's module, whose decorators return a loop unchanged."""

        @staticmethod
        def viper(loop: "Loop") -> "Loop":
            """Return the loop unchanged."""
            return loop


def loops(name: str) -> "Any":
    """Return the module of that full name, or its stand-in on a port without native code.

    OSError if the port rejects the decorator and the source is not available as a file.
    """
    try:
        return __import__(name, None, None, ("",))
    except SyntaxError:
        return _without_decorators(name)


def _without_decorators(name: str) -> "Any":
    package = __import__("corrido").__path__
    folder = package if isinstance(package, str) else package[0]
    path = folder + "/" + "/".join(name.split(".")[1:]) + ".py"
    with open(path) as file:
        text = file.read()
    names: "dict[str, Any]" = {"__name__": name}
    exec(text.replace(DECORATOR, ""), names)
    return type("Loops", (), names)
