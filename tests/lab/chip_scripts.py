"""The scripts `*_on_chip.py`, adapted so that they run beside the deployed firmware."""

from pathlib import Path

from host_tools.device.payload import folded_beside

_FOLDER = Path(__file__).parent
_SHARED = "contacts_on_chip.py"  # imported by the others


def script(name: str) -> str:
    """Return the text of a script for the chip's REPL, which needs the shared() file."""
    return folded_beside({name: (_FOLDER / name).read_bytes()})[name].decode()


def shared() -> dict[str, bytes]:
    """Return the file for the chip's disk that the scripts import."""
    return folded_beside({_SHARED: (_FOLDER / _SHARED).read_bytes()})
