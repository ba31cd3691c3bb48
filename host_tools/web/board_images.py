"""What the page "Put it on a board" sends: the firmware compiled for each architecture."""

import base64
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from corrido.core import presets

from host_tools.device import mpy, payload, prelude
from host_tools.paths import boards_dir, lexicons_dir

FIRST = ("fise-corrido", "fise-no-corrido", "fise-temporizador")
MPY = (6, 3)  # the format of MicroPython 1.23 and newer


class Board(NamedTuple):
    """A board, its folder, and the official MicroPython image that it needs first.

    image: its name on MicroPython's download page. chip: as esptool calls it, with the image's
    address; "" where the image is copied to a drive.
    """

    name: str
    folder: Path
    architecture: str
    image: str
    chip: str = ""
    address: int = 0


def boards() -> list[Board]:
    """Return the boards of the project."""
    top = boards_dir()
    return [
        Board("pico", top / "pico", "armv6m", "RPI_PICO"),
        Board("pico_w", top / "pico_w", "armv6m", "RPI_PICO_W"),
        Board("esp32", top / "esp32", "xtensawin", "ESP32_GENERIC", "ESP32", 0x1000),
        Board("esp32s3", top / "esp32s3", "xtensawin", "ESP32_GENERIC_S3", "ESP32S3"),
        Board("esp32c3", top / "esp32c3", "rv32imc", "ESP32_GENERIC_C3", "ESP32C3"),
    ]


def files(chosen: Sequence[Board]) -> Iterator[tuple[str, bytes]]:
    """Yield (name on the site, content) of all that the page fetches."""
    yield "board/prelude.py", prelude.code("prelude").encode()
    yield "board/identity.py", prelude.code("identity").encode()
    yield "board/boards.json", _catalogue(chosen)
    for architecture in sorted({board.architecture for board in chosen}):
        firmware = payload.firmware_files(mpy.Target(*MPY, architecture))
        data = {path: base64.b64encode(content).decode() for path, content in firmware.items()}
        yield f"board/firmware-{_number(architecture)}.json", json.dumps(data).encode()


def _number(architecture: str) -> int:
    """Return the number of sys.implementation._mpy."""
    return mpy.ARCHITECTURES.index(architecture)


def _catalogue(chosen: Sequence[Board]) -> bytes:
    listed = [
        {
            "name": board.name,
            "architecture": _number(board.architecture),
            "image": board.image,
            "chip": board.chip,
            "address": board.address,
            "file": base64.b64encode((board.folder / "board.py").read_bytes()).decode(),
        }
        for board in chosen
    ]
    lexicons = sorted(path.stem for path in lexicons_dir().glob("*.lex"))
    document = {"boards": listed, "presets": _presets(), "lexicons": lexicons}
    return json.dumps(document).encode()


def _presets() -> list[str]:
    """Return all presets, those of the rulebook in force first."""
    return sorted(presets.names(), key=lambda name: (name not in FIRST, name))
