"""Where everything sits: panels, openings in them, and the bodies behind; no geometry kernel.

x points right as player A sees it, y away from player A, z up; the origin is the middle of the
base's underside. A panel has its own two axes u (to the right) and v (up along the panel). The
places are here, the sizes in boards/kit.toml.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from host_tools.case.kit import USB_HIGH, Board, Choice, Display, Kit, Part, Piece, kit

WALL = 2.4
BASE = 3.2  # the base plate: thick enough for countersunk screws
CLEARANCE = 0.4
BED = 180.0
# At the back wall, as seen from player A: the board alone, or beside a cell.
WALL_X = {"usb": -6.0, "lipo": -13.0, "charger": -46.0, "piezo": 58.0, "switch": 26.0}
CELL_X, CELL_Y = 30.0, -12.0
TILT = 45.0  # degrees: allows printing the slopes without supports, with the ridge on the bed
WIDTH = 176.0
KEY_X = 67.0
POST = 4.0  # radius
POST_INSET = 8.0
SCREW_HOLE = 2.6  # for a self-tapping M3
SCREW_PASS = 3.4
FLOOR = 4.0  # height of the trays' floors above the base
PITCH = 10.16  # of the cross: four holes of a perforated board
GRID_HOLE = 2.54
STEM_OUT = 1.6  # millimetres that a small key's stem stands above the panel
SWITCH_HIGH = 3.5  # a small key without its stem
SMALL_SCREW = 1.7  # for a self-tapping M2, at the corners of the perforated board
SMALL_BOSS = 2.6
BAR = (10.0, 3.0)  # a retainer: width, thickness; its length is its holes' distance and this width
FOAM = 0.5  # between a retainer and the part that it holds
ENGRAVED = 0.6
SLOT_SCREWS = 15.0  # distance of the slide switch's screws
CAPITAL = 0.68  # of a font's size: the height of its capitals
Vector = tuple[float, float, float]
Places = dict[str, tuple[str, float, float]]


@dataclass(frozen=True)
class Panel:
    """A flat piece of the outside: its middle, outward normal, axes and size."""

    name: str
    middle: Vector
    normal: Vector
    u: Vector
    size: tuple[float, float]


@dataclass(frozen=True)
class Opening:
    """A hole in a panel at (u, v): round if height is 0. flange: what covers the panel around."""

    panel: str
    label: str
    u: float
    v: float
    width: float
    height: float = 0.0
    flange: float = 0.0


@dataclass(frozen=True)
class Body:
    """A part behind a panel, `depth` deep from the panel's inner face; round if height is 0."""

    panel: str
    label: str
    u: float
    v: float
    width: float
    height: float
    depth: float
    above: float = 0.0  # distance of its top from the panel's inner face


@dataclass(frozen=True)
class Lying:
    """A part on the base: its middle, its size, its height above the base's underside."""

    label: str
    x: float
    y: float
    z: float
    size: Vector
    rim: float = 3.0


@dataclass(frozen=True)
class Boss:
    """A post with a screw hole on a panel's inner face, or on the base if panel is ""."""

    panel: str
    u: float
    v: float
    length: float
    radius: float = POST
    hole: float = SCREW_HOLE


@dataclass(frozen=True)
class Bar:
    """A printed retainer over a part, screwed to two bosses `apart` millimetres away."""

    label: str
    panel: str
    u: float
    v: float
    apart: float
    off: float  # distance from the panel's inner face, or from the base's upper side


@dataclass(frozen=True)
class Legend:
    """A word or sign on a panel: its middle, and the height of its letters."""

    panel: str
    text: str
    u: float
    v: float
    height: float
    of: str


@dataclass
class Layout:
    """One case: its outline, its openings and the parts inside."""

    choice: Choice
    board: Board
    display: Display
    depth: float
    height: float
    shoulder: float  # height of the upright walls
    panels: dict[str, Panel] = field(default_factory=dict[str, Panel])
    openings: list[Opening] = field(default_factory=list[Opening])
    bodies: list[Body] = field(default_factory=list[Body])
    lying: list[Lying] = field(default_factory=list[Lying])
    bosses: list[Boss] = field(default_factory=list[Boss])
    bars: list[Bar] = field(default_factory=list[Bar])
    legends: list[Legend] = field(default_factory=list[Legend])

    @property
    def profile(self) -> list[tuple[float, float]]:
        """The outline in y and z, counter-clockwise, starting at the base's upper side."""
        y, ridge = self.depth / 2, self.depth / 2 - (self.height - self.shoulder)
        if self.choice.form == "flat":
            return [(-y, BASE), (y, BASE), (y, self.height), (-y, self.height)]
        return [(-y, BASE), (y, BASE), (y, self.shoulder), (ridge, self.height),
                (-ridge, self.height), (-y, self.shoulder)]  # fmt: skip

    def posts(self) -> Iterator[tuple[float, float]]:
        """Yield the positions of the screws, in the corners."""
        for x in (-1, 1):
            for y in (-1, 1):
                yield x * (WIDTH / 2 - POST_INSET), y * (self.depth / 2 - POST_INSET)


def make(choice: Choice, of: Kit | None = None) -> Layout:
    """Return the layout of a case; UserError for a choice that the kit has not."""
    of = of or kit()
    choice = of.checked(choice)
    pieces = of.pieces(choice)
    chosen = choice, of.boards[choice.board], of.displays[choice.display]
    if choice.form == "flat":  # one display facing upwards and everything on one panel
        layout = Layout(*chosen, 96.0, 48.0, 48.0)
        layout.panels["top"] = Panel("top", (0, 0, 48.0), (0, 0, 1), (1, 0, 0), (WIDTH, 96.0))
    else:
        layout = _tilted(*chosen)
    places = places_of(layout, any(piece.name == "encoder" for piece in pieces))
    for piece in pieces:
        if piece.name in places:
            _put(layout, piece, *places[piece.name])
    _small_keys(layout, places, pieces)
    _legends(layout)
    _back_wall(layout, {piece.part.id: piece.part for piece in pieces if piece.part.hole})
    _lay_cell(layout, {piece.part.id: piece.part for piece in pieces})
    return layout


def _tilted(choice: Choice, board: Board, display: Display) -> Layout:
    """Lay out a roof-shaped case: keys on the ridge, a display for a player on each slope."""
    ridge, slope, shoulder = 48.0, 54.0, 30.0
    rise = slope * math.sin(math.radians(TILT))
    depth, height = ridge + 2 * rise, shoulder + rise
    layout = Layout(choice, board, display, depth, height, shoulder)
    layout.panels["top"] = Panel("top", (0, 0, height), (0, 0, 1), (1, 0, 0), (WIDTH, ridge))
    middle_y, middle_z = ridge / 2 + rise / 2, shoulder + rise / 2
    part = math.sqrt(0.5)
    for name, side in (("front", -1), ("back", 1)):
        layout.panels[name] = Panel(name, (0, side * middle_y, middle_z), (0, side * part, part),
                                    (-side, 0, 0), (WIDTH, slope))  # fmt: skip
    return layout


def places_of(layout: Layout, encoder: bool) -> Places:
    """Return where the parts of the panels are: the cross with OK in its middle, BACK below."""
    flat = layout.choice.form == "flat"
    row, light, act, cross = ((12.0, (67.0, 37.0), (32.0, -28.0), -24.0) if flat
                              else (0.0, (48.0, 16.0), (35.0, 0.0), 0.0))  # fmt: skip
    places: Places = {}
    for sign, player, verb in ((-1, "A", "STOP"), (1, "B", "CHALLENGE")):
        places[player] = "top", sign * KEY_X, row
        places[f"LED {player}"] = "top", sign * light[0], light[1]
        places[verb] = "top", sign * act[0], act[1]
    if encoder:
        cells = {"encoder": (-1, 0), "BACK": (1, 0)}
    else:
        cells = {"OK": (0, 0), "UP": (0, 1), "DOWN": (0, -1), "LEFT": (-1, 0), "RIGHT": (1, 0),
                 "BACK": (1, -1)}  # fmt: skip
    for name, (u, v) in cells.items():
        places[name] = "top", PITCH * u, cross + PITCH * v
    if flat:
        places["display"] = "top", 0.0, 19.0
    else:
        places["display"], places["display-b"] = ("front", 0.0, 0.0), ("back", 0.0, 0.0)
    return places


def _put(layout: Layout, piece: Piece, panel: str, u: float, v: float) -> None:
    part = piece.part
    if part.display:
        _show(layout, piece.name, panel, u, v)
        return
    if not part.hole:
        return  # a check of the kit tells
    layout.openings.append(Opening(panel, piece.name, u, v, part.hole[0], flange=part.flange))
    if part.on_perfboard:
        return
    across, along, deep = part.size
    # A button's depth counts from the outer face, as its data sheet has it.
    inner = deep - WALL if part.flange and not part.through else deep
    layout.bodies.append(
        Body(panel, piece.name, u, v, across, along if along != across else 0.0, inner)
    )


def _show(layout: Layout, name: str, panel: str, u: float, v: float) -> None:
    """Cut a display's window, and hold its module between two bosses by a bar."""
    display = layout.display
    width, height, depth = display.size
    layout.openings.append(Opening(panel, name, u, v + display.window_y, *display.window))
    layout.bodies.append(Body(panel, name, u, v, width, height, depth))
    apart = width + 2 * (CLEARANCE + POST)
    off = depth + FOAM
    layout.bosses += [Boss(panel, u + sign * apart / 2, v, off) for sign in (-1, 1)]
    layout.bars.append(Bar(f"{name}'s bar", panel, u, v, apart, off))


def _small_keys(layout: Layout, places: Places, pieces: list[Piece]) -> None:
    """Hang the perforated board with the small keys, screwed to bosses at its corners."""
    keys = {p.name: p.part for p in pieces if p.part.on_perfboard}
    board = next((p.part for p in pieces if p.part.id == "perfboard"), None)
    if not keys or board is None:
        return
    us = [places[name][1] for name in keys]
    vs = [places[name][2] for name in keys]
    u, v = (max(us) + min(us)) / 2, (max(vs) + min(vs)) / 2
    wide = board.size[0] if len(keys) > 1 else 5 * GRID_HOLE
    tall = board.size[1]
    above = next(iter(keys.values())).size[2] - STEM_OUT - WALL  # the board's distance
    for name, part in keys.items():
        across, along, _ = part.size
        layout.bodies.append(Body("top", f"{name} on the board", *places[name][1:], across, along,
                                  SWITCH_HIGH, above - SWITCH_HIGH))  # fmt: skip
    thick = board.size[2]
    layout.bodies.append(Body("top", "perfboard", u, v, wide, tall, thick, above))
    layout.bodies.append(
        Body("top", "pins below it", u, v, wide - 4 * GRID_HOLE, tall - 5 * GRID_HOLE, 3.0,
             above + thick)
    )  # fmt: skip
    half_u, half_v = ((wide - 3 * GRID_HOLE) / 2 if len(keys) > 1 else 0.0,
                      (tall - 3 * GRID_HOLE) / 2)  # fmt: skip
    corners = {(u + a * half_u, v + b * half_v) for a in (-1, 1) for b in (-1, 1)}
    layout.bosses += [Boss("top", x, y, above, SMALL_BOSS, SMALL_SCREW)
                      for x, y in sorted(corners)]  # fmt: skip


def _legends(layout: Layout) -> None:
    """Write beside each key what it is: where no flange and no hole is."""
    half = PITCH / 2
    small = {"UP": ("^", 0.0, 5.2), "DOWN": ("v", 0.0, -5.2), "LEFT": ("<", -5.2, 0.0),
             "RIGHT": (">", 5.2, 0.0), "OK": ("OK", half, half), "encoder": ("OK", 0.0, -9.0),
             "BACK": ("BACK", 0.0, -5.4)}  # fmt: skip
    for one in layout.openings:
        off = one.flange / 2 + 4.0
        if one.label in small:
            (text, u, v), height = small[one.label], 3.0
        elif one.label in ("STOP", "CHALLENGE"):
            text, u, v, height = ("STOP" if one.label == "STOP" else "?"), 0.0, off, 4.0
        elif one.label not in ("A", "B"):
            continue
        elif layout.choice.form == "flat":
            text, u, v, height = one.label, 0.0, -off, 4.0
        else:  # a key is nearly as wide as the ridge: its legend stands in the corner
            text, u, v, height = one.label, math.copysign(14.0, one.u), -20.0, 4.0
        legend = Legend(one.panel, text, one.u + u, one.v + v, height, one.label)
        layout.legends.append(legend)


def _back_wall(layout: Layout, parts: dict[str, Part]) -> None:
    """Stand the board, the piezo and the charger at the back wall, each behind its opening."""
    board, y = layout.board, layout.depth / 2
    height = layout.shoulder - BASE
    layout.panels["wall"] = Panel(
        "wall", (0, y, BASE + height / 2), (0, 1, 0), (-1, 0, 0), (WIDTH, height)
    )
    middle = layout.panels["wall"].middle[2]
    floor, inner_y = BASE + FLOOR, y - WALL - CLEARANCE
    x, usb_v = WALL_X[layout.choice.power], floor + board.usb_z - middle
    layout.openings.append(Opening("wall", "USB", -x, usb_v, board.usb_wide, USB_HIGH))
    layout.lying.append(Lying("board", x, inner_y - board.size[1] / 2, floor, board.size))
    if "charger" in parts:
        one, x = parts["charger"], WALL_X["charger"]
        layout.openings.append(
            Opening("wall", "charger", -x, floor + one.usb_z - middle, *one.hole)
        )
        layout.lying.append(Lying("charger", x, inner_y - one.size[1] / 2, floor, one.size))
    if "switch" in parts:
        one, x = parts["switch"], WALL_X["switch"]
        layout.openings.append(Opening("wall", "switch", -x, 0.0, *one.hole))
        layout.openings += [Opening("wall", "", -x + sign * SLOT_SCREWS / 2, 0.0, 2.2)
                            for sign in (-1, 1)]  # fmt: skip
        layout.bodies.append(Body("wall", "switch", -x, 0.0, *one.size))
    if "piezo" in parts:
        one, x = parts["piezo"], WALL_X["piezo"]
        sound = BASE + one.size[2] / 2 - middle
        layout.openings += [Opening("wall", label, -x + u, sound, one.hole[0])
                            for u, label in ((-4.0, ""), (0.0, "piezo"), (4.0, ""))]  # fmt: skip
        # It stands in a slot as high as its middle.
        layout.lying.append(
            Lying("piezo", x, inner_y - one.size[1] / 2, BASE, one.size, one.size[2] / 2)
        )


def _lay_cell(layout: Layout, parts: dict[str, Part]) -> None:
    """Lay the cell on the base, under a bar between two bosses."""
    if "cell" in parts:
        one = parts["cell"]
        layout.lying.append(Lying("cell", CELL_X, CELL_Y, BASE, one.size))
        apart, off = one.size[0] + 2 * (CLEARANCE + 3.0 + POST), one.size[2] + FOAM
        bar_y = CELL_Y + 6.0  # CHALLENGE reaches down in front of it
        layout.bosses += [Boss("", CELL_X + sign * apart / 2, bar_y, off) for sign in (-1, 1)]
        layout.bars.append(Bar("cell's bar", "", CELL_X, bar_y, apart, off))
