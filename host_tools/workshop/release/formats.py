"""The formats that a release reads and writes, with their versions, from the code itself."""

from pathlib import Path
from typing import NamedTuple

from corrido import VERSION
from corrido.app.commands import PROTOCOL
from corrido.lexicon.reader import VERSION as LEXICON
from corrido.store import pin, settings
from corrido.store.journal import codec

from host_tools.log import image


class Format(NamedTuple):
    """A stored format: its kind, its version, the older ones that are read, its page."""

    what: str
    version: int
    reads: str
    page: str


def formats() -> list[Format]:
    """Return every format, in the order in which a device meets them."""
    return [
        Format("journal, in flash", codec.FORMAT, f"1 to {codec.FORMAT}", "docs/journal.md"),
        Format("settings, in flash", settings.FORMAT, str(settings.FORMAT), "docs/journal.md"),
        Format("PIN, in flash", pin.FORMAT, str(pin.FORMAT), "docs/journal.md"),
        Format("list of words, .lex", LEXICON, str(LEXICON), "docs/lexicon-format.md"),
        Format("console over USB", PROTOCOL, str(PROTOCOL), "docs/deploy-measured.md"),
        Format("pulled log, .corridolog", image.FORMAT, str(image.FORMAT), "docs/deploy.md"),
    ]


def table() -> str:
    """Return the table as Markdown, for a release's notes."""
    lines = ["| format | version | reads | page |", "|---|---:|---|---|"]
    lines += [f"| {f.what} | {f.version} | {f.reads} | {f.page} |" for f in formats()]
    return "\n".join([f"# Corrido {VERSION}: formats", "", *lines, ""])


def write(folder: Path) -> Path:
    """Write the table and return its file."""
    path = folder / "FORMATS.md"
    path.write_text(table(), encoding="utf-8", newline="\n")
    return path
