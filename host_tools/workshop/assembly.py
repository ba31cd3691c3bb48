"""The pictures of the pages on the case and on its assembly, drawn from the model.

python -m host_tools.workshop.assembly     rewrites docs/img/case-*.svg and docs/img/assembly-*.svg
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build123d import Pos, Rot
from build123d.topology import Shape

from host_tools.case import files, solids
from host_tools.case.kit import FORMS, Choice, kit, pins_of
from host_tools.case.layout import WIDTH, Layout, make
from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir
from host_tools.tree import ROOT
from host_tools.workshop.build_sheet import soldered

IMAGES = Path(ROOT) / "docs" / "img"
ABOVE = (-120.0, -300.0, 330.0)
TOLD = {"display", "perfboard", "LED A", "LED B"}  # of what hangs from the panel
INTO = (-60.0, -190.0, 420.0)
Named = dict[str, Shape]


class Scene(NamedTuple):
    """A step: its name, what is seen, from where; what is named, and where the wires begin."""

    name: str
    parts: list[Shape]
    eye: tuple[float, float, float]
    names: Named
    wired_to: str = ""


def scenes(layout: Layout) -> Iterator[Scene]:
    """Yield the steps of the assembly."""
    shell = solids.engraved(layout, solids.shell(layout))
    base = solids.base(layout)
    inner, outer = dict(solids.inside(layout)), dict(solids.outside(layout))
    lying = {part.label for part in layout.lying}
    lying |= {bar.label for bar in layout.bars if not bar.panel}
    on_board = [name for name in inner if name.endswith(" on the board")]
    small = {name.removesuffix(" on the board") for name in on_board}
    big = {one.label for one in layout.openings if one.flange}
    large = {name: outer[name] for name in sorted(outer.keys() - small)}
    yield Scene("shell", [shell], ABOVE, large)
    stems = {name: outer[name] for name in sorted(small)}
    yield Scene("small-keys", [inner["perfboard"], *(inner[name] for name in on_board),
                               *stems.values()], ABOVE, stems)  # fmt: skip
    turned = Rot(0, 180, 0)
    hung = {name: turned * block for name, block in inner.items() if name not in lying | big}
    told = {name: one for name, one in hung.items() if name in TOLD}
    box = [turned * shell, *hung.values()]
    yield Scene("inside", box, INTO, told)
    keys = {name: turned * inner[name] for name in sorted(big)}
    keyed = [*box, *(turned * one for one in outer.values()), *keys.values()]
    yield Scene("keys", keyed, INTO, keys)
    below = {name: inner[name] for name in sorted(lying)}
    yield Scene("base", [base, *below.values()], ABOVE, below)
    # Opened like a book, with the wires between the two halves.
    beside = Pos(WIDTH + 20, 0, layout.height)
    ends = {name: beside * one for name, one in {**told, **keys}.items()}
    yield Scene("wires", [base, *below.values(), *(beside * one for one in keyed)], INTO,
                _numbered({**below, **ends}, layout.choice), "board")  # fmt: skip
    yield Scene("closed", [shell, base, *outer.values()], files.EYE, large)


def _numbered(ends: Named, choice: Choice) -> Named:
    """Return the ends of the wires, each named with the wires' numbers on the soldering sheet."""
    of = kit()
    board, wiring = of.boards[choice.board], wiring_of(boards_dir() / choice.board)
    pieces, named = of.pieces(choice), Named()
    wired = soldered(board, wiring, pieces)
    pins = {pad.name: number for number, (_, pad) in enumerate(wired, 1)}
    numbers = {net: pins[pin] for net, pin in pins_of(board, wiring).items() if pin in pins}
    nets = {piece.name: {*piece.pads.values()} for piece in pieces if piece.part.display}
    nets["perfboard"] = {piece.name for piece in pieces if piece.part.on_perfboard}
    nets["piezo"] = {"PIEZO"}
    for name, one in ends.items():
        found = sorted(numbers[net] for net in nets.get(name, {name}) & numbers.keys())
        named[" ".join([name, *map(str, found)])] = one
    return named


def main() -> None:
    """Write the pictures."""
    for form in FORMS:
        layout = make(Choice(form=form))
        shell = solids.engraved(layout, solids.shell(layout))
        files.draw(layout, shell, solids.base(layout), IMAGES / f"case-{form}.svg")
        print(f"case-{form}.svg")
    for number, scene in enumerate(scenes(make(Choice())), 1):
        path = IMAGES / f"assembly-{number}-{scene.name}.svg"
        files.sketch(scene.parts, path, scene.eye, scene.names, scene.wired_to)
        print(path.name)


if __name__ == "__main__":
    main()
