"""An image states the sources it was made from, and the host compares them."""

from pathlib import Path

from host_tools.build.sources import state_of
from host_tools.cli import main
from host_tools.device import session
from host_tools.device.deploy import Identity, Outcome
from host_tools.paths import boards_dir, firmware_dir

COMMON = boards_dir() / "common" / "manifest.py"
HERE = state_of(firmware_dir())


def frozen_state(folder, monkeypatch):
    """Return the state that the manifest freezes, run as in MicroPython's manifest tool."""
    brought: list[str] = []
    words = {
        "package": lambda *args, **options: None, "require": lambda *args: None,
        "freeze": lambda path, name: brought.append(Path(path, name).read_text()),
    }  # fmt: skip
    monkeypatch.chdir(folder)
    exec((folder / "manifest.py").read_text(encoding="utf-8"), words)
    (module,) = brought
    found: dict[str, str] = {}
    exec(module, found)
    return found["STATE"]


def test_the_image_and_the_host_read_one_state_from_the_sources(monkeypatch):
    assert frozen_state(COMMON.parent, monkeypatch) == "corrido-state:" + HERE


def test_another_byte_is_another_state_and_other_line_ends_are_not(tmp_path, monkeypatch):
    folder = tmp_path / "boards" / "common"
    folder.mkdir(parents=True)
    (folder / "manifest.py").write_bytes(COMMON.read_bytes())
    package = tmp_path / "firmware" / "corrido"
    package.mkdir(parents=True)
    for name in ("main.py", "boot.py"):
        (package.parent / name).touch()
    (package / "one.py").write_bytes(b"A = 1\nB = 2\n")
    states = [state_of(package.parent)]
    (package / "one.py").write_bytes(b"A = 1\r\nB = 2\r\n")
    states.append(state_of(package.parent))
    assert (
        frozen_state(folder, monkeypatch)
        == "corrido-state:" + states[0]
        == ("corrido-state:" + states[1])
    )
    (package / "one.py").write_bytes(b"A = 1\nB = 3\n")
    states.append(state_of(package.parent))
    (package / "one.py").rename(package / "two.py")
    states.append(state_of(package.parent))
    assert len(set(states)) == 3


def test_a_deployment_beside_a_frozen_firmware_names_it(monkeypatch, capsys):
    identity = Identity(0, "1.26.1", "Corrido on Raspberry Pi Pico", "rp2", "0.1.0", HERE)
    done = session.Deployed("pico", identity, Outcome(5, 0, 0, 0, 0, "f" * 64))
    monkeypatch.setattr(session, "deploy_to", lambda *args: (done, "es"))
    assert main(["deploy", "--port", "p1"]) == 0
    assert "firmware 0.1.0 is in the board's image" in capsys.readouterr().out
