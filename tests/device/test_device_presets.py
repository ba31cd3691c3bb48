"""A club's own presets, by `corrido config` on a device in setup, through its real console."""

import contextlib

import pytest

from host_tools import cli
from host_tools.device import config
from host_tools.sim.device import Device
from tests.device.fingers import Asked


@pytest.fixture
def device(monkeypatch):
    """A device in setup; the command finds it on any port."""
    device = Device.provisioned({"language": "es"})
    device.power_on()
    wired = Asked(device)
    monkeypatch.setattr(config, "Client", lambda port, pin=None: contextlib.nullcontext(wired))
    yield device
    device.close()


def configure(*words):
    """Return the exit code of `corrido config`."""
    return cli.main(["config", "--port", "01", *words])


def test_a_preset_is_kept_used_and_removed(device, tmp_path, capsys):
    own = "blitz/fise-corrido/budget=600/signals=30,15,5"
    assert configure("set", "preset=blitz", f"own-1={own}") == 0  # in the order that it needs
    assert (device.status()["preset"], device.status()["clock.A"]) == ("blitz", "10:00.000")
    capsys.readouterr()
    assert configure("get", "own-1") == 0 and capsys.readouterr().out == f"own-1={own}\n"
    (file := tmp_path / "club.json").write_text('{"own-1": "", "preset": "naspa"}')
    assert configure("import", str(file)) == 0
    assert device.status()["preset"] == "naspa"
