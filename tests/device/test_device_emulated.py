"""Deploying to an emulated RP2040 over its serial line: a real image, littlefs, a real cut."""

import pytest

from host_tools.device import faults, link
from host_tools.device.deploy import deploy, identify
from host_tools.device.link import Link
from tests.device.cuts import small_firmware
from tests.lab.conftest import one_uf2  # noqa: F401 - a fixture

EMULATED_S = 180.0


@pytest.fixture
def pico(one_uf2, monkeypatch):  # noqa: F811
    """A maker of power-ons; the emulated chip is slower than any real one."""
    from tests.device.emulated import EmulatedPico

    monkeypatch.setattr(link, "ANSWER_S", EMULATED_S)
    made = []

    def power_on(flash=None):
        made.append(EmulatedPico(one_uf2, flash))
        return made[-1]

    yield power_on
    for pico in made:
        pico.power_off()


def _deploy(port, files):
    with Link(port) as board:
        board.enter()
        return deploy(board, files)


@pytest.mark.lab
@pytest.mark.slow
def test_a_cut_in_the_middle_and_the_next_run_goes_on(pico):
    first = pico()
    with Link(first.port) as board:
        board.enter()
        who = identify(board)
        assert "RP2040" in who.machine and who.mpy & 0xFF == 6
        old = small_firmware(1, modules=2)
        assert deploy(board, old).sent == len(old)
    first.cut_in(150_000)
    new = small_firmware(2, modules=2)
    with pytest.raises(faults.DeviceFault, match="the same command goes on"):
        _deploy(first.port, new)
    second = pico(first.power_off())
    with Link(second.port) as board:
        board.enter()
        whole = [
            all(_holds(board, path, data) for path, data in files.items()) for files in (old, new)
        ]
        assert any(whole)
        outcome = deploy(board, new)
        assert outcome.sent + outcome.resumed > 0 or whole[1]
        board.restart()
        assert b"firmware 2 runs" in board.wire.read_past(b"runs", EMULATED_S)


def _holds(board, path, data):
    try:
        return board.get(path) == data
    except faults.ExecFault:
        return False
