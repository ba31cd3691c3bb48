"""The layout as solids, by build123d: shell, base, retainers, and every part as a block."""

import math
from collections.abc import Iterator
from dataclasses import replace

from build123d import (
    Align,
    Axis,
    Box,
    Cone,
    Cylinder,
    Location,
    Plane,
    Polygon,
    Pos,
    Text,
    Vector,
    extrude,
    fillet,
)
from build123d.topology import Shape

from host_tools.case.layout import (
    BAR,
    BASE,
    CAPITAL,
    CLEARANCE,
    ENGRAVED,
    POST,
    SCREW_HOLE,
    SCREW_PASS,
    STEM_OUT,
    WALL,
    WIDTH,
    Bar,
    Body,
    Boss,
    Layout,
    Lying,
    Opening,
    Panel,
)

CORNER = 4.0
RIM = 2.0  # walls of a tray
THROUGH = 3 * WALL
HEAD = 6.4  # of a countersunk M3
_STANDING = (Align.CENTER, Align.CENTER, Align.MIN)
_HANGING = (Align.CENTER, Align.CENTER, Align.MAX)
GROOVE = 0.8  # width of an engraved stroke
Block = tuple[str, Shape]


def _prism(points: list[tuple[float, float]], length: float) -> Shape:
    """Return a profile in y and z, extruded along x and centred on x = 0."""
    face = Plane.YZ * Polygon(*points, align=None)
    return extrude(face, amount=length / 2, both=True)


def _inner(layout: Layout) -> list[tuple[float, float]]:
    """Return the profile of the space inside the walls, open below."""
    y = layout.depth / 2 - WALL
    top = layout.height - WALL
    if layout.choice.form == "flat":
        return [(-y, 0), (y, 0), (y, top), (-y, top)]
    # On a 45-degree slope, a wall's thickness inwards is root two times as far straight down.
    line = layout.depth / 2 + layout.shoulder - WALL * math.sqrt(2)  # y + z on the inner slope
    return [(-y, 0), (y, 0), (y, line - y), (line - top, top), (top - line, top), (-y, line - y)]


def _place(panel: Panel, u: float, v: float) -> Location:
    """Return a frame whose z axis points out of the panel at (u, v)."""
    plane = Plane(origin=Vector(panel.middle), x_dir=Vector(panel.u), z_dir=Vector(panel.normal))
    return Location(plane) * Pos(u, v, 0)


def _block(one: Opening | Body, depth: float) -> Shape:
    """Return a box of a part's size, or a rod if its height is 0."""
    if one.height:
        return Box(one.width, one.height, depth)
    return Cylinder(one.width / 2, depth)


def _hole(layout: Layout, opening: Opening) -> Shape:
    where = _place(layout.panels[opening.panel], opening.u, opening.v)
    return where * _block(opening, 2 * THROUGH)


def probe(layout: Layout, opening: Opening) -> Shape:
    """Return a pin of 80 % of an opening's size, passing through it."""
    small = replace(opening, width=opening.width * 0.8, height=opening.height * 0.8)
    return _hole(layout, small)


def shell(layout: Layout) -> Shape:
    """Return the upper part, open below, with all openings and a post for each screw."""
    outer = _prism(layout.profile, WIDTH)
    outer = fillet(outer.edges().filter_by(Axis.Z), CORNER)
    made = outer - _prism(_inner(layout), WIDTH - 2 * WALL)
    for x, y in layout.posts():
        rod = Pos(x, y, BASE) * Cylinder(POST, layout.height, align=_STANDING)
        made += rod & outer
    for x, y in layout.posts():
        made -= Pos(x, y, BASE) * Cylinder(SCREW_HOLE / 2, 12.0, align=_STANDING)
    for boss in layout.bosses:
        if boss.panel:
            made += _boss(layout, boss, boss.radius, 0.0, boss.length + WALL / 2) & outer
            made -= _boss(layout, boss, boss.hole / 2, 1.0, boss.length + WALL)
    for opening in layout.openings:
        made -= _hole(layout, opening)
    return made


def _boss(layout: Layout, boss: Boss, radius: float, above: float, length: float) -> Shape:
    """Return a rod along a boss, from `above` millimetres over its root inwards."""
    rod = Cylinder(radius, length - above, align=_HANGING)
    deep = -WALL / 2 if above == 0.0 else -WALL - above
    return _place(layout.panels[boss.panel], boss.u, boss.v) * Pos(0, 0, deep) * rod


def engraved(layout: Layout, shell: Shape) -> Shape:
    """Return a shell with its legends cut into it, from above the panel on."""
    centred, cut = (Align.CENTER, Align.CENTER), list[Shape]()
    for one in layout.legends:
        text = Text(one.text, one.height / CAPITAL, font="singleline", single_line_width=GROOVE,
                    align=centred)  # fmt: skip
        where = _place(layout.panels[one.panel], one.u, one.v) * Pos(0, 0, -ENGRAVED)
        cut.append(where * extrude(text, amount=2 * ENGRAVED))
    return shell - cut  # at once, in a quarter of the time


def bar(one: Bar) -> Shape:
    """Return a retainer as it lies on the bed, with its two holes."""
    width, thick = BAR
    made: Shape = Box(one.apart + width, width, thick, align=_STANDING)
    for sign in (-1, 1):
        made -= Pos(sign * one.apart / 2, 0, -1) * Cylinder(
            SCREW_PASS / 2, thick + 2, align=_STANDING
        )
    return made


def base(layout: Layout) -> Shape:
    """Return the base plate, with trays for its parts and screw holes countersunk from below."""
    plate = Pos(0, 0, 0) * Box(WIDTH, layout.depth, BASE, align=_STANDING)
    plate = fillet(plate.edges().filter_by(Axis.Z), CORNER)
    for part in layout.lying:
        plate += _tray(layout, part)
    for boss in layout.bosses:
        if not boss.panel:
            foot = Pos(boss.u, boss.v, BASE)
            plate += foot * Cylinder(boss.radius, boss.length, align=_STANDING)
            plate -= foot * Cylinder(boss.hole / 2, boss.length + 1, align=_STANDING)
    for x, y in layout.posts():
        plate -= Pos(x, y, -1) * Cylinder(SCREW_PASS / 2, 2 * BASE, align=_STANDING)
        sunk = (HEAD - SCREW_PASS) / 2
        plate -= Pos(x, y, 0) * Cone(HEAD / 2, SCREW_PASS / 2, sunk, align=_STANDING)
    return plate


def _tray(layout: Layout, part: Lying) -> Shape:
    """Return a floor for a part, with a rim on three sides, open towards the back wall."""
    x, y, z = part.x, part.y, part.z
    width, length = part.size[0] + 2 * CLEARANCE, part.size[1] + CLEARANCE
    tall = z - BASE + part.rim
    rim = Box(width + 2 * RIM, length + RIM, tall, align=_STANDING)
    room = Box(width, length + RIM, tall, align=_STANDING)
    tray = Pos(x, y - RIM / 2, BASE) * rim
    tray -= Pos(x, y + RIM / 2, z) * room
    # The back wall begins behind the part: the tray must end before it.
    beyond = layout.depth / 2 - WALL - CLEARANCE
    tray -= Pos(x, beyond + 50, BASE) * Box(width + 2 * RIM, 100, tall, align=_STANDING)
    return tray


def inside(layout: Layout) -> Iterator[Block]:
    """Yield every part that needs room inside, as (label, block)."""
    for body in layout.bodies:
        middle = Pos(0, 0, -WALL - body.above - body.depth / 2)
        where = _place(layout.panels[body.panel], body.u, body.v)
        yield body.label, where * middle * _block(body, body.depth)
    for part in layout.lying:
        yield part.label, Pos(part.x, part.y, part.z) * Box(*part.size, align=_STANDING)
    for one in layout.bars:
        where = Pos(one.u, one.v, BASE + one.off)
        if one.panel:
            panel = _place(layout.panels[one.panel], one.u, one.v)
            where = panel * Pos(0, 0, -WALL - one.off - BAR[1])
        yield one.label, where * bar(one)


def outside(layout: Layout) -> Iterator[Block]:
    """Yield what stands out of the panels, as (label, block): buttons, stems, lights."""
    for one in layout.openings:
        if one.height or one.panel == "wall":
            continue
        where = _place(layout.panels[one.panel], one.u, one.v)
        if one.flange:
            block = Cylinder(one.flange / 2, 2.5, align=_STANDING)
            block += Pos(0, 0, 2.5) * Cylinder(one.width * 0.38, 2.5, align=_STANDING)
        else:
            # Down to the switch on its board, or to the light's collar.
            deep = WALL + 2.0
            rod = Cylinder(one.width / 2 - CLEARANCE, STEM_OUT + deep, align=_STANDING)
            block = Pos(0, 0, -deep) * rod
        yield one.label, where * block
