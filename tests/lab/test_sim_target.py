"""`corrido sim --target rp2040`: the emulated chip behind the page, with its own settings."""

import argparse

import pytest

pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")

from host_tools.errors import UserError
from host_tools.web.command import register, settings
from host_tools.web.headless import status_after
from host_tools.web.machines import make_machine
from host_tools.workshop.emulator.machine import EmulatedMachine
from host_tools.workshop.emulator.payload import provisioned, provisioned_region


def machine_of(*words):
    """Return the machine that `corrido sim` makes for its command line."""
    parser = argparse.ArgumentParser()
    register(parser.add_subparsers())
    args = parser.parse_args(["sim", *words])
    return make_machine(args, settings(args))


@pytest.mark.lab
@pytest.mark.slow
def test_it_plays_with_the_settings_of_the_command_line(frozen_uf2):
    machine = machine_of("--target", "rp2040", "--uf2", str(frozen_uf2), "--headless",
                         "--preset", "fise-temporizador", "--set", "turn=60",
                         "--set", "bounce=4")  # fmt: skip
    machine.power_on()
    status = status_after(machine, 0.3)
    assert (status["phase"], status["clock.A"], status["game"]) == ("setup", "1:00.000", "1")
    machine.contact("OK", True)
    machine.run_for_us(80_000)
    machine.contact("OK", False)
    assert status_after(machine, 0.5)["phase"] == "ready"
    assert any(machine.frames()[0]) and machine.powered
    machine.power_cut()
    assert machine.status() == {} and not any(machine.frames()[0])


@pytest.mark.parametrize(
    "name, value, told", [("colour", "red", "no setting"), ("boot", "2", "boot"),
                          ("pin", "12", "4 to 8"), ("lexicon", "none.lex", "lexicon")],
)  # fmt: skip
def test_a_bad_setting_is_one_line(name, value, told):
    with pytest.raises(UserError, match=told):
        provisioned({name: value})


def test_a_lexicon_of_ones_own_goes_onto_the_disk(tmp_path):
    path = tmp_path / "club.lex"
    path.write_bytes(b"a list")
    made = provisioned({"lexicon": str(path), "bounce": "4"})
    assert made.files == {"lexicons/club.lex": b"a list"} and made.bounce_us == 4000
    assert b"club" in made.region and b"club" not in provisioned_region({})


class Silent:
    """A chip with prepared answers."""

    def __init__(self):
        self.connected, self.sent = True, []

    def send(self, data):
        self.sent.append(data)

    def now_us(self):
        return 5e6


@pytest.fixture
def talking(monkeypatch):
    monkeypatch.setattr("host_tools.workshop.emulator.machine.prepared_flash", lambda *parts: b"")
    monkeypatch.setattr("host_tools.workshop.emulator.machine.needed_files", lambda uf2: {})
    machine = EmulatedMachine(None)
    machine.chip = Silent()
    machine.chip.console = machine.chip
    return machine


def test_a_page_that_asks_often_does_not_flood_the_chip(talking):
    assert talking.status() == {} == talking.status()
    assert talking.chip.sent == [b"?1 status\n"]
    talking._hear('!1 ok {"phase": "setup"}')
    assert talking.status() == {"phase": "setup"}


def test_a_firmware_that_ends_says_why(talking):
    for line in ("Traceback (most recent call last):", 'File "main.py", line 3, in <module>',
                 "MemoryError: memory allocation failed, allocating 1024 bytes"):  # fmt: skip
        talking._hear(line)
    with pytest.raises(UserError, match="the firmware stopped: MemoryError"):
        talking.status()


def test_headless_gives_up_on_a_chip_that_never_answers(talking):
    talking.run_for_us = lambda us: setattr(talking, "_before_us", talking._before_us + us)
    with pytest.raises(UserError, match="does not answer"):
        status_after(talking, 1.0)


def test_headless_waits_for_the_answer_to_its_own_question(talking):
    talking._status, talking.answered = {"phase": "setup"}, True

    def passing(us):
        talking._before_us += us
        if talking.chip.sent and len(talking.chip.sent) == 1 and talking._before_us > 2_000_000:
            talking._hear('!1 ok {"phase": "ready"}')

    talking.run_for_us = passing
    assert status_after(talking, 1.0) == {"phase": "ready"}
