"""The files of a case: STL for printing, STEP for editing, SVG for drilling and viewing."""

import itertools
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from build123d import Compound, ExportSVG, GeomType, Pos, Unit, Vector, export_step, export_stl
from build123d.topology import Shape

from host_tools.case import check, solids
from host_tools.case.layout import BAR, Layout
from host_tools.case.template import svg
from host_tools.errors import UserError
from host_tools.files import made_folder, write_whole

EYE = (-180.0, -320.0, 260.0)  # the viewpoint of the picture
# The exporter keeps counting from one file to the next within a process.
_USE = re.compile(rb"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\(')[0-9]+'")
MADE = "1980-01-01T00:00:00"
LIFT = 55.0  # millimetres between shell and base in the picture


def write(layout: Layout, folder: Path) -> list[Path]:
    """Write all files of a case into a folder, made if need be; return their paths.

    UserError, and no file, if a check complains of it.
    """
    found = check.complaints(layout)
    if found:
        raise UserError(f"this case cannot be built: {'; '.join(found)}", exit_code=1)
    made_folder(folder)
    shell, base = solids.shell(layout), solids.base(layout)
    shell = solids.engraved(layout, shell)
    bars = [Pos(0, 2 * BAR[0] * n, 0) * solids.bar(bar) for n, bar in enumerate(layout.bars)]
    board, form, display, power = layout.choice
    name = f"corrido-{form}-{board}-{display}-{power}"
    printed = {"shell": shell, "base": base, "retainers": Compound(children=bars)}
    paths = [folder / f"{name}-{part}.stl" for part in printed]
    for path, part in zip(paths, printed.values(), strict=True):
        export_stl(part, str(path))
    paths += [folder / f"{name}-{end}" for end in ("case.step", "drill.svg", "labels.svg")]
    write_step(paths[3], [shell, base, *bars])
    write_whole(paths[4], svg(layout).encode())
    write_whole(paths[5], svg(layout, labels=True).encode())
    picture = folder / f"{name}-picture.svg"
    draw(layout, shell, base, picture)
    return [*paths, picture]


def write_step(path: Path, parts: list[Shape]) -> None:
    """Write parts as STEP; the same parts give the same bytes, whatever was written before."""
    export_step(Compound(children=parts), str(path), timestamp=MADE)
    numbers = itertools.count(1)
    data = _USE.sub(lambda found: found[1] + b"%d'" % next(numbers), path.read_bytes())
    path.write_bytes(data)


def draw(layout: Layout, shell: Shape, base: Shape, path: Path) -> None:
    """Write a picture of the open case: the shell above, the parts in place, the base below."""
    lying = {part.label for part in layout.lying} | {
        bar.label for bar in layout.bars if not bar.panel
    }
    below = [base, *(block for label, block in solids.inside(layout) if label in lying)]
    sketch([Pos(0, 0, LIFT) * shell, *below], path)


def sketch(
    parts: list[Shape], path: Path, eye: tuple[float, float, float] = EYE,
    names: Mapping[str, Shape] | None = None, wired_to: str = "",
) -> None:  # fmt: skip
    """Write what is seen of some parts from `eye`, in lines, as SVG.

    names: parts to be named in the picture; wired_to: that from which a wire goes to each other.
    """
    scene = Compound(children=parts)
    middle = scene.bounding_box().center()
    visible, _hidden = scene.project_to_viewport(eye, (0, 0, 1), middle)
    # The exporter takes no arc whose ends are one point when rounded.
    visible = [edge for edge in visible
               if edge.geom_type != GeomType.ELLIPSE or edge.length > 0.02]  # fmt: skip
    size = max(*Compound(children=visible).bounding_box().size)
    exporter = ExportSVG(unit=Unit.MM, scale=180 / size, precision=2)
    exporter.add_layer("visible", line_weight=0.3)
    exporter.add_shape(visible, layer="visible")
    exporter.write(str(path))
    if names:
        ahead = (Vector(*eye) - middle).normalized()
        right = Vector(0, 0, 1).cross(ahead).normalized()
        at = {name: (part.bounding_box().center() - middle) for name, part in names.items()}
        seen = {name: (one.dot(right), -one.dot(ahead.cross(right))) for name, one in at.items()}
        added = "\n".join(_named(seen, seen.get(wired_to), size * 4 / 180))
        text = path.read_text(encoding="utf-8").replace("</svg>", f"{added}\n</svg>")
        path.write_text(text, encoding="utf-8")


def _named(
    seen: Mapping[str, tuple[float, float]], hub: tuple[float, float] | None, high: float
) -> Iterator[str]:
    for x, y in seen.values():
        if hub:
            yield (f'<path d="M{hub[0]:.1f} {hub[1]:.1f}Q{(x + hub[0]) / 2:.1f} '
                   f'{min(y, hub[1]):.1f} {x:.1f} {y:.1f}" fill="none" stroke="#1f5fa8" '
                   f'stroke-width="{high / 6:.2f}"/>')  # fmt: skip
    for name, (x, y) in seen.items():
        yield (f'<text x="{x:.1f}" y="{y + high / 3:.1f}" text-anchor="middle" fill="#1f5fa8" '
               f'paint-order="stroke" stroke="#fff" stroke-width="{high / 4:.2f}" '
               f'style="font:{high:.2f}px sans-serif">{escape(name)}</text>')  # fmt: skip
