"""Output made from hostile names and files: no tag of theirs, harmless cells, one line."""

import csv
import io
import re

import pytest

from host_tools.hall.conduct import Act, Acts, sheet
from host_tools.hall.messages import label
from host_tools.log.image import LogImage
from tests.conftest import type_in
from tests.log.conftest import DEVICE, image_of, play, recording

NASTY = (
    '"><script>alert(1)</script>', "</title></svg><svg onload=x>", "]]><!--", "&lt;b>&#0;&bogus;",
    "\x1b[2J\x9b31m", "\u202egnp.exe\u2066", "a\x00b\ufffe\uffff", "{x} {0} %s %(a)s",
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a\nb\r\nc", "x" * 600,
)  # fmt: skip
CONTROLS = {*map(chr, range(32)), "\x9b", "\u202e"} - {"\n"}


def page_of(name):
    return sheet({name: Acts([Act(name, name, name)], stops=1)}, "es")


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_no_name_brings_a_tag_into_a_sheet_of_conduct(name):
    name = label(name)
    found, plain = page_of(name), page_of("Ana")
    assert re.findall("<[^>]*", found) == re.findall("<[^>]*", plain)
    assert not CONTROLS & set(found)


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_no_cell_is_a_formula_and_no_line_moves_the_cursor(name, tmp_path, capsys):
    """In a pulled log it is the name of device, players and table."""
    flash, recorder = recording()
    play(recorder, dict.fromkeys(("table", "player-a", "player-b"), name[:90]))
    image, log = image_of(flash), tmp_path / "x.corridolog"
    LogImage({**DEVICE, "name": name[:64]}, image.region, image.blocks).save(log)
    code, out, _ = type_in(capsys, "log", "export", str(log))
    assert code == 0
    (row,) = csv.DictReader(io.StringIO(out))
    for column in ("name", "player-a", "player-b", "table"):
        assert not row[column].lstrip().startswith(("=", "+", "-", "@")), column
    for words in (("show",), ("export",)):
        _, out, _ = type_in(capsys, "log", *words, str(log))
        assert not (CONTROLS - {"\r"}) & set(out)
