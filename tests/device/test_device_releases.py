"""From one release to the next and back, with a game in progress on the board."""

import re
import shutil
from contextlib import closing

import pytest

from host_tools.build import sources as build_sources
from host_tools.device import faults, payload
from host_tools.device.client import Client, wait_for_firmware
from host_tools.device.progress import silent
from host_tools.device.repl import Repl
from host_tools.device.session import Options, bring, standing
from host_tools.paths import firmware_dir
from tests.device.fingers import OK, STOP, B, pressed
from tests.device.rig import BOARD, START_S
from tests.hostile.peers import ABOUT, Liar

KEPT = ("game", "turn", "turns.A", "turns.B", "clock.A", "clock.B")


def release(folder, version):
    """Return another release's sources."""
    shutil.copytree(firmware_dir(), folder, ignore=shutil.ignore_patterns("__pycache__", "*.lex"))
    path = folder / "corrido" / "__init__.py"
    text, count = re.subn('VERSION = ".*"', f'VERSION = "{version}"', path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, encoding="utf-8")
    return folder


def install(board, folder):
    """Deploy a release, whether or not it starts."""
    options = Options(BOARD, ["es"])
    with pytest.MonkeyPatch.context() as patch:
        for module in (payload, build_sources):
            patch.setattr(module, "firmware_dir", lambda: folder)
        with Repl(board.port) as repl, standing(repl, force=False):
            bring(repl, options, silent, options.assemble)


def status(board, version):
    """The status of a board that runs this release."""
    with Client(board.port) as client:
        assert wait_for_firmware(client, START_S)["firmware"] == version
        return client.ask("status")


def until(board, key, **wanted):
    """Press a key until the status is as wanted; return the status."""
    with Client(board.port) as client:
        return pressed(board, client, key, **wanted)


def stands(board, version, before):
    """Assert that the game stands as it did, on a board that runs this release."""
    found = status(board, version)
    assert found["phase"] == "recovered", version
    assert {name: found[name] for name in KEPT} == {name: before[name] for name in KEPT}


def test_a_game_in_progress_lives_through_an_upgrade_and_a_downgrade(board, tmp_path):
    old, new = (release(tmp_path / version, version) for version in ("0.1.0", "0.2.0"))
    install(board, old)
    assert status(board, "0.1.0")["phase"] == "setup"
    with Client(board.port) as client:
        for setting in ("least-turn 0", 'device-name "Mesa 4"', 'preset "fise-corrido"'):
            client.ask(f"set {setting}")
        client.ask('set pin "4711"')
    until(board, OK, phase="ready")
    until(board, B, running="A")
    before = until(board, STOP, phase="stopped", running="none")

    for version, sources in (("0.2.0", new), ("0.1.0", old)):
        install(board, sources)
        stands(board, version, before)
        with Client(board.port) as client:
            about = client.ask("about")
            assert (about["name"], about["pin"]) == ("Mesa 4", True)


def test_tools_that_are_older_than_the_device_say_so():
    with closing(Liar(about={**ABOUT, "protocol": 2})) as newer, Client(newer.port) as client:
        with pytest.raises(faults.DeviceFault, match="protocol 2, these tools 1: update the too"):
            client.ask("about")
