"""A whole game played by hand in the page, on the real firmware."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from serving import serving
from table import Table

from host_tools.sim.device import Device
from host_tools.web.engine import Engine
from host_tools.web.simulated import SimulatedMachine

SPEED = 2.0


@pytest.fixture
def table(page, tmp_path):
    """A page on a device with twenty seconds per player."""
    device = Device.provisioned({"preset": "fise-corrido", "budget": "20", "bounce": "4"})
    engine = Engine(SimulatedMachine(device), SPEED)
    with serving(engine) as url:
        table = Table(page, engine, device, tmp_path)
        table.open(url)
        yield table


def start(table: Table) -> None:
    """From setup to a game in which A has the first turn."""
    table.expect(phase="setup")
    table.shot("setup")
    table.press("OK")
    table.expect(phase="ready")
    table.shot("ready")
    table.press("B")
    table.expect(phase="running", turn="A")


def ten_presses(table: Table) -> None:
    for _ in range(5):
        table.hand_over("A")
        table.hand_over("B")
    table.expect(turns_A="5", turns_B="5")
    table.shot("running")


def a_stop(table: Table) -> None:
    table.press("STOP")
    table.expect(phase="stopped")
    table.go("stopped:score")
    table.expect(reason="score")
    table.shot("stopped")
    table.press("STOP")
    table.expect(phase="running", running="A")


def a_challenge(table: Table) -> None:
    table.press("CHALLENGE")
    table.expect(phase="challenge", running="none")
    table.spell(["Z", "U", "Z", "A"])
    table.shot("challenge")
    table.press("A")
    table.press("B")
    table.expect(phase="verdict", verdict="invalid")
    table.shot("verdict")
    table.press("OK")
    table.expect(phase="running", running="B", verdict="none")


def overtime(table: Table) -> None:
    turn = table.field("turn")
    table.wait_until(lambda: table.field(f"clock.{turn}").startswith("-"))
    table.wait_until(lambda: table.field(f"points.{turn}") != "0")
    table.shot("overtime")


def the_end(table: Table) -> None:
    table.press("STOP")
    table.expect(phase="stopped")
    table.press("OK")
    table.go("menu", "OK")
    table.go("menu:fin")
    table.press("OK")
    table.shot("finish")
    table.press("A")
    table.press("B")
    table.expect(phase="over")
    table.shot("summary")
    table.press("A")
    table.press("B")
    table.expect(phase="closed")
    table.shot("closed")


def test_a_game_by_hand(table: Table) -> None:
    start(table)
    ten_presses(table)
    a_stop(table)
    a_challenge(table)
    overtime(table)
    the_end(table)


def test_a_cable_pulled_in_play(table: Table) -> None:
    start(table)
    table.page.click("#plug")
    table.page.wait_for_selector("#device.dark")
    table.page.click("#plug")
    table.expect(phase="recovered")
    table.shot("recovered")
    table.press("OK")
    table.expect(phase="stopped", reason="other")
    table.press("STOP")
    table.expect(phase="running", running="A")


def test_headless(corrido) -> None:
    result = corrido("sim", "--headless", "--for", "60", "--json")
    assert result.returncode == 0, result.stderr
    status = json.loads(result.stdout)
    assert status["phase"] == "setup" and status["game"] == "1"


def test_headless_under_micropython(corrido, micropython, mpy_cross) -> None:
    result = corrido("sim", "--headless", "--for", "5", "--runtime", "micropython")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["phase"] == "setup"


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--set", "preset=nothing"], "nothing"),
        (["--set", "budgett=60"], "budgett"),
        (["--set", "budget"], "KEY=VALUE"),
        (["--for", "10"], "--headless"),
        (["--headless", "--for", "soon"], "soon"),
        (["--port", "99999"], "99999"),
    ],
)
def test_bad_options_are_one_line(corrido, args: list[str], part: str) -> None:
    result = corrido("sim", "--no-browser", *args)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1 and part in result.stderr


def test_ctrl_c_is_quiet(root: Path) -> None:
    command = [sys.executable, "-m", "host_tools", "sim", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root,
        # A suite that runs in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        assert "http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
    finally:
        process.kill()
