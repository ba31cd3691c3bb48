"""Read closing codes: a game's figures, carried by the QR code on its last screen.

The text is that of firmware/corrido/ui/receipt.py. It comes as a photograph of the screen, as
text, or in the table of the round that the page for the arbiter's desk saves.
"""

import json
import re
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from corrido.store.journal.codec import Links
from corrido.ui.receipt import authentication

from host_tools.errors import UserError
from host_tools.files import read_bytes, read_table, read_text
from host_tools.tools import install
from host_tools.untrusted.text import clean

PHOTOGRAPHS = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
SUFFIXES = (*PHOTOGRAPHS, ".txt", ".csv")
LARGEST_PIXELS = 50_000_000
UNKNOWN, FORGED = "unknown", "forged"
_HEAD = re.compile(r"(Corrido|table|round|date)(?: (.*))?\Z")
_LABELS_APART = re.compile(r", (?=(?:table|round|date) )")
_GAME = re.compile(r"game (\d{1,5}) ([\w.-]{1,24})( VOID)?( SWAPPED)?\Z")
_PLAYER = re.compile(
    r"(?P<who>[AB])(?: (?P<name>.+?))? "
    r"(?:(?P<score>\d{1,4})-(?P<off>\d{1,5})=(?P<result>-?\d{1,5})|-(?P<only>\d{1,5})) "
    r"(?P<used>\d{1,4}:\d\d)(?: over (?P<over>\d{1,4}:\d\d))?\Z"
)
_LOG = re.compile(r"log (\d{1,5})(?: ([0-9a-f]{1,64}))?(?: ([0-9a-f]{4}-[0-9a-f]{8}))?\Z")


@dataclass(frozen=True)
class Side:
    """One player's figures; times are whole seconds, in ms; a score not entered is None."""

    name: str
    score: int | None
    off: int
    used_ms: int
    over_ms: int

    @property
    def result(self) -> int | None:
        """Return the score less what is deducted; None without a score."""
        return None if self.score is None else self.score - self.off

    def __str__(self) -> str:
        if self.score is None:
            return f"{self.name} no score".strip()
        return f"{self.name} {self.score}-{self.off}={self.result}".strip()


@dataclass(frozen=True)
class Receipt:
    """A closed game as its code gives it; `seq` and `link` are those of the log's last entry.

    crossed: the seats were changed, and the device knew no names.
    tag: what authenticates `text`, the code up to there; "" for none.
    """

    device: str
    table: str
    round: str
    game: int
    preset: str
    void: bool
    sides: tuple[Side, Side]
    seq: int
    link: str
    crossed: bool = False
    tag: str = ""
    text: str = ""

    def signer(self, keys: dict[str, bytes]) -> str:
        """Return the id of the device whose key authenticates the code, UNKNOWN, or FORGED.

        keys: by device. UNKNOWN: none of them claims it, or the code has no authentication.
        """
        found = UNKNOWN
        for device, key in keys.items() if self.tag else ():
            made = authentication(Links(bytes.fromhex(device), key).tag_of, self.text.encode())
            if made.decode() == self.tag:
                return device
            if made[:4].decode() == self.tag[:4]:
                found = FORGED
        return found

    def as_json(self) -> str:
        """Return one line that from_json() reads back; equal receipts give equal lines."""
        return json.dumps(asdict(self), sort_keys=True)


def from_json(text: str) -> Receipt:
    """Return the receipt in a line that as_json() wrote."""
    fields: dict[str, Any] = json.loads(text)
    first, second = (Side(**side) for side in fields.pop("sides"))
    return Receipt(**fields, sides=(first, second))


def parse(code: str) -> Receipt | None:
    """Return the receipt in the text of a closing code; None for any other text."""
    lines = [clean(line.strip())[:120] for line in code.strip().splitlines()]
    if len(lines) != 5:
        return None
    labels = [_HEAD.match(part) for part in _LABELS_APART.split(lines[0])]
    game, log = _GAME.match(lines[1]), _LOG.match(lines[4])
    sides = [_PLAYER.match(line) for line in lines[2:4]]
    if not all(labels) or game is None or log is None:
        return None
    head = {label[1]: label[2] or "" for label in labels if label}
    if [side and side["who"] for side in sides] != ["A", "B"]:
        return None
    a, b = (_side(side.groupdict()) for side in sides if side)
    return Receipt(
        device=head.get("Corrido", ""),
        table=head.get("table", ""),
        round=head.get("round", ""),
        game=int(game[1]),
        preset=game[2],
        void=bool(game[3]),
        crossed=bool(game[4]),
        sides=(a, b),
        seq=int(log[1]),
        link=log[2] or "",
        tag=log[3] or "",
        text="\n".join(lines)[: -len(log[3]) - 1] if log[3] else "",
    )


def _side(found: dict[str, str | None]) -> Side:
    times_ms: list[int] = []
    for time in (found["used"], found["over"]):
        minutes, seconds = (time or "0:00").split(":")
        times_ms.append(1000 * (60 * int(minutes) + int(seconds)))
    score = None if found["score"] is None else int(found["score"])
    return Side(found["name"] or "", score, int(found["off"] or found["only"] or 0), *times_ms)


def load(path: Path) -> list[Receipt]:
    """Return the receipts in a photograph, a text or a table; UserError if there are none."""
    suffix = path.suffix.lower()
    if suffix == ".csv":  # its column `code` has each as it was read
        codes = {where: row["code"] or "" for where, row in read_table(path, "code")}
        for where in (where for where, code in codes.items() if not parse(code)):
            raise UserError(f"{where}: not a game from a closing code")
    elif suffix in PHOTOGRAPHS:
        codes = dict(enumerate(in_picture(read_bytes(path), str(path))))
    else:  # successive codes, with or without empty lines between
        lines = [line for line in read_text(path, "text UTF-8").splitlines() if line.strip()]
        codes = {at: "\n".join(lines[at : at + 5]) for at in range(0, len(lines), 5)}
    found = [receipt for receipt in map(parse, codes.values()) if receipt]
    if not found:
        raise UserError(f"{path}: no closing code of a game found")
    return found


def in_picture(data: bytes, name: str) -> list[str]:
    """Return the texts of all codes in a photograph; UserError if it is no readable picture."""
    try:
        import zxingcpp
        from PIL import Image, UnidentifiedImageError
    except ImportError as error:
        raise UserError(f"a photograph needs more packages: {install('hall')}", 1) from error
    Image.MAX_IMAGE_PIXELS = LARGEST_PIXELS
    try:
        with Image.open(BytesIO(data)) as picture:
            grey = picture.convert("L")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise UserError(f"{name}: not a readable picture: as JPEG or PNG, please") from error
    return [found.text for found in zxingcpp.read_barcodes(grey)]
