"""`corrido bench chips`: one board's parts on every emulated chip available here."""

import argparse
import os
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.paths import cache_dir

SUMMARY = "parts, presses, memory and word list of each emulated chip: counts, no times"
EXAMPLE = "--image ESP32_GENERIC_C3.bin"
# One column each: heading, image name in the cache, variable that names another image.
IMAGES = (
    ("Pico, own image", "CORRIDO_PICO.uf2", "CORRIDO_UF2"),
    ("Pico, stock", "RPI_PICO.uf2", ""),
    ("Pico 2, own image", "CORRIDO_PICO2.uf2", "CORRIDO_UF2_PICO2"),
    ("ESP32-C3, own image", "CORRIDO_ESP32C3.bin", "CORRIDO_ESP32C3_OWN_IMAGE"),
    ("ESP32-C3, official", "ESP32_GENERIC_C3.bin", "CORRIDO_ESP32C3_IMAGE"),
    ("ESP32, official", "ESP32_GENERIC.bin", "CORRIDO_ESP32_IMAGE"),
    ("ESP32 with PSRAM", "ESP32_GENERIC-SPIRAM.bin", "CORRIDO_ESP32_SPIRAM_IMAGE"),
)
NOT_RUN = "not run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--image", action="append", type=Path, metavar="FILE",
        help="an image, which says for which chip it is; by default every known one in "
        "~/.cache/corrido, or where CORRIDO_UF2, CORRIDO_UF2_PICO2, CORRIDO_ESP32C3_OWN_IMAGE, "
        "CORRIDO_ESP32C3_IMAGE, CORRIDO_ESP32_IMAGE and CORRIDO_ESP32_SPIRAM_IMAGE say",
    )  # fmt: skip


def known_images() -> dict[str, Path]:
    """Return the images found here, by column heading."""
    found: dict[str, Path] = {}
    for head, name, variable in IMAGES:
        given = os.environ.get(variable, "") if variable else ""
        path = Path(given) if given else cache_dir() / name
        if path.is_file():
            found[head] = path
    return found


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Run the script on each chip; `why` gives the reason if one cannot run.

    UserError if there is no image at all.
    """
    from host_tools.workshop.emulator.parts import look

    images = {path.name: path for path in args.image} if args.image else known_images()
    if not images:
        raise UserError("no image found: name one with --image FILE")
    result: dict[str, Any] = {}
    for head, image in images.items():
        try:
            result[head] = look(image)
        except UserError as error:
            result[head] = {"why": str(error)}
    return result


def failed(result: dict[str, Any]) -> bool:
    """Return whether a chip that ran lost or doubled a press, or missed a part or a word."""
    return any(faults(seen) for seen in result.values() if "why" not in seen)


def faults(seen: dict[str, Any]) -> list[str]:
    """Return a chip's faults, in words."""
    from host_tools.workshop.emulator.parts import PRESSED, WORDS

    wanted = {
        "missing": [], "erased": True, "programmed": True, "pressed": list(PRESSED),
        "released": list(PRESSED), "overflows": 0, "list_whole": True,
        "found": list(WORDS.values()), "resets": 0,
    }  # fmt: skip
    return [f"{name}: {seen[name]!r}" for name, value in wanted.items() if seen[name] != value]


def table(result: dict[str, Any]) -> str:
    """Return the figures for people, one column per chip."""
    heads = list(result)
    lines = [f"{'':<34}" + "".join(f"{head:>20}" for head in heads)]
    for text, cell in _ROWS:
        cells = [NOT_RUN if "why" in result[head] else cell(result[head]) for head in heads]
        lines.append(f"{text:<34}" + "".join(f"{said:>20}" for said in cells))
    for head, seen in result.items():
        told = [f"not run: {seen['why']}"] if "why" in seen else faults(seen)
        lines += [f"{head}: {line}" for line in told]
    return "\n".join(lines)


def _presses(seen: dict[str, Any]) -> str:
    from host_tools.workshop.emulator.parts import PRESSED

    return f"{len(seen['pressed'])} of {len(PRESSED)}, {seen['overflows']} lost"


def _words(seen: dict[str, Any]) -> str:
    from host_tools.workshop.emulator.parts import WORDS

    right = sum(map(bool.__eq__, seen["found"], WORDS.values()))
    return f"{right} of {len(WORDS)}"


_ROWS = (
    ("heap free at the REPL", lambda seen: f"{seen['free_bytes'] / 1000:.0f} KB"),
    ("blocks of the journal's flash", lambda seen: f"{seen['blocks']}"),
    ("presses with bounce booked", _presses),
    ("bus steps of a picture; lit", lambda seen: (
        f"{seen['picture_steps']}; {int(seen['frame'], 16).bit_count()} px")),
    ("tones heard, Hz", lambda seen: " ".join(str(hz) for hz in seen["tones_hz"]) or "none"),
    ("Spanish list whole, its memory", lambda seen: (
        f"{'yes' if seen['list_whole'] else 'NO'}, {seen['list_bytes'] / 1000:.1f} KB")),
    ("words judged right", _words),
)  # fmt: skip
