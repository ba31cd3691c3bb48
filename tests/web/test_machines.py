"""What `corrido sim` runs: the simulated device, or an emulated chip if there is an emulator."""

import argparse
import sys

import pytest

from host_tools.errors import UserError
from host_tools.web.machines import _emulated


def test_an_installed_package_says_that_it_has_no_emulator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "host_tools.workshop.emulator.machine", None)
    given = argparse.Namespace(uf2="RPI_PICO.uf2", runtime="cpython")
    with pytest.raises(UserError, match="needs a checkout"):
        _emulated(given, {})
