"""The kit, as boards/kit.toml tells it: parts, boards, displays, the wires between them, the cost.

A piece is one part as often as the board needs it: ten resistors are ten pieces of one part.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from corrido.parts import KEYS

from host_tools.device.kinds import wiring_of
from host_tools.errors import UserError
from host_tools.paths import boards_dir

FILE = "kit.toml"
FORMS = ("flat", "tilted")
POWERS = ("usb", "lipo")  # the first is the one to build with
USB_HIGH = 8.0
Size = tuple[float, float, float]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Price:
    """The price of one piece, where and when (ISO date or month).

    listed: in the parts list of a public project. of: another article, if so.
    """

    each: float
    currency: str
    date: str
    shop: str = ""
    listed: bool = False
    of: str = ""


@dataclass(frozen=True)
class Source:
    """Where something was read, or that nobody measured it yet; the day of the look (ISO)."""

    at: str
    date: str


@dataclass(frozen=True, kw_only=True)
class Item:
    """What all lines have. sources: by field, a name of kit.toml's own table of them."""

    number: str = ""
    size: Size = (0.0, 0.0, 0.0)
    price: Price | None = None
    sources: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, kw_only=True)
class Part(Item):
    """A line of the list; kit.toml explains each field."""

    id: str
    pads: Mapping[str, str] = field(default_factory=dict[str, str])
    kinds: Mapping[str, str] = field(default_factory=dict[str, str])
    closes: tuple[str, ...] = ()
    en: str = ""
    es: str = ""
    within: str = ""
    names: tuple[str, ...] = ()
    each: str = ""
    power: str = ""
    takes: tuple[str, ...] = ()
    beside: str = ""
    hole: tuple[float, ...] = ()
    flange: float = 0.0
    through: float = 0.0
    on_perfboard: bool = False
    usb_z: float = 0.0
    capacity_mah: int = 0
    drop_mv: int = 0
    resonance_hz: int = 0
    instead: Mapping[str, str] = field(default_factory=dict[str, str])
    display: bool = False
    second: bool = False


@dataclass(frozen=True, kw_only=True)
class Display(Item):
    """An OLED module: the window that shows its glass, its pads, its current."""

    name: str
    window: tuple[float, float]
    window_y: float
    current_ma: tuple[int, int]
    pads: Mapping[str, str]
    kinds: Mapping[str, str]
    column: int = 0
    address_pad: str = ""


@dataclass(frozen=True, kw_only=True)
class Board(Item):
    """A processor board: its USB socket is in the middle of a short edge, the wires on top."""

    name: str
    usb_z: float
    left: str
    right: str
    inputs: str = ""
    usb_below: bool = False
    usb_wide: float = 13.0
    current_ma: float = 0.0
    straps_high: tuple[int, ...] = ()

    @property
    def header(self) -> set[str]:
        """The names printed at the pins."""
        return {*self.left.split(), *self.right.split()}


class Piece(NamedTuple):
    """One part in one device: its own name, its pads and the wire that each one is on."""

    part: Part
    name: str
    pads: dict[str, str]


class Choice(NamedTuple):
    """What one builds: a board, a form of case, a display, a supply."""

    board: str = "pico"
    form: str = "flat"
    display: str = "2.42"
    power: str = POWERS[0]


@dataclass(frozen=True)
class Rates:
    """How much of each currency one EUR was on a day (ISO date)."""

    date: str
    EUR: Mapping[str, float]


@dataclass(frozen=True)
class Kit:
    """All that boards/kit.toml says."""

    parts: tuple[Part, ...]
    boards: Mapping[str, Board]
    displays: Mapping[str, Display]
    rates: Rates
    sources: Mapping[str, Source]

    def checked(self, choice: Choice) -> Choice:
        """Return the choice; UserError for a name that the kit has not."""
        known: tuple[Iterable[str], ...] = (self.boards, FORMS, self.displays, POWERS)
        for name, names in zip(choice, known, strict=True):
            if name not in names:
                raise UserError(f"{name!r} is none of the kit's: one of {', '.join(names)}")
        if choice.power == "lipo" and "VSYS" not in self.boards[choice.board].header:
            raise UserError(f"{choice.board} has no pin for a cell: --power usb, a power bank")
        return choice

    def parts_of(self, choice: Choice) -> list[Part]:
        """Return the parts that a choice may need, displays as chosen."""
        return [
            _shown(part, self.displays[choice.display]) if part.display else part
            for part in self.parts
            if (choice.form == "tilted" or not part.second)
            and part.power in ("", choice.power)
            and (not part.beside or part.beside in self.displays[choice.display].pads)
        ]

    def pieces(self, choice: Choice, wiring: Mapping[str, Any] | None = None) -> list[Piece]:
        """Return every piece of one device, its board aside."""
        nets = pins_of(self.boards[choice.board], wiring or wiring_of(boards_dir() / choice.board))
        there = {*nets, *(["encoder"] if "ENCODER A" in nets else [])}
        parts = self.parts_of(choice)
        taken = {name for part in parts for name in part.takes if there & set(part.names)}
        found = []
        for part in parts:
            if part.each == "key":
                names = [name for name in nets if name in KEYS or name.startswith("ENCODER")]
            elif part.each == "bus":
                names = ["SDA", "SCL"]
            elif part.each:
                names = [name for name in nets if name.startswith(f"{part.each} ")]
            elif part.names:
                names = [name for name in part.names if name in there and name not in taken]
            else:
                names = [part.id]
            for name in names:
                pads = {pad: net.format(name) for pad, net in part.pads.items()}
                found.append(Piece(part, f"{part.id} {name}" if part.each else name, pads))
        return found


MOTOR = "MOTOR"  # among the LEDs of a board's table: off until somebody adds it


def _shown(part: Part, display: Display) -> Part:
    """Return the line of a display, with the module that was chosen."""
    pads = dict(display.pads)
    if part.second and display.address_pad:
        pads[display.address_pad] = "3V3"  # the other address: 0x3D
    return replace(part, number=display.number, size=display.size, price=display.price, pads=pads,
                   kinds=display.kinds, sources=display.sources, hole=display.window)  # fmt: skip


def pins_of(board: Board, wiring: Mapping[str, Any]) -> dict[str, str]:
    """Return the board's wires and the pins that they go to, by the names on the board."""
    mark = "GP" if "GP0" in board.header else ""
    _, sda, scl = wiring["i2c"]
    gpios: dict[str, int] = {"SDA": sda, "SCL": scl, **dict(wiring["keys"])}
    if wiring["encoder"]:
        gpios |= dict(zip(("ENCODER A", "ENCODER B"), wiring["encoder"], strict=True))
    if wiring["buzzer"] is not None:
        gpios["PIEZO"] = wiring["buzzer"]
    gpios |= {name if name == MOTOR else f"LED {name}": gpio for name, gpio in wiring["leds"]}
    nets = {"GND": "GND", "3V3": "3V3"} | {net: f"{mark}{gpio}" for net, gpio in gpios.items()}
    if "VSYS" in board.header:
        nets["VSYS"] = "VSYS"
    return nets


def read(path: Path) -> Kit:
    """Return a file's kit; UserError for one that is not TOML or lacks or misspells a field."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return kit_of(table)
    except (tomllib.TOMLDecodeError, OSError) as error:
        raise UserError(f"{path}: {error}") from error


def kit_of(table: Mapping[str, Any]) -> Kit:
    """Return the kit of a parsed file; UserError for a line that lacks or misspells a field."""
    boards = table.get("board", {})
    rows = {
        name: {**boards.get(row.get("like", ""), {}), **row, "name": name}
        for name, row in boards.items()
    }
    for row in rows.values():
        row.pop("like", None)
    made = {name: _made(Board, name, row) for name, row in rows.items()}
    displays = {
        name: _made(Display, name, {**row, "name": name})
        for name, row in table.get("display", {}).items()
    }
    parts = tuple(_made(Part, row.get("id", "?"), row) for row in table.get("part", []))
    sources = {name: _made(Source, name, row) for name, row in table.get("source", {}).items()}
    return Kit(parts, made, displays, _made(Rates, "rates", table.get("rates", {})), sources)


def _made(kind: type[_T], name: str, row: Mapping[str, Any]) -> _T:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    try:
        if "price" in values:
            values["price"] = Price(**values["price"])
        return kind(**values)
    except TypeError as error:
        told = str(error).partition("__init__() ")[2]
        raise UserError(f"{FILE}: {name}: {told}") from error


@cache
def kit() -> Kit:
    """Return the project's kit."""
    return read(boards_dir() / FILE)


def cost(kit: Kit, choice: Choice) -> float:
    """Return what one device costs in EUR, at the rates of kit.toml."""
    return sum(count * price.each / kit.rates.EUR[price.currency]
               for price, count in priced(kit, choice))  # fmt: skip


def priced(kit: Kit, choice: Choice) -> Iterator[tuple[Price, int]]:
    """Yield each price of a device, and how many pieces have it."""
    count = Counter(piece.part.id for piece in kit.pieces(choice))
    parts = [(part, count[part.id]) for part in kit.parts_of(choice)]
    for item, pieces in [(kit.boards[choice.board], 1), *parts]:
        if item.price and pieces:
            yield item.price, pieces


def hours(kit: Kit, choice: Choice) -> tuple[int, int]:
    """Return the least and most hours of play on the cell, calculated; 0, 0 without one.

    80 % of the capacity: an aged cell, and the last tenth, in which no game starts.
    """
    capacity = sum(p.part.capacity_mah for p in kit.pieces(choice))
    screens = sum(p.part.display for p in kit.pieces(choice))
    low, high = kit.displays[choice.display].current_ma
    board = kit.boards[choice.board].current_ma
    return (int(capacity * 0.8 / (board + high * screens)),
            int(capacity * 0.8 / (board + low * screens)))  # fmt: skip
