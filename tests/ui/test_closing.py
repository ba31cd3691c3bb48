"""From the last play to the closing screen: scores, deductions, and the code for a phone."""

from pathlib import Path

import numpy as np
import pytest
from corrido.core.presets import names
from corrido.ui.texts import LANGUAGES

from boards.sim.fingers import pin_keys
from host_tools.log.games import Entry
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Runner
from host_tools.sim import ocr
from host_tools.sim.device import Device
from host_tools.workshop.screens import png
from host_tools.workshop.screens.cases import playing, reach
from tests.conftest import scenarios

zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp of requirements/test.txt reads them")
SETTINGS = {
    "preset": "fise-corrido", "budget": "60", "device-name": "Sala 1-12", "round": "3",
    "table": "12", "player-a": "Begoña Núñez", "player-b": "Żaneta Śliwa",
}  # fmt: skip


def read_code(frame: bytes) -> str:
    """Return a decoder's reading of the controller's pixels, six pixels for each."""
    lit = np.array(png.pixels(frame), np.uint8) * 255
    large = np.kron(lit, np.ones((6, 6), np.uint8))
    found = zxingcpp.read_barcode(large, zxingcpp.BarcodeFormat.QRCode)
    return found.text if found else ""


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_phone_reads_the_closed_game(runtime: str) -> None:
    """By the pins of the simulated device; the code agrees with the log and the summary."""
    device = Device.provisioned(SETTINGS, runtime)
    try:
        device.power_on()
        device.run_until(1_000_000)
        device.tap("OK", "B", pause_us=120_000)
        device.run_until(device.now_us + 65_000_000)
        device.tap("STOP", "OK", "OK", "A", "B", "OK", "OK", pause_us=120_000)
        device.tap(*pin_keys("412"), "OK", *pin_keys("98"), "OK", pause_us=120_000)
        assert "402" in " ".join(ocr.read_text(device.frame()))
        device.tap("A", "B", pause_us=120_000)
        device.run_until(device.now_us + 6_000_000)
        frame = bytes(device.frame())
        assert device.status()["phase"] == "closed"
    finally:
        device.close()
    lines = read_code(frame).split("\n")
    assert lines[:2] == ["Corrido Sala 1-12, table 12, round 3", "game 1 fise-corrido"]
    assert lines[2].startswith("A Begoña Núñez 412-10=402 1:0")
    assert lines[3] == "B Żaneta Śliwa 98-0=98 0:00"
    assert lines[4].startswith("log ") and len(lines[4].split()[2]) == 16


SHORT_GAME = """device preset={} player-a=Ana table=7
at 0 power on
at 1 press B
at 11 press A
at 12 press A
at 20 stop other
at 21 finish
at 22 close
"""


def played(scenario: Scenario) -> tuple[list[str], dict[str, str], Entry]:
    """Play a game to its end; return its code's lines, the status, and the log's last entry."""
    device = Device.provisioned(scenario.settings)
    try:
        outcome = Runner(scenario, device).run()
        assert outcome.passed, outcome.text()
        device.run_until(device.now_us + 6_000_000)  # the code comes without a key
        *_, last = [Entry(*record) for record in device.app.journal.records()]
        return read_code(bytes(device.frame())).split("\n"), device.status(), last
    finally:
        device.close()


@pytest.mark.parametrize("preset", names())
def test_a_phone_reads_a_game_by_each_preset(preset: str) -> None:
    text = SHORT_GAME.format(preset)
    lines, status, last = played(parse(text, Path("short.scn")))
    assert status["phase"] == "closed"
    assert lines[:2] == ["table 7", f"game 1 {preset}"]
    assert lines[2].startswith("A Ana -0 0:") and lines[3].startswith("B -0 0:")
    assert lines[4] == f"log {last.seq} {last.chain.hex()}"


def test_a_phone_reads_the_scores_that_were_entered() -> None:
    """The closing scenario, to its last screen: the signed figures, and the end of the log."""
    lines, _, last = played(scenarios()["art-44-final-scores"])
    assert lines[2].startswith("A 413-10=403 ") and lines[3].startswith("B 1001-0=1001 ")
    assert lines[4] == f"log {last.seq} {last.chain.hex()}"


def test_the_closing_screen_keeps_the_figures() -> None:
    table = reach("_scored", "es").press("A", "B")
    shown = " ".join(ocr.read_text(table.picture()))
    assert "CERRADA" in shown and "FINAL: A 392 B 373" in shown


def test_a_signature_lapses_when_a_score_changes() -> None:
    table = reach("_finished", "es").press("A", "B", "A")
    assert table.match.ending.signed == 1
    table.press("OK").choose("menu:scores").press(*pin_keys("412"), "OK")
    assert table.match.ending.signed == 0


def test_without_scores_there_are_only_deductions() -> None:
    table = reach("_finished", "es").press("A", "B", "A", "B")
    shown = " ".join(ocr.read_text(table.picture()))
    assert "DESCUENTO: A 20 B 25" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_says_how_many_presses_no_entry_tells(language: str) -> None:
    table = reach("_finished", language).press("A", "B")
    for dropped in (0, 16_384):
        table.device._runtime._app.journal.current.dropped = dropped
        seen = ""
        for _ in range(6):
            seen += " ".join(ocr.read_text(table.press("DOWN").picture())) + "\n"
        assert (str(16_384) in seen) == bool(dropped), seen


def test_why_a_challenge_is_refused_stands_there_for_two_seconds() -> None:
    table = playing("es", "fise-no-corrido").press("CHALLENGE")
    assert "CONTAR PUNTOS" in ocr.read_text(table.picture())
    table.wait(1900)
    assert "CONTAR PUNTOS" in ocr.read_text(table.picture())
    table.wait(200)
    assert "CONTAR PUNTOS" not in ocr.read_text(table.picture())


def test_a_press_that_counts_takes_the_refusal_away() -> None:
    table = playing("es", "fise-no-corrido").press("CHALLENGE", "A")
    assert "CUENTA A" in ocr.read_text(table.picture())
