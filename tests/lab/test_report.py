"""`corrido report` on a Pico that runs the file one drags; a pseudo-terminal is the cable."""

import json
import os
import select
import subprocess
import sys

import pytest

pytestmark = pytest.mark.lab

SLICE_US = 5_000


def bridged(chip, command):
    """Run a command while time passes on the chip; return its exit code and what it says."""
    tty = pytest.importorskip("tty", reason="a pseudo-terminal: Linux or macOS")
    here, port = os.openpty()
    tty.setraw(port)
    running = subprocess.Popen(
        [sys.executable, "-m", "host_tools", *command, "--port", os.ttyname(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    told = len(chip.console.text)
    while running.poll() is None:
        if select.select([here], [], [], 0)[0]:
            chip.console.send(os.read(here, 256))
        chip.run_for(SLICE_US)
        os.write(here, bytes(chip.console.text[told:]))
        told = len(chip.console.text)
    os.close(here)
    return running.returncode, running.stdout.read()


def test_what_an_owner_sends_is_measured_whole_and_without_a_name(stock_uf2, tmp_path):
    from host_tools.cli import main
    from host_tools.device.image import load
    from host_tools.workshop.emulator.chip import erased_with
    from host_tools.workshop.emulator.table import Player, Table

    club, sent = tmp_path / "club.uf2", tmp_path / "pico.json"
    assert main(["image", "--base", str(stock_uf2), "--set", "device-name=Mesa 7",
                 "-o", str(club)]) == 0  # fmt: skip
    player = Player(Table(club), flash=erased_with(load(str(club))))
    code, said = bridged(player.chip, ["report", "-o", str(sent)])
    assert code == 0, said
    found = json.loads(sent.read_text())
    assert "Mesa" not in sent.read_text() and found["board"]["board"] == "pico"
    assert found["running"]["parts"]["displays"] == 1
    stopped = found["stopped"]
    assert stopped["block_whole"] and min(stopped["block_us"]) >= 45_000  # W25Q16JV: one erase
    assert stopped["bus"]["400000"]["there"] == [0x3C]
    assert stopped["chip"]["hz"] in (125_000_000, [125_000_000]) and stopped["start_s"] > 0
    print(sent.read_text())
