"""Lay out the tiles that words are entered with, and move the cursor over them.

Every tile can be chosen at every place, at the same cost whatever the word list holds (art. 43).
With keys, tiles that often follow one another lie close together, and after a tile the cursor goes
to a place that is fixed for that tile (SUCCESSORS): it depends on the language's letters, never on
the loaded list. Moving over an edge wraps to the opposite one. With an encoder the tiles form one
ring: the most used lie nearest its middle, where the cursor returns after each tile.
"""

from corrido.lexicon.alphabet import LONGEST, listed
from corrido.lexicon.alphabet import alphabet as tiles_of
from corrido.memory import load, unload

MOST_ROWS = 5
TALL_ROWS = 4  # up to this many, the word above them is in large letters
COLUMNS, WIDE_COLUMNS = 8, 9
DONE = "✓"
DONE_AT = 6  # in a ring
NEXT = "→"
DELETE = "⌫"
FUNCTIONS = (DONE, NEXT, DELETE)
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
MOST_WORDS = 8
_kept: "dict[str, list[str]]" = {}  # the rows of the latest alphabet


def letters(alphabet: str) -> "list[str]":
    """Return all tiles of an alphabet, in its order."""
    return list(tiles_of(alphabet).tiles)


def columns(cells: int) -> int:
    """Return how many cells a row of the grid has: 8, or 9 if there are more than 32 cells."""
    return COLUMNS if cells <= COLUMNS * TALL_ROWS else WIDE_COLUMNS


def grid(alphabet: str, linear: bool = False, plain: bool = False) -> "list[str]":
    """Return the cells row by row; a wide cell appears once for each of its columns.

    plain: in the order of the alphabet, for those who know it by heart and not the grid.

    The tiles come first; NEXT and DONE share the rest (BACK deletes). A ring ends with DELETE.
    Raises ValueError for an alphabet of more than 43 tiles.
    """
    if plain:
        cells = letters(alphabet) + ([DONE, NEXT, DELETE] if linear else [])
    else:
        cells = _ring(alphabet) if linear else _laid_out(alphabet)
    tiles = len(cells) if linear else len(cells) + 2
    across = columns(tiles)
    rows = (tiles + across - 1) // across
    if rows > MOST_ROWS:
        raise ValueError("alphabet %s: %d cells, at most 45" % (alphabet, tiles))
    spare = across * rows - len(cells)
    if linear:
        return cells + [DELETE] * spare
    return cells + [NEXT] * (spare // 2) + [DONE] * (spare - spare // 2)


def after(cells: "list[str]", tile: str, alphabet: str, linear: bool) -> int:
    """Return the cursor's place after `tile`, "" for a word's start; only that counts."""
    if linear:
        return cells.index(_by_use(alphabet)[0])
    successors = listed(_rows(alphabet)[1])
    if not successors:
        return cells.index(tile) if tile and tile not in FUNCTIONS else 0
    order = [""] + _laid_out(alphabet)
    place = order.index(tile) if tile in order else 0
    return cells.index(successors[place])


def move(cells: "list[str]", at: int, key: str, linear: bool) -> int:
    """Return the index of the cell that `key` leads to."""
    if linear:
        ends = cells.index(DELETE) + 1
        return (at + (1 if key in ("DOWN", "RIGHT") else -1)) % ends
    across, down = MOVES[key]
    width = columns(len(cells))
    rows = len(cells) // width
    column, row, tile = at % width, at // width, cells[at]
    while True:
        column, row = (column + across) % width, (row + down) % rows
        new = row * width + column
        if cells[new] != tile or new == at:
            return new


def put(word: "list[str]", tile: str, alphabet: str) -> "list[str]":
    """Return the word with one more tile; C then H becomes the tile CH (art. 10, 40)."""
    if word and word[-1] + tile in tiles_of(alphabet).tiles:
        return word[:-1] + [word[-1] + tile]
    return word + [tile] if len(word) < LONGEST else word


def split(word: str, alphabet: str) -> "list[str]":
    """Return a text as tiles; each digraph is one tile."""
    out: "list[str]" = []
    for char in word:
        out = put(out, char, alphabet)
    return out


def _rows(alphabet: str) -> "list[str]":
    """Return the grid, the successors and the order by use; empty texts where there are none."""
    if alphabet not in _kept:
        grids = load("corrido.ui.grids")
        _kept.clear()
        tables = (grids.GRIDS, grids.SUCCESSORS, grids.BY_USE)
        _kept[alphabet] = [table.get(alphabet, "") for table in tables]
        unload(grids)
    return _kept[alphabet]


def _laid_out(alphabet: str) -> "list[str]":
    """Return the tiles in the order of their cells, else alphabetical."""
    return listed(_rows(alphabet)[0]) or letters(alphabet)


def _by_use(alphabet: str) -> "list[str]":
    """Return the tiles by descending use, else by how often one is the cursor's next place."""
    _, successors, order = _rows(alphabet)
    found, own = listed(successors), letters(alphabet)
    ranks = sorted([(-found.count(tile), at) for at, tile in enumerate(own)])
    tiles = [own[at] for _, at in ranks]
    return listed(order) or tiles[:DONE_AT] + [DONE] + tiles[DONE_AT:]


def _ring(alphabet: str) -> "list[str]":
    """Return the ring: most used in the middle, then alternately right and left; DELETE last."""
    ring: "list[str]" = []
    for rank, tile in enumerate(_by_use(alphabet) + [NEXT]):
        ring.insert(len(ring) if rank % 2 else 0, tile)
    return ring + [DELETE]
