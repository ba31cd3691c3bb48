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
from tests.device.rig import BOARD
from tests.hostile.peers import ABOUT, Liar

START_S = 120.0
KEPT = ("game", "turn", "turns.A", "turns.B", "clock.A", "clock.B")


def release(folder, version, journal=""):
    """Return another release's sources: its version, and perhaps a newer journal format."""
    shutil.copytree(firmware_dir(), folder, ignore=shutil.ignore_patterns("__pycache__", "*.lex"))
    texts = {"__init__.py": (r'VERSION = ".*"', f'VERSION = "{version}"')}
    if journal:
        texts["store/journal/codec.py"] = (r"FORMAT = const\(\d+\)", f"FORMAT = const({journal})")
    for name, (old, new) in texts.items():
        path = folder / "corrido" / name
        text, count = re.subn(old, new, path.read_text(encoding="utf-8"), count=1)
        assert count == 1, name
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


def refused(board, release, words):
    """Assert that a release refuses what is in the board's flash, and changes nothing of it."""
    region = board.region.read_bytes()
    install(board, release)
    with Repl(board.port) as repl, Client(board.port, repl.transport) as client:
        with pytest.raises(faults.DeviceFault):
            wait_for_firmware(client, 2.0)
        repl.restart_quietly()
        said = repl.wire.read_past(b">>> ", START_S).decode()
    assert f"FormatError: {words}" in said
    assert board.region.read_bytes() == region


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Three releases' sources: two with the same formats, one with a newer journal."""
    folder = tmp_path_factory.mktemp("releases")
    return {
        "0.1.0": release(folder / "old", "0.1.0"),
        "0.2.0": release(folder / "new", "0.2.0"),
        "9.0.0": release(folder / "newer", "9.0.0", journal="9"),
    }


def test_a_game_in_progress_lives_through_an_upgrade_and_a_downgrade(board, releases):
    install(board, releases["0.1.0"])
    assert status(board, "0.1.0")["phase"] == "setup"
    with Client(board.port) as client:
        for setting in ("least-turn 0", 'device-name "Mesa 4"', 'preset "fise-corrido"'):
            client.ask(f"set {setting}")
        client.ask('set pin "4711"')
    until(board, OK, phase="ready")
    until(board, B, running="A")
    before = until(board, STOP, phase="stopped", running="none")

    for version in ("0.2.0", "0.1.0"):
        install(board, releases[version])
        stands(board, version, before)
        with Client(board.port) as client:
            about = client.ask("about")
            assert (about["name"], about["pin"]) == ("Mesa 4", True)

    # A format is read by the releases that have its number, older or newer, and by no other.
    refused(board, releases["9.0.0"], "journal is of format 3, this release reads 9: use the one")
    install(board, releases["0.1.0"])
    stands(board, "0.1.0", before)

    install(board, releases["9.0.0"])
    board.power_off()
    board.region.write_bytes(b"\xff" * board.region.stat().st_size)
    board.power_on()
    assert status(board, "9.0.0")["phase"] == "setup"
    until(board, OK, phase="ready")
    until(board, B, running="A")
    before = until(board, STOP, phase="stopped", running="none")
    refused(board, releases["0.1.0"], "journal is of format 9, this release reads 3: update")
    install(board, releases["9.0.0"])
    stands(board, "9.0.0", before)


def test_tools_that_are_older_than_the_device_say_so():
    with closing(Liar(about={**ABOUT, "protocol": 2})) as newer, Client(newer.port) as client:
        with pytest.raises(faults.DeviceFault, match="protocol 2, these tools 1: update the too"):
            client.ask("about")
