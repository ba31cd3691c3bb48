"""The output of `corrido bench chips` for chips that ran, failed, or could not run."""

import pytest

from host_tools.errors import UserError
from host_tools.workshop.bench import chips
from host_tools.workshop.emulator.parts import PRESSED, WORDS

SEEN = {
    "free_bytes": 177_168, "missing": [], "blocks": 64, "erased": True, "programmed": True,
    "picture_steps": 16, "pressed": list(PRESSED), "released": list(PRESSED), "overflows": 0,
    "tones_hz": [2000], "list_bytes": 15_300, "list_whole": True, "found": list(WORDS.values()),
    "frame": "0f00" * 512, "resets": 0,
}  # fmt: skip


def test_a_column_a_chip():
    text = chips.table({"ESP32-C3, official": SEEN, "ESP32, official": {"why": "no QEMU here"}})
    for part in ("177 KB", "4 of 4, 0 lost", "16; 2048 px", "yes, 15.3 KB", "5 of 5", "not run",
                 "ESP32, official: not run: no QEMU here"):  # fmt: skip
        assert part in text
    assert not chips.failed({"x": SEEN, "y": {"why": "no QEMU here"}})


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"pressed": ["A", "A", "STOP", "A", "OK"]}, "pressed: ['A', 'A', 'STOP', 'A', 'OK']"),
        ({"found": [True, False, True, False, False]}, "found:"),
        ({"overflows": 2}, "overflows: 2"),
        ({"missing": ["flash"]}, "missing: ['flash']"),
    ],
)
def test_what_a_chip_did_wrong_is_told_and_fails(wrong, told):
    result = {"x": {**SEEN, **wrong}}
    assert chips.failed(result) and told in chips.table(result)


def test_the_images_that_are_here(monkeypatch, tmp_path):
    for _, _, variable in chips.IMAGES:
        monkeypatch.delenv(variable or "CORRIDO_UF2", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert chips.known_images() == {}
    other = tmp_path / "mine.bin"
    other.write_bytes(b"x")
    monkeypatch.setenv("CORRIDO_ESP32_IMAGE", str(other))
    assert chips.known_images() == {"ESP32, official": other}


def test_without_an_image_it_says_so(monkeypatch, tmp_path):
    from argparse import Namespace

    monkeypatch.setattr(chips, "known_images", dict)
    with pytest.raises(UserError, match="--image FILE"):
        chips.run(Namespace(image=None))


def test_a_chip_without_its_emulator_is_not_run(monkeypatch, tmp_path):
    from argparse import Namespace

    path = tmp_path / "x.uf2"
    path.write_bytes(b"no image at all")
    result = chips.run(Namespace(image=[path]))
    assert "why" in result["x.uf2"] and chips.NOT_RUN in chips.table(result)
