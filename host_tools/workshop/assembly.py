"""The pictures of the pages on the case and on its assembly, drawn from the model.

python -m host_tools.workshop.assembly     rewrites docs/img/case-*.svg and docs/img/assembly-*.svg
"""

from collections.abc import Iterator
from pathlib import Path

from build123d import Pos, Rot
from build123d.topology import Shape

from host_tools.case import files, solids
from host_tools.case.kit import FORMS, Choice
from host_tools.case.layout import WIDTH, Layout, make
from host_tools.tree import ROOT

IMAGES = Path(ROOT) / "docs" / "img"
ABOVE = (-120.0, -300.0, 330.0)
INTO = (-60.0, -190.0, 420.0)
Scene = tuple[str, list[Shape], tuple[float, float, float]]


def scenes(layout: Layout) -> Iterator[Scene]:
    """Yield the steps of the assembly: name, what is seen, and from where."""
    shell = solids.engraved(layout, solids.shell(layout))
    base = solids.base(layout)
    inner, outer = dict(solids.inside(layout)), dict(solids.outside(layout))
    lying = {part.label for part in layout.lying}
    lying |= {bar.label for bar in layout.bars if not bar.panel}
    on_board = [name for name in inner if name.endswith(" on the board")]
    small = {name.removesuffix(" on the board") for name in on_board}
    big = {one.label for one in layout.openings if one.flange}
    yield "shell", [shell], ABOVE
    yield "small-keys", [inner["perfboard"], *(inner[name] for name in on_board),
                         *(outer[name] for name in sorted(small))], ABOVE  # fmt: skip
    turned = Rot(0, 180, 0)
    hung = [shell, *(block for name, block in inner.items() if name not in lying | big)]
    yield "inside", [turned * one for one in hung], INTO
    keyed = [*hung, *(outer[name] for name in outer), *(inner[name] for name in sorted(big))]
    yield "keys", [turned * one for one in keyed], INTO
    floor = [base, *(inner[name] for name in sorted(lying))]
    yield "base", floor, ABOVE
    # Opened like a book, with the wires between the two halves.
    beside = Pos(WIDTH + 20, 0, layout.height) * turned
    yield "wires", [*floor, *(beside * one for one in keyed)], INTO
    yield "closed", [shell, base, *outer.values()], files.EYE


def main() -> None:
    """Write the pictures."""
    for form in FORMS:
        layout = make(Choice(form=form))
        shell = solids.engraved(layout, solids.shell(layout))
        files.draw(layout, shell, solids.base(layout), IMAGES / f"case-{form}.svg")
        print(f"case-{form}.svg")
    for number, (name, parts, eye) in enumerate(scenes(make(Choice())), 1):
        files.sketch(parts, IMAGES / f"assembly-{number}-{name}.svg", eye)
        print(f"assembly-{number}-{name}.svg")


if __name__ == "__main__":
    main()
