"""Where everything sits: panels, openings in them, and the bodies behind; no geometry kernel.

x points right as player A sees it, y away from player A, z up; the origin is the middle of the
base's underside. A panel has its own two axes u (to the right) and v (up along the panel).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from host_tools.case import parts
from host_tools.errors import UserError

WALL = 2.4
BASE = 3.2  # the base plate: thick enough for countersunk screws
CLEARANCE = 0.4
BED = 180.0
BOARD_X = -16.0
CHARGER_X = -46.0
SWITCH_X = 36.0
PIEZO_X = 14.0
CELL_X, CELL_Y = 28.0, -12.0
FORMS = ("flat", "tilted")
TILT = 45.0  # degrees: allows printing the slopes without supports, with the ridge on the bed
WIDTH = 176.0
KEY_X = 67.0
POST = 4.0  # radius
POST_INSET = 8.0
SCREW_HOLE = 2.6  # for a self-tapping M3
SCREW_PASS = 3.4
FLOOR = 4.0  # height of the trays' floors above the base
Vector = tuple[float, float, float]


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
    """A hole in a panel at (u, v): round if height is 0."""

    panel: str
    label: str
    u: float
    v: float
    width: float
    height: float = 0.0


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


@dataclass(frozen=True)
class Lying:
    """A part on the base: its middle, its size, its height above the base's underside."""

    label: str
    x: float
    y: float
    z: float
    size: Vector


@dataclass
class Layout:
    """One case: its outline, its openings and the parts inside."""

    form: str
    board: parts.Board
    display: parts.Display
    depth: float
    height: float
    shoulder: float  # height of the upright walls
    panels: dict[str, Panel] = field(default_factory=dict)
    openings: list[Opening] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    lying: list[Lying] = field(default_factory=list)

    @property
    def profile(self) -> list[tuple[float, float]]:
        """The outline in y and z, counter-clockwise, starting at the base's upper side."""
        y, ridge = self.depth / 2, self.depth / 2 - (self.height - self.shoulder)
        if self.form == "flat":
            return [(-y, BASE), (y, BASE), (y, self.height), (-y, self.height)]
        return [(-y, BASE), (y, BASE), (y, self.shoulder), (ridge, self.height),
                (-ridge, self.height), (-y, self.shoulder)]  # fmt: skip

    def posts(self) -> Iterator[tuple[float, float]]:
        """Yield the positions of the screws, in the corners."""
        for x in (-1, 1):
            for y in (-1, 1):
                yield x * (WIDTH / 2 - POST_INSET), y * (self.depth / 2 - POST_INSET)


def make(form: str, board: str, display: str) -> Layout:
    """Return a form's layout for a board and a display; UserError for an unknown name."""
    for name, known in ((form, FORMS), (board, parts.BOARDS), (display, parts.DISPLAYS)):
        if name not in known:
            raise UserError(f"{name!r}: one of {', '.join(known)}")
    chosen = parts.BOARDS[board], parts.DISPLAYS[display]
    layout = _flat(*chosen) if form == "flat" else _tilted(*chosen)
    _back_wall(layout)
    _on_the_base(layout)
    return layout


def _flat(board: parts.Board, display: parts.Display) -> Layout:
    """Lay out a case with one display facing upwards and everything on one panel."""
    depth, height = 96.0, 46.0
    layout = Layout("flat", board, display, depth, height, height)
    layout.panels["top"] = Panel("top", (0, 0, height), (0, 0, 1), (1, 0, 0), (WIDTH, depth))
    _show(layout, "top", 0.0, 19.0)
    _keys(layout, 12.0)
    for x, label in ((-KEY_X, "STOP"), (KEY_X, "CHALLENGE")):
        _button(layout, "top", label, x, -26.0, parts.STOP)
    _tacts(layout, [(parts.TACT_PITCH * (n - 2.5), -26.0) for n in range(6)])
    return layout


def _tilted(board: parts.Board, display: parts.Display) -> Layout:
    """Lay out a roof-shaped case: keys on the ridge, a display for a player on each slope."""
    ridge, slope, shoulder = 48.0, 54.0, 28.0
    rise = slope * math.sin(math.radians(TILT))
    depth, height = ridge + 2 * rise, shoulder + rise
    layout = Layout("tilted", board, display, depth, height, shoulder)
    layout.panels["top"] = Panel("top", (0, 0, height), (0, 0, 1), (1, 0, 0), (WIDTH, ridge))
    middle_y, middle_z = ridge / 2 + rise / 2, shoulder + rise / 2
    part = math.sqrt(0.5)
    layout.panels["front"] = Panel(
        "front", (0, -middle_y, middle_z), (0, -part, part), (1, 0, 0), (WIDTH, slope)
    )
    layout.panels["back"] = Panel(
        "back", (0, middle_y, middle_z), (0, part, part), (-1, 0, 0), (WIDTH, slope)
    )
    for name in ("front", "back"):
        _show(layout, name, 0.0, 0.0)
    _keys(layout, 0.0)
    _button(layout, "top", "STOP", -38.0, 0.0, parts.STOP)
    _button(layout, "top", "CHALLENGE", 38.0, 0.0, parts.STOP)
    pitch = parts.TACT_PITCH
    _tacts(layout, [(pitch * (n % 3 - 1), pitch * (0.5 - n // 3)) for n in range(6)])
    return layout


def _keys(layout: Layout, v: float) -> None:
    for x, label in ((-KEY_X, "A"), (KEY_X, "B")):
        _button(layout, "top", label, x, v, parts.PLAYER)


def _button(
    layout: Layout, panel: str, label: str, u: float, v: float, button: parts.Button
) -> None:
    layout.openings.append(Opening(panel, label, u, v, button.hole))
    layout.bodies.append(Body(panel, label, u, v, button.body, 0.0, button.depth - WALL))


def _show(layout: Layout, panel: str, u: float, v: float) -> None:
    display = layout.display
    seen_w, seen_h = display.window
    middle = v + display.window_y
    layout.openings.append(Opening(panel, "display", u, middle, seen_w, seen_h))
    layout.bodies.append(
        Body(panel, "display", u, v, display.width, display.height, display.depth)
    )


def _tacts(layout: Layout, places: list[tuple[float, float]]) -> None:
    names = ("LEFT", "UP", "DOWN", "RIGHT", "OK", "BACK")
    for name, (u, v) in zip(names, places, strict=True):
        layout.openings.append(Opening("top", name, u, v, parts.TACT_HOLE))
    us, vs = [u for u, _ in places], [v for _, v in places]
    width, height = (max(c) - min(c) + parts.TACT_PITCH for c in (us, vs))
    middle = (max(us) + min(us)) / 2, (max(vs) + min(vs)) / 2
    layout.bodies.append(Body("top", "six keys", *middle, width, height, parts.TACT_DEPTH))


def _back_wall(layout: Layout) -> None:
    """Cut openings for both USB sockets (board, charger), the power switch and the buzzer."""
    board, y = layout.board, layout.depth / 2
    height = layout.shoulder - BASE
    layout.panels["wall"] = Panel(
        "wall", (0, y, BASE + height / 2), (0, 1, 0), (-1, 0, 0), (WIDTH, height)
    )
    middle = layout.panels["wall"].middle[2]
    usb = FLOOR + BASE + board.usb_z - middle
    charger = FLOOR + BASE + parts.CHARGER_USB_Z - middle
    layout.openings += [
        Opening("wall", "USB", -BOARD_X, usb, 13.0, 8.0),
        Opening("wall", "charger", -CHARGER_X, charger, 11.0, 6.0),
        Opening("wall", "switch", -SWITCH_X, 0.0, parts.SWITCH[0], parts.SWITCH[1]),
    ]
    layout.bodies.append(Body("wall", "switch", -SWITCH_X, 0.0, *parts.SWITCH))
    layout.openings += [
        Opening("wall", label, -PIEZO_X + u, 0.0, 2.0)
        for u, label in ((-4.0, ""), (0.0, "sound"), (4.0, ""))
    ]
    layout.bodies.append(Body("wall", "piezo", -PIEZO_X, 0.0, parts.PIEZO[0], 0.0, parts.PIEZO[1]))


def _on_the_base(layout: Layout) -> None:
    """Place board and charger with their sockets at the back wall, the cell in front of them."""
    board, inner_y = layout.board, layout.depth / 2 - WALL - CLEARANCE
    floor = BASE + FLOOR
    layout.lying += [
        Lying("board", BOARD_X, inner_y - board.length / 2, floor,
              (board.width, board.length, board.height)),
        Lying("charger", CHARGER_X, inner_y - parts.CHARGER[0] / 2, floor,
              (parts.CHARGER[1], parts.CHARGER[0], parts.CHARGER[2])),
        Lying("cell", CELL_X, CELL_Y, BASE, (parts.CELL[1], parts.CELL[0], parts.CELL[2])),
    ]  # fmt: skip
