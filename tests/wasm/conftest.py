"""What the tests of MicroPython's WebAssembly build need; without it they skip and say why."""

from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.npm import node
from host_tools.sim import wasm


@pytest.fixture(scope="session")
def interpreter() -> Path:
    """micropython.mjs of the build, fetched with npm once if it is not there."""
    try:
        node()
        return wasm.interpreter()
    except UserError as error:
        pytest.skip(str(error))
