"""Everything added by a recipe is complete; a scaffold is not, and says what it lacks."""

import shutil

import pytest
from corrido.core import presets
from corrido.lexicon.tile_sets import TABLE
from corrido.ui.texts import LANGUAGES

from host_tools.device.kinds import board_names
from host_tools.workshop import new as command
from host_tools.workshop.new import ALPHABETS, KINDS, PRESETS, TABLES, TEXTS, TODO, lacks
from tests.conftest import ROOT, type_in

NAMES = {
    "board": board_names(),
    "preset": presets.PRESETS,
    "language": LANGUAGES,
    "alphabet": TABLE,
}
THERE = [(kind, name) for kind in KINDS for name in NAMES[kind]]
NEW = {"board": "pico9", "preset": "club-99", "language": "xx", "alphabet": "xx"}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A checkout in a separate folder, with the files that the recipes touch."""
    shutil.copytree(ROOT / "boards", tmp_path / "boards")
    files = {place.file for kind in KINDS.values() for place in kind.places}
    files |= {PRESETS, ALPHABETS, TABLES, TEXTS.format("en")}
    for name in files:
        if (ROOT / name).is_file() and not (tmp_path / name).exists():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp_path / name)
    monkeypatch.setattr(command, "ROOT", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("kind", "name"), THERE, ids=lambda word: word)
def test_what_is_there_lacks_nothing(kind, name):
    assert lacks(KINDS[kind], ROOT, name) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_is_marked_and_not_written_over(kind, tree, capsys):
    new = ("new", kind, NEW[kind])
    code, out, err = type_in(capsys, *new)
    assert (code, err) == (1, "") and "wrote " in out and TODO in out
    again = type_in(capsys, *new)
    assert again[0] == 1 and "wrote" not in again[1]
    others = [name for of, name in THERE if of == kind]
    assert not any(lacks(KINDS[kind], tree, name) for name in others), "blamed for the new one"
