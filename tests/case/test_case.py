"""Measure the case, since nobody here prints it; show that every check can fail."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from build123d import Box, Pos

from host_tools.case import check, files, layout, solids, template
from host_tools.case.kit import FORMS, Choice, kit
from host_tools.workshop import assembly

SIZES = {(b.size, b.usb_z): name for name, b in kit().boards.items()}
CASES = [Choice(board, form) for form in FORMS for board in SIZES.values()]
CASES += [Choice("pico_w", form, display) for form in FORMS for display in ("1.3", "0.96")]
CASES += [Choice(form=form, power="lipo") for form in FORMS]


@pytest.mark.parametrize("choice", CASES, ids="-".join)
def test_a_case_can_be_printed_and_closed(choice):
    """Watertight, walls of 1.6 mm, no overhang, on the bed; everything fits, openings are open."""
    assert check.complaints(layout.make(choice)) == []


@pytest.fixture(scope="module")
def flat():
    return layout.make(Choice(power="lipo"))


@pytest.fixture(scope="module")
def shell(flat):
    return solids.shell(flat)


@pytest.mark.parametrize(("away", "found"), [
    ({"x": 20.0}, "board and cell want the same place"),
    ({"z": 30.0}, "display and board want the same place"),
])  # fmt: skip
def test_two_parts_in_one_place_are_found(flat, shell, away, found):
    moved = replace(flat, lying=[replace(part, **away) for part in flat.lying])
    assert found in check.fits(moved, shell, solids.base(flat))


def test_a_thin_wall_is_found():
    assert check.thick_enough("plate", check.mesh_of(Box(50, 50, 1.2)))
    assert not check.thick_enough("plate", check.mesh_of(Box(50, 50, 1.6)))


def test_an_overhang_is_found_and_a_short_bridge_is_none():
    def table(span):
        legs = Pos(-span / 2 - 2, 0, 5) * Box(4, 30, 10) + Pos(span / 2 + 2, 0, 5) * Box(4, 30, 10)
        return check.mesh_of(legs + Pos(0, 0, 11) * Box(span + 8, 30, 2))

    assert check.printable("table", table(40.0)) and not check.printable("table", table(15.0))


def test_the_shell_is_printed_on_its_top_only(shell):
    mesh = check.mesh_of(shell)
    assert check.printable("shell", check.printed(mesh, False))
    assert not check.printable("shell", check.printed(mesh, True))


def test_an_open_surface_and_a_loose_piece_are_found():
    mesh = check.mesh_of(Box(10, 10, 10))
    mesh.update_faces([True] * (len(mesh.faces) - 1) + [False])
    assert check.closed("box", mesh) == ["box: the surface is not closed"]
    two = check.mesh_of(Box(10, 10, 10) + Pos(30, 0, 0) * Box(10, 10, 10))
    assert check.closed("boxes", two) == ["boxes: 2 pieces"]


def test_a_part_larger_than_the_bed_is_found():
    assert check.on_the_bed("bar", check.mesh_of(Box(181, 10, 10)))
    assert not check.on_the_bed("bar", check.mesh_of(Box(180, 10, 10)))


def test_a_closed_opening_is_found(flat, shell):
    more = replace(flat, openings=[*flat.openings, layout.Opening("top", "new", 30.0, -40.0, 5.0)])
    assert check.seen(more, shell) == ["new: closed"]


def test_a_screw_under_a_part_is_found(flat):
    under = replace(flat, lying=[replace(flat.lying[0], x=80.0, y=40.0)])
    assert check.reachable(under) and not check.reachable(flat)


@pytest.mark.parametrize("form", FORMS)
def test_keys_and_windows_are_where_hands_and_eyes_look(form):
    made = layout.make(Choice(form=form))
    places = {opening.label: opening for opening in made.openings}
    assert places["A"].u == -places["B"].u < 0 and places["A"].v == places["B"].v
    assert {places[name].panel for name in ("A", "B", "STOP", "CHALLENGE", "OK")} == {"top"}
    for one, other in combinations((o for o in made.openings if o.panel == "top"), 2):
        apart = ((one.u - other.u) ** 2 + (one.v - other.v) ** 2) ** 0.5
        touching = sum((o.flange or o.width) / 2 for o in (one, other)) + 1.0
        assert one.height or other.height or apart >= touching, (one.label, other.label)
    edge = layout.WIDTH / 2 - abs(places["A"].u) - places["A"].flange / 2
    assert edge >= 4.0  # a key is recognised by the edge of its case
    windows = [o for o in made.openings if o.label.startswith("display")]
    assert len(windows) == (2 if form == "tilted" else 1)
    for window in windows:
        module = next(b for b in made.bodies if b.label == window.label)
        assert abs(window.u - module.u) + window.width / 2 <= module.width / 2
        assert abs(window.v - module.v) + window.height / 2 <= module.height / 2


@pytest.mark.parametrize("form", FORMS)
def test_the_template_is_at_its_own_size(form):
    made = layout.make(Choice(form=form))
    root = ElementTree.fromstring(template.svg(made))
    box = [float(n) for n in root.attrib["viewBox"].split()]
    assert root.attrib["width"] == f"{box[2]:g}mm" or root.attrib["width"] == f"{box[2]}mm"
    circles = root.findall("{*}circle")
    drilled = sorted(float(c.attrib["r"]) * 2 for c in circles)
    assert drilled == sorted(o.width for o in made.openings if not o.height)
    bar = re.search(r"h([0-9.]+)m", root.find("{*}path").attrib["d"])
    assert float(bar[1]) == 50.0 and box[2] <= 210.0  # an A4 page is wide enough


def test_the_command_writes_what_it_says(tmp_path, corrido):
    command = ["case", "build", "-o", str(tmp_path)]
    # Its picture has an arc of less than its coordinates' last digit.
    command += ["--form", "tilted", "--board", "esp32s3", "--display", "1.3"]
    *paths, said = corrido(*command).stdout.splitlines()
    names = [path.rsplit("/", 1)[1] for path in paths]
    assert said == "not yet printed"
    assert [name.rsplit("-", 1)[1] for name in names] == [
        "shell.stl", "base.stl", "retainers.stl", "case.step", "drill.svg", "labels.svg",
        "picture.svg",
    ]  # fmt: skip
    assert all((tmp_path / name).stat().st_size > 1000 for name in names)
    bad = corrido(*command, "--board", "uno")
    assert bad.returncode == 2 and bad.stderr.count("\n") == 1


def test_the_pictures_of_the_assembly_are_of_the_model_as_it_is(tmp_path):
    for number, (name, parts, *how) in enumerate(assembly.scenes(layout.make(Choice())), 1):
        drawn, kept = tmp_path / name, assembly.IMAGES / f"assembly-{number}-{name}.svg"
        files.sketch(parts, drawn, *how)
        assert drawn.read_bytes() == kept.read_bytes(), "python -m host_tools.workshop.assembly"
