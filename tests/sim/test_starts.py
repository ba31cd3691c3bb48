"""Each start under MicroPython has an interpreter of its own."""

import os
import signal
from pathlib import Path

import pytest

from host_tools.sim.process import ProcessRuntime
from host_tools.sim.runtime import Polled
from tests.conftest import tool, type_in

GAME = """scenario {}
device preset=fise-corrido
at 0 power on
+1 press B
+1 expect running A
"""


def test_a_scenario_whose_interpreter_is_killed_is_the_only_one_that_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool("micropython"), tool("mpy-cross")
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
