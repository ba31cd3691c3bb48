"""The pages' data on boards: how they are drawn, and the files that are sent to one.

The page "Put it on a board" has the firmware compiled for each architecture; a module without
native code is the same for all of them and is stored only once.
"""

import base64
import functools
import gzip
import json
import runpy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from corrido.core import presets
from corrido.hal.flash import BLOCK_SIZE as BLOCK_BYTES
from corrido.lexicon.reader import Lexicon
from corrido.store.journal.ring import MARK
from corrido.store.nor import PIN_BLOCKS, SETTINGS_BLOCKS, WITNESS_BLOCKS
from corrido.store.settings_table import DEFAULT_PRESET
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import whole

from host_tools.build import mpy
from host_tools.build.sources import are_names_short, beside
from host_tools.case.kit import kit
from host_tools.device import kinds, payload, prelude
from host_tools.device.image import OWN_NAME, UF2_FAMILIES
from host_tools.paths import boards_dir, lexicons_dir

REGION = "corrido_region.py"  # a Pico's: the size of its data region
MOST_POINTERS = 68  # bytes that littlefs puts before a file's data in a block
ENCODER_KEYS = ("UP", "DOWN")  # as firmware/corrido/hal/machine_board.py adds them


def boards() -> list[Path]:
    """Return the folders of the boards that have an official image, the Picos first."""
    folders = [boards_dir() / name for name in kinds.board_names()]
    return sorted(
        (folder for folder in folders if kinds.kind_of(folder).image),
        key=lambda folder: (bool(kinds.kind_of(folder).chip), folder.name),
    )


def files(boards: Sequence[Path], told: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Yield (name on the site, content) of everything the page sends to or tells of boards.

    told: receives each step in words as it begins.
    """
    chosen = tuple(boards)
    yield "board/prelude.py", prelude.code("prelude").encode()
    yield "board/identity.py", prelude.code("identity").encode()
    # By the file that those with equal names share: they have most in common.
    compiled: dict[str, dict[str, payload.Files]] = {}
    for board in chosen:
        told(f"compiling the firmware for {board.name}")
        shared, own = _parts(board)
        compiled.setdefault(shared, {})[own] = _compiled(board)
    told("making the boards' files")
    yield "board/boards.json", _catalogue(chosen)
    yield "board/disks.pack", packed({"blocks": _disks(chosen)[1]})
    for shared, some in compiled.items():
        common = set.intersection(*(set(found.items()) for found in some.values()))
        yield shared, packed(dict(common))
        for own, found in some.items():
            yield own, packed(dict(found.items() - common))


def _compiled(board: Path) -> payload.Files:
    return payload.firmware_files(mpy.made_for(kinds.kind_of(board).architecture), board)


def _parts(board: Path) -> tuple[str, str]:
    """Return the two files of the site in which a board's firmware is."""
    names = "short" if are_names_short(kinds.kind_of(board).architecture) else "own"
    return f"board/firmware-{names}-names.pack", f"board/firmware-{board.name}.pack"


@functools.cache
def _tables(chosen: tuple[Path, ...]) -> dict[str, bytes]:
    """Return each board's own file with the names that the compiled firmware uses."""
    own = {f"{board.name}.py": (board / "board.py").read_bytes() for board in chosen}
    made = beside(own, short=False)  # the firmware keeps what they ask for
    return {board.name: made[f"{board.name}.py"] for board in chosen}


@functools.cache
def _disks(chosen: tuple[Path, ...]) -> tuple[dict[str, dict[str, object]], bytes]:
    """Return, by board, what the page needs to make its one file, and the blocks of all boards.

    Boards have most blocks in common, so each is there once; `blocks` says where each one lies. A
    word list's block is told as (list, place in it, what littlefs writes before it): the site has
    the list.
    """
    told: dict[str, dict[str, object]] = {}
    places: dict[bytes, int] = {}
    lists = {path.stem: path.read_bytes() for path in lexicons_dir().glob("*.lex")}
    for board in chosen:
        if (board / REGION).is_file():
            told[board.name], blocks = _disk(board, _tables(chosen)[board.name])
            told[board.name]["blocks"] = {
                number: _of_a_list(block, lists) or places.setdefault(block, len(places))
                for number, block in blocks.items()
            }
    return told, b"".join(places)


def _of_a_list(block: bytes, lists: Mapping[str, bytes]) -> tuple[str, int, str] | None:
    """Return where a block is found in a word list; None if it is none of its whole blocks."""
    for name, data in lists.items():
        for skipped in range(0, MOST_POINTERS, 4):
            if (at := data.find(block[skipped:])) >= 0:
                return name, at, base64.b64encode(block[:skipped]).decode()
    return None


def _disk(folder: Path, table: bytes) -> tuple[dict[str, object], dict[int, bytes]]:
    """Return the facts of a board's disk, as `corrido image` makes it, and its blocks."""
    from host_tools.device import compose, disk

    kind = kinds.kind_of(folder)
    region = runpy.run_path(str(folder / REGION))
    files = _compiled(folder) | {payload.BOARD: table, **payload.lexicon_files(None)}
    raws = {
        language: {
            name: compose.raw_region({"preset": name, "language": language}, b"")
            for name in sorted(presets.PRESETS)
        }
        for language in LANGUAGES
    }
    first = raws[LANGUAGES[0]][DEFAULT_PRESET]
    made = disk.make_disk(files, region["START"] + region["LENGTH"], first)
    told = {
        "names": [name for name in kind.names if not name.startswith(OWN_NAME)],
        "family": next(at for at, chip in UF2_FAMILIES.items() if chip == kind.mcu.lower()),
        "size": len(made.data),
        "ring": made.reserved,
        "marked": len(made.reserved) - WITNESS_BLOCKS,
        "mark": base64.b64encode(MARK).decode(),
        "settings": {
            language: {name: _before(raw) for name, raw in regions.items()}
            for language, regions in raws.items()
        },
    }
    return told, {at: made.block(at) for at in made.needed() if at not in made.reserved}


def _before(raw: bytes) -> list[str]:
    """Return what the blocks before the journal's hold, without their blank ends, in base64."""
    starts = range(0, (SETTINGS_BLOCKS + PIN_BLOCKS) * BLOCK_BYTES, BLOCK_BYTES)
    held = (raw[start : start + BLOCK_BYTES].rstrip(b"\xff") for start in starts)
    return [base64.b64encode(block).decode() for block in held]


def drawn() -> bytes:
    """Return, as JSON, the boards and displays that the page "Try it" draws."""
    found = [_drawn(board) for board in boards()]
    displays = [
        {"name": display.name, "width_mm": display.window[0], "column": display.column}
        for display in kit().displays.values()
    ]
    return json.dumps({"boards": found, "displays": displays}).encode()


def _drawn(board: Path) -> dict[str, object]:
    wiring = kinds.wiring_of(board)
    encoder = wiring["encoder"] is not None
    keys = [name for name, _ in wiring["keys"]]
    return {
        "name": board.name,
        "title": kinds.kind_of(board).title,
        "keys": keys + [key for key in ENCODER_KEYS if encoder],
        "encoder": encoder,
        "displays": wiring["displays"],
        "leds": [name for name, _ in wiring["leds"]],
    }


def packed(found: dict[str, bytes]) -> bytes:
    """Return a line of [path, size] as JSON and the contents, as small on any host: gzipped."""
    names = sorted(found)
    head = json.dumps([(name, len(found[name])) for name in names]).encode()
    return gzip.compress(b"\n".join([head, b"".join(found[name] for name in names)]), 9, mtime=0)


def _catalogue(chosen: tuple[Path, ...]) -> bytes:
    disks = _disks(chosen)[0]
    listed = [
        {
            "disk": disks.get(board.name),
            "name": board.name,
            "title": kind.title,
            "architecture": mpy.ARCHITECTURES.index(kind.architecture),  # as in sys.implementation
            "firmware": _parts(board),
            "image": kind.image,
            "chip": kind.chip,
            "address": kind.address,
            "file": base64.b64encode(_tables(chosen)[board.name]).decode(),
        }
        for board in chosen
        for kind in (kinds.kind_of(board),)
    ]
    document = {"boards": listed, "presets": _presets(), "lexicons": _lexicons()}
    return json.dumps(document).encode()


def _presets() -> list[tuple[str, dict[str, str]]]:
    """Return each preset with its title by language, those of the current rulebook first."""
    tables = {language: whole(language) for language in LANGUAGES}
    found: list[tuple[str, dict[str, str]]] = []
    for name in sorted(presets.PRESETS, key=lambda name: (name not in presets.FIRST, name)):
        rules = presets.rules_for(name)
        minutes = (rules.turn_ms if rules.timed_turns else rules.budget_ms) // 60_000
        found.append((name, {code: f"{table[f'preset.{name}']}, {minutes} min"
                             for code, table in tables.items()}))  # fmt: skip
    return found


def _lexicons() -> list[tuple[str, str, int, str]]:
    """Return each word list as the firmware of the pages describes it."""
    found = []
    for path in sorted(lexicons_dir().glob("*.lex")):
        with closing(Lexicon(str(path))) as lexicon:
            found.append((path.stem, lexicon.alphabet, lexicon.words, lexicon.edition))
    return found
