"""Output made from hostile names and files: well-formed pages, harmless cells, one line."""

import csv
import io
from html.parser import HTMLParser

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
VOID = {"meta", "br", "link", "img", "hr", "input", "col"}


class Balanced(HTMLParser):
    """Count open tags, and those that a hostile name must not bring in."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.strange: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        self.strange += [name for name, _ in attrs if name.startswith("on")]
        self.strange += [tag] * (tag == "script")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.strange.append(f"/{tag}")


def strange_in(page):
    """Return the faults of a page: scripts, tags that do not match, control characters."""
    parser = Balanced()
    parser.feed(page)
    parser.close()
    controls = [
        hex(ord(c)) for c in page if (ord(c) < 32 and c not in "\n\t") or c in "\x9b\u202e"
    ]
    return parser.strange + parser.open + controls


@pytest.fixture(params=NASTY, ids=range(len(NASTY)))
def log(request, tmp_path):
    """A pulled log with this name for its device, players and table."""
    flash, recorder = recording()
    name = request.param
    labels = {"table": name[:90], "player-a": name[:90], "player-b": name[:90]}
    play(recorder, labels)
    image = image_of(flash)
    device = {**DEVICE, "name": name[:64]}
    path = tmp_path / "x.corridolog"
    LogImage(device, image.region, image.blocks).save(path)
    return path


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_a_sheet_of_conduct_is_well_formed(name):
    name = label(name)
    acts = Acts([Act(name, name, name)], stops=1)
    assert strange_in(sheet({name: acts}, "es")) == []


def test_no_cell_is_a_formula_and_no_line_moves_the_cursor(log, capsys):
    code, out, _ = type_in(capsys, "log", "export", str(log))
    assert code == 0
    (row,) = csv.DictReader(io.StringIO(out))
    for column in ("name", "player-a", "player-b", "table"):
        assert not row[column].lstrip().startswith(("=", "+", "-", "@")), column
    for words in (("show",), ("export",)):
        _, out, _ = type_in(capsys, "log", *words, str(log))
        assert not {c for c in out if ord(c) < 32 and c not in "\n\r"} | set(out) & set(
            "\x9b\u202e"
        )
