"""The formats that a release reads and writes, with their versions, from the code itself."""

from pathlib import Path
from typing import NamedTuple

from corrido import VERSION
from corrido.app.commands.device import PROTOCOL
from corrido.lexicon.reader import VERSION as LEXICON
from corrido.store import pin, settings
from corrido.store.journal import codec

from host_tools.hall import store as hall
from host_tools.log import image


class Format(NamedTuple):
    """A stored format: its kind, its version, the older versions still read, its page."""

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
        Format("console over USB", PROTOCOL, str(PROTOCOL), "docs/usb.md"),
        Format("pulled log, .corridolog", image.FORMAT, str(image.FORMAT), "docs/deploy.md"),
        Format(
            "store of a hall, hall.sqlite",
            hall.VERSION,
            f"{hall.OLDEST} to {hall.VERSION}",
            "docs/hall.md",
        ),
    ]


HEADS = {
    "en": ("format", "version", "reads", "page"),
    "es": ("formato", "versión", "lee", "página"),
}
SPANISH = {
    "journal, in flash": "registro, en la flash",
    "settings, in flash": "ajustes, en la flash",
    "PIN, in flash": "PIN, en la flash",
    "list of words, .lex": "lista de palabras, .lex",
    "console over USB": "consola por USB",
    "pulled log, .corridolog": "registro traído, .corridolog",
    "store of a hall, hall.sqlite": "almacén de una sala, hall.sqlite",
}


def rows(language: str = "en", folder: str = "docs/") -> list[str]:
    """Return the table as lines of Markdown; links are relative to `folder`."""
    lines = [f"| {' | '.join(HEADS[language])} |", "|---|---:|---|---|"]
    for one in formats():
        what = SPANISH[one.what] if language == "es" else one.what
        reads = one.reads.replace(" to ", " a ") if language == "es" else one.reads
        page = one.page.removeprefix(folder)
        lines.append(f"| {what} | {one.version} | {reads} | [{page}]({page}) |")
    return lines


def table() -> str:
    """Return the table as Markdown, for a release's notes."""
    return "\n".join([f"# Corrido {VERSION}: formats", "", *rows(folder=""), ""])


def write(folder: Path) -> Path:
    """Write the table and return its file."""
    path = folder / "FORMATS.md"
    path.write_text(table(), encoding="utf-8", newline="\n")
    return path
