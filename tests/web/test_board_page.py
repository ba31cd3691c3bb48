"""A board set up from the browser: the real MicroPython, or an ESP32's ROM, at the page's port."""

import json
import re
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from browsing import expect, needs_packages
from serial_bridge import on_port
from test_heard import SPY, heard

from host_tools.device.client import Client
from host_tools.device.repl import Repl
from host_tools.log.command import UNSIGNED
from host_tools.web import site
from host_tools.web.publish import served
from tests.device.esp_rom import EspRom, application
from tests.device.fingers import OK, UP, B, pressed, tap
from tests.device.rig import BOARD

LONG_MS = 400_000


@pytest.fixture(scope="module")
def rig_url(tmp_path_factory):
    """A site that can set up the simulated board."""
    needs_packages()
    made = site.build(tmp_path_factory.mktemp("rig-site"), [Path(BOARD)])
    with served(made.folder) as address:
        yield address


@pytest.fixture
def bench(browser, rig_url, board):
    """The page with the board on its port, and the bridge between."""
    with on_port(browser, rig_url + "board.html?patience=10", lambda: board.port) as found:
        yield found


def deploy(page, **fields):
    """Fill in the settings and send everything."""
    for name, value in fields.items():
        page.fill(f"#{name}", value)
    page.click("#deploy")


def wait_done(page):
    """Return the page's message when it has finished; fail with its error."""
    page.wait_for_selector("#deploy:enabled", timeout=LONG_MS)
    expect(page.locator("#wrong")).to_be_hidden()
    return page.inner_text("#said")


def test_another_programs_start_is_replaced_only_if_allowed(bench, board):
    page, _ = bench
    with Repl(board.port) as repl:
        repl.enter()
        repl.put("/main.py", b"print('my own')\n")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    deploy(page)
    expect(page.locator("#wrong")).to_contain_text("main.py", timeout=LONG_MS)
    assert len(asked) == 1
    with Repl(board.port) as repl:
        repl.enter()
        assert repl.get("/main.py") == b"print('my own')\n"
        assert "corrido" not in repl.run("print(__import__('os').listdir('/'))")


def test_from_an_empty_board_to_a_clock(bench, board, tmp_path, corrido):
    page, _ = bench
    page.select_option("#preset", "fise-no-corrido")
    deploy(page, name="Mesa 7", pin="4711")
    said = wait_done(page)
    assert said.startswith("Listo:") and "Mesa 7" in said
    expect(page.locator("#findings")).to_contain_text("Bien")
    with Client(board.port) as client:
        about = client.ask("about")
        assert (about["name"], about["pin"]) == ("Mesa 7", True)
        assert client.ask("get preset") == "fise-no-corrido"
        assert client.ask("lexicon")["ok"], "the list is whole to its hash"
    # Again: nothing is sent, and the PIN unlocks the settings.
    deploy(page, **{"pin-now": "4711", "pin": ""})
    assert wait_done(page).startswith("Listo: 0 ")
    with page.expect_download() as saved:
        page.click("#log")
    file = tmp_path / "mesa-7.json"
    saved.value.save_as(file)
    page.wait_for_selector("#deploy:enabled", timeout=LONG_MS)
    told = corrido("log", "verify", str(file))
    assert told.returncode == UNSIGNED, told.stdout + told.stderr
    assert json.loads(file.read_text("utf-8"))["device"]["name"] == "Mesa 7"
    expect(page.locator("#said")).to_contain_text("íntegra")


def test_a_pulled_cable_leaves_a_whole_board(bench, board):
    after_bytes = 20_000
    page, bridge = bench
    pulled = threading.Event()

    def pull(sent):
        if sent > after_bytes and not pulled.is_set():
            pulled.set()
            threading.Thread(target=board.power_off).start()

    bridge.on_sent = pull
    deploy(page)
    page.wait_for_selector("#wrong:visible", timeout=LONG_MS)
    expect(page.locator("#wrong")).to_contain_text("se ha desconectado")
    assert pulled.is_set()
    board.power_off()
    board.power_on()
    before = bridge.sent
    deploy(page)
    wait_done(page)
    assert bridge.sent - before < 700_000 - after_bytes // 2, "what had arrived is not sent again"
    with Client(board.port) as client:
        assert client.ask("lexicon")["ok"]


with_firmware = pytest.mark.parametrize("board", ["deployed"], indirect=True)


@with_firmware
def test_a_board_whose_clock_runs_is_left_alone(bench, board):
    page, _ = bench
    deploy(page)
    wait_done(page)
    with Client(board.port) as client:
        client.ask('set speech "a"')
        pressed(board, client, OK, phase="ready")
        pressed(board, client, B, running="A")
    page.click("#deploy")
    page.wait_for_selector("#wrong:visible", timeout=LONG_MS)
    expect(page.locator("#wrong")).to_contain_text("Corre un reloj")
    with Client(board.port) as client:
        status = client.ask("status")
        assert status["running"] == "A" and re.fullmatch(r"(29|30):\d\d", status["shown.A"])
    page.press("#log", "Enter")
    page.wait_for_selector("#entries li, #wrong:visible", timeout=LONG_MS)
    expect(page.locator("#wrong")).to_be_hidden()
    page.wait_for_selector("#deploy:enabled", timeout=LONG_MS)
    shown = page.inner_text("#entries")
    beside(page, board)
    assert "fise-corrido" in shown, "what it was armed with"
    assert "pulsa, empieza B" in shown and "corte" not in shown, "the board's entries alone"


def beside(page, board):
    """The page beside the device speaks into A's ear, and shows both times."""
    page.add_init_script(SPY)
    page.goto(page.url.replace("board.html", "talk.html"))
    page.click("#connect")
    expect(page.locator("#half-A.running .time")).to_have_text(re.compile(r"2\d:\d\d"))
    expect(page.locator("#player")).to_have_value("A")
    tap(board, UP)
    heard(page, "Turno de A. A: 2")
    assert page.evaluate("window.spoken.length") == 1, "what was said before is not said again"
    board.power_off()
    expect(page.locator("#wrong")).to_contain_text("no contesta")
    expect(page.locator("#connect")).to_be_enabled()


@with_firmware
def test_a_list_from_a_file(bench, board, tmp_path, club):
    page, _ = bench
    damaged = tmp_path / "bad.lex"
    damaged.write_bytes(club.read_bytes()[:-1] + b"?")
    page.set_input_files("#lexicon-file", damaged)
    page.wait_for_selector("#wrong:has-text('bad.lex')")
    page.set_input_files("#lexicon-file", club)
    expect(page.locator("#lexicon")).to_have_value("club")
    deploy(page)
    wait_done(page)
    with Client(board.port) as client:
        about = client.ask("about")
        assert about["lexicon"].startswith("club 1") and client.ask("lexicon")["ok"]


def test_without_web_serial_the_page_says_so(url, page):
    page.add_init_script("delete Navigator.prototype.serial")
    page.goto(url + "board.html")
    page.wait_for_selector("#no-serial:visible")
    expect(page.locator("#deploy")).to_be_disabled()


def test_a_browser_that_refuses_is_quoted(url, page):
    page.add_init_script("""Object.defineProperty(navigator, "serial", { value: {
      requestPort: async () => { throw new DOMException("", "SecurityError"); },
    } });""")
    page.goto(url + "board.html")
    page.wait_for_selector("#board option", state="attached")
    page.click("#deploy")
    expect(page.locator("#wrong")).to_contain_text("SecurityError")


# The chip's own numbers: `IMAGE_CHIP_ID` in Espressif's esptool.
C3, S3 = 5, 9


@pytest.fixture
def flasher(browser, url, tmp_path):
    """Call it with a boot loader; returns the page, an image chosen, that chip on its port."""
    with ExitStack() as stack:

        def opened(rom):
            stack.callback(rom.close)
            page, _ = stack.enter_context(on_port(browser, url + "board.html", lambda: rom.port))
            page.select_option("#board", "esp32c3")
            image = tmp_path / "ESP32_GENERIC_C3.bin"
            image.write_bytes(application())
            page.set_input_files("#bin", image)
            return page

        yield opened


def test_micropython_goes_to_the_chip_by_esptool_js(flasher):
    rom = EspRom(C3)
    page = flasher(rom)
    page.click("#flash")
    expect(page.locator("#said")).to_contain_text("MicroPython está grabado")
    image = application()
    assert rom.flash[: len(image)] == image and rom.erased == 1
    expect(page.locator("#deploy")).to_be_enabled()
    page.set_input_files("#bin", [])
    page.click("#flash")
    expect(page.locator("#wrong")).to_contain_text("Elija antes el archivo .bin")


@pytest.mark.parametrize(
    ("rom", "kind", "says", "erased"),
    [
        ((S3,), "esp32c3", "Esa placa es otra (ESP32-S3)", 0),
        ((C3,), "esp32", "Esa placa es otra (ESP32-C3)", 0),
        ((C3, True), "esp32c3", "MicroPython no ha quedado grabado: MD5", 1),
    ],
)
def test_another_chip_and_a_flash_that_keeps_something_else_are_told(
    flasher, rom, kind, says, erased
):
    rom = EspRom(*rom)
    page = flasher(rom)
    page.select_option("#board", kind)
    page.click("#flash")
    expect(page.locator("#wrong")).to_contain_text(says)
    expect(page.locator("#said")).not_to_contain_text("está grabado")
    assert rom.erased == erased
