"""Needs of the tests of MicroPython's WebAssembly build; without them they skip and say why."""

import pytest

from host_tools.errors import UserError
from host_tools.npm import node
from host_tools.sim import wasm


@pytest.fixture(scope="session")
def interpreter():
    """Return micropython.mjs of the build, fetched with npm once if it is missing."""
    try:
        node()
        return wasm.interpreter()
    except UserError as error:
        pytest.skip(str(error))
