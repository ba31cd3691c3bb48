"""From the last play to the closing screen: scores, deductions, and the code for a phone."""

import random
import re

import numpy as np
import pytest
import zxingcpp
from corrido.ui import qr
from corrido.ui.texts import LANGUAGES

from host_tools.log.games import Entry
from host_tools.sim import ocr, png
from host_tools.sim.device import Device, pin_keys
from host_tools.workshop.screens.cases import walk

SETTINGS = {
    "preset": "fise-corrido", "budget": "60", "device-name": "Sala 1-12", "round": "3",
    "table": "12", "player-a": "Begoña Núñez", "player-b": "Żaneta Śliwa",
}  # fmt: skip


def read_code(frame):
    """Return a decoder's reading of the controller's pixels, six pixels for each."""
    lit = np.array(png.pixels(frame), np.uint8) * 255
    large = np.kron(lit, np.ones((6, 6), np.uint8))
    found = zxingcpp.read_barcode(large, zxingcpp.BarcodeFormat.QRCode)
    return found.text if found else ""


def closed(device, *scores):
    """Play a game whose opener oversteps by 5 s until its closing code is shown; the picture."""
    device.power_on()
    device.run_until(1_000_000)
    device.tap("OK", "B", pause_us=120_000)
    device.run_until(device.now_us + 65_000_000)
    device.tap("STOP", "OK", "OK", "A", "B", *scores, pause_us=120_000)
    device.tap("A", "B", pause_us=120_000)
    device.run_until(device.now_us + 9_000_000)
    assert device.status()["phase"] == "closed"
    return bytes(device.frame())


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_phone_reads_the_closed_game(runtime):
    """By the pins of the simulated device; the code agrees with the log."""
    device = Device.provisioned(SETTINGS, runtime)
    try:
        scores = ("OK", "OK", *pin_keys("412"), "OK", *pin_keys("98"), "OK")
        frame = closed(device, *scores)
        entries = device.app.journal.records() if runtime == "cpython" else ()
        told = [Entry(*record) for record in entries]
    finally:
        device.close()
    lines = read_code(frame).split("\n")
    assert lines[:2] == ["Corrido Sala 1-12, table 12, round 3", "game 1 fise-corrido"]
    assert lines[2].startswith("A Begoña Núñez 412-10=402 1:0")
    assert lines[3] == "B Żaneta Śliwa 98-0=98 0:00"
    assert re.fullmatch("log [0-9]+ [0-9a-f]{16}", lines[4])
    assert not told or lines[4] == f"log {told[-1].seq} {told[-1].chain.hex()}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_says_how_many_presses_no_entry_tells(language):
    table = walk("after finished", language).press("A", "B")
    for dropped in (0, 16_384):
        table.device.app.journal.current.dropped = dropped
        seen = ""
        for _ in range(6):
            seen += " ".join(ocr.read_text(table.press("DOWN").device.frame())) + "\n"
        assert (str(16_384) in seen) == bool(dropped), seen


def code_of(length):
    """Return a text of that length, and a large picture of its code."""
    letters = random.Random(length)
    text = "x" + "".join(letters.choice("abcdefghij 0123456789:-\n") for _ in range(length - 1))
    *_, square = qr.encode(text.encode())
    assert square
    side = square.size + 8  # four light modules around it
    image = np.full((side, side), 255, np.uint8)
    for y in range(square.size):
        for x in range(square.size):
            image[y + 4, x + 4] *= not square.dark(x, y)
    return text, np.kron(image, np.ones((6, 6), np.uint8))


@pytest.mark.parametrize("length", [1, 16, 17, 31, 52, 77, 105, 106, 133, 153, 191, 229])
def test_a_decoder_reads_every_version(length):
    text, image = code_of(length)
    found = zxingcpp.read_barcode(image, zxingcpp.BarcodeFormat.QRCode)
    assert found and found.text == text


def test_longer_texts_are_refused():
    with pytest.raises(ValueError, match="230 bytes: a code holds 229"):
        code_of(230)
