"""`corrido preset`: the commands on a device in setup, through its real console."""

import contextlib
import json

import pytest

from host_tools import cli
from host_tools.device import config, presets
from host_tools.sim.device import Device
from tests.device.fingers import Asked


@pytest.fixture
def device(monkeypatch):
    """A device in setup; the command finds it on any port."""
    device = Device.provisioned({"language": "es"})
    device.power_on()
    wired = Asked(device)
    monkeypatch.setattr(presets, "Client", lambda port, pin=None: contextlib.nullcontext(wired))
    monkeypatch.setattr(config, "Client", lambda port, pin=None: contextlib.nullcontext(wired))
    yield device
    device.close()


def preset(*words):
    """Return the exit code of `corrido preset`."""
    return cli.main(["preset", "--port", "01", *words])


def test_a_preset_is_kept_used_listed_and_removed(device, capsys):
    assert preset("add", "blitz", "fise-corrido", "budget=600", "signals=30,15,5") == 0
    assert preset("use", "blitz") == 0
    assert device.status()["preset"] == "blitz"
    assert device.status()["clock.A"] == "10:00.000"
    capsys.readouterr()
    assert preset("list") == 0
    assert capsys.readouterr().out == "blitz  (in use): fise-corrido budget=600 signals=30,15,5\n"
    assert preset("remove", "blitz") == 2
    assert "in use" in capsys.readouterr().err
    assert preset("use", "wespa") == 0
    assert preset("remove", "blitz") == 0
    assert preset("list", "--json") == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told == {"preset": "wespa", "own": {}}


def test_using_a_preset_takes_what_overrode_the_one_before(device, capsys):
    assert cli.main(["config", "--port", "01", "set", "budget=60", "end-passes=2"]) == 0
    assert device.status()["clock.A"] == "1:00.000"
    assert preset("use", "fise-no-corrido") == 0
    assert device.status()["clock.A"] == "25:00.000"
    assert device.app.recorder.match.rules.end_passes == 4


def test_a_preset_of_the_same_name_takes_its_place_and_the_ninth_is_refused(device, capsys):
    for number in range(8):
        assert preset("add", f"club-{number}", "fise-corrido") == 0
    assert capsys.readouterr().out.endswith("club-7: kept\n")
    assert preset("add", "club-3", "wespa", "budget=1800") == 0
    assert capsys.readouterr().out == "club-3: replaced\n"
    assert preset("add", "club-8", "fise-corrido") == 2
    assert "8 are kept already" in capsys.readouterr().err
    assert preset("list", "--json") == 0
    own = json.loads(capsys.readouterr().out.splitlines()[-1])["own"]
    assert len(own) == 8 and own["club-3"] == {"from": "wespa", "budget": 1800}


def test_a_settings_file_brings_presets_before_the_one_in_use(device, tmp_path, capsys):
    file = tmp_path / "club.json"
    file.write_text('{"preset": "blitz", "own-1": "blitz/fise-corrido/budget=600"}')
    assert cli.main(["config", "--port", "01", "import", str(file)]) == 0
    assert device.status()["preset"] == "blitz"
    file.write_text('{"own-1": "", "preset": "naspa"}')
    assert cli.main(["config", "--port", "01", "import", str(file)]) == 0
    assert device.status()["preset"] == "naspa"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "Blitz", "fise-corrido"), "letters a to z"),
        (("add", "blitz", "fise-corrido", "budget=9"), "10 to 5999"),
        (("add", "blitz", "fise-corrido", "lexicon=es"), "KEY=VALUE, one of at-zero"),
        (("use", "blitz"), "one of duplicate"),
        (("remove", "blitz"), "'blitz': the device has none"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(device, capsys, words, says):
    assert preset(*words) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1
