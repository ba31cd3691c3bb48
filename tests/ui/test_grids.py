"""One grid for every alphabet: each tile can be reached and read, a challenge can be played."""

from collections import Counter

import pytest
from corrido.core import events
from corrido.lexicon import alphabet as alphabets
from corrido.lexicon import tile_sets
from corrido.lexicon.alphabet import listed
from corrido.ui import grids, tiles

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import walk

CODES = sorted(tile_sets.TABLE)
ALIKE = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True))  # as they are drawn
MOST = 42  # tiles that fit in a ring of 45 cells with DONE, NEXT and DELETE
WORDS = {
    "es": ("NIÑO", "CHURRO"), "pl": ("ŻÓŁW", "ŹDŹBŁO"), "en": ("QUIZ", "JAZZ"),
    "ca": ("PLAÇA", "ANY"), "fr": ("COEUR", "NOEL"), "de": ("GRÖSSE", "ÜBEL"),
    "it": ("PERCHE", "ZIO"), "pt": ("CORAÇAO", "AVO"), "no": ("BLÅBÆR", "ØY"),
    "sv": ("ÅTTA", "ÖGA"), "da": ("RØDGRØD", "ÆBLE"), "cs": ("ŽLUŤOUČKÝ", "DŮM"),
    "el": ("ΨΩΜΙ", "ΞΕΦΩΤΟ"), "fi": ("HÄÄYÖ", "ÅNGSTRÖM"), "hr": ("DŽEP", "ĐAK"),
    "hu": ("GYŰRŰ", "ŐSZ"), "nl": ("IJS", "QUIZ"), "ro": ("TARA", "JOC"),
    "sk": ("VŔBA", "KĹB"), "tr": ("IĞDIR", "İĞNE"),
}  # fmt: skip


@pytest.fixture
def letters_of(monkeypatch):
    """Return a maker of alphabets with a given number of tiles."""

    def make(count):
        name = f"t{count}"
        monkeypatch.setitem(
            tile_sets.TABLE, name, (" ".join(chr(0x41 + at) for at in range(count)), "")
        )
        alphabets._cache.pop(name, None)
        return name

    return make


def reachable(cells, start, linear):
    """Return the labels that the keys can reach."""
    keys = ("UP", "DOWN") if linear else tuple(tiles.MOVES)
    seen, queue = {start}, [start]
    for at in queue:
        for key in keys:
            new = tiles.move(cells, at, key, linear)
            if new not in seen:
                seen.add(new)
                queue.append(new)
    return {cells[at] for at in seen}


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("count", range(2, MOST + 1))
def test_any_number_of_tiles_has_a_grid(count, linear, letters_of):
    code = letters_of(count)
    cells = tiles.grid(code, linear)
    assert len(cells) % tiles.columns(len(cells)) == 0 and len(cells) <= 45
    functions = tiles.FUNCTIONS if linear else (tiles.NEXT, tiles.DONE)  # BACK deletes
    wanted = {*tiles.letters(code), *functions}
    assert set(cells) == wanted == reachable(cells, tiles.after(cells, "", code, linear), linear)
    assert not {
        label: n for label, n in Counter(cells).items() if n > 1 and label not in tiles.FUNCTIONS
    }


def test_more_tiles_than_the_screen_has_room_for_are_refused(letters_of):
    with pytest.raises(ValueError, match="at most 45"):
        tiles.grid(letters_of(MOST + 2))


@pytest.mark.parametrize("code", CODES)
def test_a_row_of_the_tables_has_every_tile_once(code):
    order, successors = listed(grids.GRIDS[code]), listed(grids.SUCCESSORS[code])
    assert sorted(order) == sorted(tiles.letters(code))
    assert len(successors) == len(order) + 1
    assert set(successors) <= set(tiles.grid(code))
    assert sorted(tiles._by_use(code)) == sorted([*tiles.letters(code), tiles.DONE])


@pytest.mark.parametrize("code", CODES)
def test_a_challenge_is_played_in_every_alphabet(code):
    """A list of two words: one play is valid, the other is not; the picture shows every tile."""
    good, other = WORDS[code]
    table = walk("after playing\ntap CHALLENGE", words=f"{code}:{good},{other}")
    shown = " ".join(ocr.read_text(table.device.frame())).split()
    assert {ALIKE.get(tile, tile) for tile in tiles.letters(code)} <= set(shown)
    table.typist.enter([good, other])
    assert table.press("A", "B").wait(2000).match.verdict == events.VALID
    table.press("OK", "A", "CHALLENGE").typist.enter([other, good + other])
    table.press("A", "B").wait(2000)
    assert table.match.verdict == events.INVALID
