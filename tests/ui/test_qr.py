"""The QR code: an independent decoder reads it, and an independent encoder makes the same."""

import random

import numpy as np
import pytest
from corrido.ui import qr

QUIET = 4  # light modules around the square
zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp of requirements/test.txt reads them")


def square(text: bytes) -> qr.Square:
    """Return the finished code of a text."""
    *_, last = qr.encode(text)
    assert last is not None
    return last


def picture(code: qr.Square, scale: int) -> np.ndarray:
    """Return a white picture with dark modules, and the quiet zone around."""
    side = code.size + 2 * QUIET
    image = np.full((side, side), 255, np.uint8)
    for y in range(code.size):
        for x in range(code.size):
            if code.dark(x, y):
                image[y + QUIET, x + QUIET] = 0
    return np.kron(image, np.ones((scale, scale), np.uint8))


def read(code: qr.Square, scale: int = 6) -> str:
    """Return the text read by ZXing, the library that many phones use."""
    found = zxingcpp.read_barcode(picture(code, scale), zxingcpp.BarcodeFormat.QRCode)
    return found.text if found else ""


@pytest.mark.parametrize("length", [1, 16, 17, 31, 52, 77, 105, 106, 133, 153, 191, 229])
def test_a_decoder_reads_every_version(length: int) -> None:
    letters = random.Random(length)
    text = "".join(letters.choice("abcdefghij 0123456789:-\n") for _ in range(length))
    text = "x" + text[1:]
    assert read(square(text.encode())) == text


def test_accents_are_utf_8() -> None:
    text = "A Begoña Núñez 412, B Żaneta Śliwa 398"
    assert read(square(text.encode())) == text


def test_longer_texts_are_refused() -> None:
    with pytest.raises(ValueError, match="230 bytes: a code holds 229"):
        list(qr.encode(b"x" * 230))


def test_some_modules_may_be_lost() -> None:
    """Level L corrects about seven codewords in a hundred: a burnt pixel does not matter."""
    text = "Corrido game 7 A 412 B 398 and some more text to come to version six of the code"
    code = square(text.encode())
    chance = random.Random(3)
    for _ in range(8):
        x, y = chance.randrange(9, code.size), chance.randrange(9, code.size)
        code.modules[y * code.size + x] ^= qr.DARK
    assert read(code) == text
