"""The files of a board: path on the device -> bytes, compiled for it."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from host_tools.build import mpy, sources
from host_tools.build.sources import state_of
from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.lexicon.ask import open_whole
from host_tools.paths import LONGEST_NAME, firmware_dir, lexicon_path, lexicons_dir

SWAP = "/corrido_swap.py"
BOOT = "/boot.py"
BOARD = "/corrido_board.py"
LEXICON_SUFFIX = ".lex"
BOOT_FIRST_LINE = b"import corrido_swap  # finishes a deployment that was cut\n"
_PORTS = ("esp32", "rp2")  # each has modules of its own in corrido/hal
_OF_RADIO = ("radio", "uplink", "messages")  # in corrido/services

Files = dict[str, bytes]


def firmware_files(target: mpy.Target, board: Path | None = None) -> Files:
    """Return boot.py, main.py and the package `corrido`, compiled.

    board: without what a board of that folder never loads: another port's modules, and the radio's
    where it has none.
    """
    top = firmware_dir()
    files = {SWAP: (Path(__file__).parent / "ondevice" / "corrido_swap.py").read_bytes()}
    files[BOOT] = BOOT_FIRST_LINE + (top / "boot.py").read_bytes()
    files["/main.py"] = (top / "main.py").read_bytes()
    lean, small = sources.of_firmware(top), sources.are_names_short(target.architecture)
    codes = sources.codes(lean.short)
    spare = tuple(_never_loaded(board)) if board else ()
    for name, text in (lean.short if small else lean.folded).items():
        path, told = f"/{name.removesuffix('.py')}.mpy", codes[name] if small else name
        if not path.startswith(spare):
            files[path] = mpy.compile_file(top / name, told, target, text=text, whole=not small)
    return files


def _never_loaded(board: Path) -> Iterator[str]:
    """Yield what the paths of modules begin with that a board never loads."""
    text = (board / "board.py").read_text("utf-8")
    for port in _PORTS:
        if f"corrido.hal.{port}_" not in text:
            yield f"/corrido/hal/{port}_"
    with suppress(ValueError):  # a wiring that is no table, of a club's own
        if not kinds.wiring_of(board).get("radio"):
            yield from (f"/corrido/services/{name}.mpy" for name in _OF_RADIO)


def made_elsewhere(state: str) -> bool:
    """Return whether an image of this state has sources other than ours; "" is unknown."""
    return state not in ("", state_of(firmware_dir()))


def lexicon_files(names: Iterable[str] | None) -> Files:
    """Return the chosen word lists; by default all that ship with the project.

    UserError for one that is damaged, or whose name does not fit.
    """
    if names is None:
        paths = sorted(lexicons_dir().glob("*.lex"))
    else:
        paths = [lexicon_path(name) for name in names]
    files: Files = {}
    for path in paths:
        target = f"/lexicons/{path.name}"
        if target in files:
            raise UserError(f"{path}: another list of that name is deployed too")
        if path.suffix != LEXICON_SUFFIX or len(path.stem) > LONGEST_NAME:
            raise UserError(f"{path}: name it NAME{LEXICON_SUFFIX}, with a NAME of at most "
                            f"{LONGEST_NAME} letters")  # fmt: skip
        with open_whole(path):
            files[target] = path.read_bytes()
    return files


def assemble(
    target: mpy.Target, board: Path, frozen: bool, lexicons: Iterable[str] | None = None
) -> Files:
    """Return all files of a board; lexicons: as lexicon_files() takes them.

    frozen: the firmware is in the board's image. As files it would hide that one, and take up
    RAM that it leaves free.
    """
    files = firmware_files(target, board)
    if frozen:
        files = {path: data for path, data in files.items() if not path.startswith("/corrido/")}
    text = {"board.py": (board / "board.py").read_bytes()}
    short = sources.are_names_short(target.architecture, frozen)
    files[BOARD] = sources.beside(text, short)["board.py"]
    return files | lexicon_files(lexicons)
