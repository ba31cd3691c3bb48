"""Every test of the contract runs on every board."""

import pytest

from tests.contract.rigs import CHIP_BOARDS, ChipRig, SimRig


@pytest.fixture(params=("sim", *CHIP_BOARDS))
def rig(request, monkeypatch):
    """A bench with one board on it."""
    return SimRig() if request.param == "sim" else ChipRig(request.param, monkeypatch)


@pytest.fixture(params=CHIP_BOARDS)
def chip_rig(request, monkeypatch):
    """A bench with one of the boards for chips."""
    return ChipRig(request.param, monkeypatch)
