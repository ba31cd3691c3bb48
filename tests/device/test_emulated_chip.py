"""The commands against the emulated RP2040 over its serial line: our own image, and a stock one.

Our image answers while its firmware runs; a stock one is deployed to, cut in the middle and again.
"""

import json

import pytest

from host_tools.cli import main
from host_tools.device import client, doctor, faults, prelude, wire
from host_tools.device.client import Client
from host_tools.device.repl import Repl
from host_tools.device.session import take
from tests.lexicon.small import spell, write

pytestmark = pytest.mark.lab

# A busy emulated second takes some twenty real ones.
EMULATED_S = 180.0
OWN, STOCK = "CORRIDO_PICO.uf2", "RPI_PICO.uf2"
CTRL_A, CTRL_B, CTRL_C, CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
ENABLED = "import machine\nprint(machine.mem32[0x40058000] >> 30 & 1)"
# What firmware/main.py does with its watchdog; the application takes seconds to start here.
KEEPER = b"""
import machine, time
from corrido.hal.watchdog import Watchdog
dog = Watchdog(machine, 3000)
try:
    while True:
        dog.feed()
        print("it is fed")
        time.sleep_ms(50)
except KeyboardInterrupt:
    dog.keep_alive()
"""


def _image(name):
    from tests.lab.conftest import CACHE, image

    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    found = image(name)
    if found is None or found.name != name:
        pytest.skip(f"no {name} in {CACHE}, and CORRIDO_UF2 names none of that name")
    return found


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Make the commands wait for the emulated chip."""
    monkeypatch.setattr(wire, "ANSWER_S", EMULATED_S)
    for name in ("ANSWER_S", "FIRST_ANSWER_S", "LONGEST_SILENCE_S"):
        monkeypatch.setattr(client, name, EMULATED_S)
    monkeypatch.setattr(doctor, "LEXICON_S", EMULATED_S)


def corrido(capsys, *words, code=0):
    """Run a command in this process; return its output, or its one-line error."""
    assert main(list(words)) == code
    said = capsys.readouterr()
    return said.out if code == 0 else said.err


@pytest.fixture(scope="module")
def table():
    """The frozen firmware with its display, running, and a finger."""
    from host_tools.workshop.emulator.table import Table, prepared_flash, provisioned_region
    from tests.device.emulated import EmulatedPico

    uf2 = _image(OWN)
    settings = {"preset": "fise-corrido", "budget": "600"}
    parts = Table(uf2, settings)
    parts.display.power_on()
    flash = prepared_flash(uf2, parts.files, provisioned_region(settings))
    pico = EmulatedPico(uf2, flash, {0x3C: parts.display})
    pico.tap = lambda key: pico.do(lambda: _tap(parts, pico.chip, key))
    with Client(pico.port) as asked:
        asked.ask("about", EMULATED_S)  # the lexicon is open by then: a press is answered at once
    yield pico
    pico.power_off()


def _tap(parts, chip, key):
    parts.press(chip, key, 0)
    chip.run_for(300_000)


def test_the_running_firmware_answers(table, capsys):
    port = ("--port", table.port)
    told = corrido(capsys, "doctor", *port)
    assert ": pico " in told and "nothing wrong" in told
    assert corrido(capsys, "config", "get", *port, "budget") == "budget=600\n"
    corrido(capsys, "config", "set", *port, "budget=1200", "device-name=Mesa 4")
    assert corrido(capsys, "config", "get", *port, "budget") == "budget=1200\n"
    assert "Mesa 4: game 1, setup, both stand" in corrido(capsys, "status", *port)


def _reached(asked, field, value):
    """Wait until it is reached: a start may first have to erase blocks."""
    for _ in range(50):
        if asked.ask("status")[field] == value:
            return
    raise AssertionError(f"{field} is not {value}")


def test_in_play_it_answers_and_is_not_stopped(table, capsys, tmp_path):
    port = ("--port", table.port)
    with Client(table.port) as asked:
        table.tap("OK")
        _reached(asked, "phase", "ready")
        table.tap("B")
        _reached(asked, "running", "A")
        asked.wire.write(CTRL_C)
        assert asked.ask("status")["running"] == "A"
    assert "a clock runs" in corrido(capsys, "deploy", *port, code=2)
    assert "under way" in corrido(capsys, "config", "set", *port, "budget=900", code=1)
    path = str(tmp_path / "mesa.corridolog")
    corrido(capsys, "log", "pull", *port, "-o", path)
    assert ": whole, " in corrido(capsys, "log", "verify", path)
    found = json.loads(corrido(capsys, "log", "show", path, "--json"))
    assert (found["name"], found["opener"]) == ("Mesa 4", "A")
    assert json.loads(corrido(capsys, "status", *port, "--json"))[0]["running"] == "A"


def test_stopped_by_force_its_watchdog_stands_too(table):
    with Repl(table.port) as board:
        take(board, force=True)
        assert board.run(ENABLED).strip() == "0"
        table.do(lambda: table.chip.run_for(9_000_000))
        assert board.ask("1 + 1") == 2
        board.wire.write(CTRL_B)
    assert table.chip.resets == 0


def test_a_deployment_leaves_the_frozen_firmware_its_place(table, capsys):
    told = corrido(capsys, "deploy", "--port", table.port)
    assert "pico: 0 of 5 files sent" in told
    assert "is in the board's image" in told


def test_a_watchdog_bites_no_console():
    """By Ctrl-C from any terminal, a soft reset at the raw REPL as by mpremote, or our tools."""
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.table import deployed_files, prepared_flash

    uf2 = _image(OWN)
    files = {name: deployed_files()[name] for name in ("boot.py", "corrido_board.py")}
    files |= {"corrido_swap.py": deployed_files()["corrido_swap.py"], "main.py": KEEPER}
    chip = Chip(uf2, prepared_flash(uf2, files))
    chip.run_until(lambda: b"it is fed" in chip.console.text, 10e6)
    chip.console.send(CTRL_C)
    chip.run_until(lambda: b">>> " in chip.console.text, 3e6)
    chip.run_for(5_000_000)
    assert chip.resets == 0
    chip.console.send(CTRL_A + CTRL_D)
    chip.run_until(lambda: b"soft reboot" in chip.console.text, 3e6)
    chip.run_for(12_000_000)
    assert chip.resets == 0
    assert chip.execute(ENABLED).strip() == "1"
    chip.execute(prelude.code("prelude"))
    assert chip.execute(ENABLED).strip() == "0"
    chip.execute("import machine\nmachine.WDT(timeout=1000)")
    chip.run_for(2_000_000)
    assert chip.resets == 1


def _release(folder, number):
    """Write a small firmware as source, with its own word list."""
    package = folder / f"firmware{number}" / "corrido"
    package.mkdir(parents=True)
    (package.parent / "boot.py").write_text("")
    (package.parent / "main.py").write_text(
        f"from corrido import a, b, c\nassert a.N == b.N == c.N == {number}\n"
        f"print('release {number} runs')\n"
    )
    (package / "__init__.py").write_text("")
    for name in "abc":
        (package / f"{name}.py").write_text(f"N = {number}\n" + f"X = 'padding {number}'\n" * 60)
    return str(package.parent)


@pytest.fixture
def stock():
    """A maker of power-ons of a Pico with MicroPython's own image."""
    from tests.device.emulated import EmulatedPico

    uf2 = _image(STOCK)
    made = []

    def power_on(flash=None):
        made.append(EmulatedPico(uf2, flash))
        return made[-1]

    yield power_on
    for pico in made:
        pico.power_off()


def test_a_deployment_to_a_stock_image_is_cut_and_goes_on(stock, capsys, tmp_path):
    lexicon = write(tmp_path / "small.lex", spell("casa", "cosa", "cosas"))
    more = ("--lexicon", str(lexicon), "--firmware")
    first = stock()
    port = ("--port", first.port)
    told = corrido(capsys, "deploy", *port, *more, _release(tmp_path, 1))
    assert ": pico: 9 of 9 files sent" in told
    first.cut_at(b"_take('/corrido.stage/", 3)
    line = corrido(capsys, "deploy", *port, *more, _release(tmp_path, 2), code=1)
    assert faults.GOES_ON in line and line.count("\n") == 1
    second = stock(first.power_off())
    told = corrido(capsys, "deploy", "--port", second.port, *more, str(tmp_path / "firmware2"))
    assert ", 2 were there from a cut run" in told
    with Repl(second.port) as board:
        board.restart_quietly()
        assert b"release 2 runs" in board.wire.read_past(b"runs", EMULATED_S)
