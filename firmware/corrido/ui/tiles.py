"""The tiles that words are entered with, and how they lie on the screen.

Every tile can be chosen at every place, at the same cost whatever the word list holds (art. 41).
With keys the tiles lie in alphabetical order; a movement over an edge comes in at the opposite
one. With an encoder the same grid is read as one ring: the tiles that words use most lie nearest
to its middle, where the cursor stands again after each tile, so that a tile is always the same
number of clicks away. `corrido bench letters` measures both.
"""

from corrido.lexicon.alphabet import alphabet as tiles_of

COLUMNS = 7
ROWS = 5
DONE = "✓"
NEXT = "→"
DELETE = "⌫"
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
LONGEST = 15
MOST_WORDS = 8

# By falling use in lists of words; DONE is used once a play. Other languages: as they come.
BY_USE = {
    "es": "A E ✓ S R I O N T C D M L U B P G F Z V CH J RR LL Q H Ñ X Y",
    "en": "E S I A R ✓ N T O L C D U G P M H B Y F V K W Z X J Q",
    "pl": "A I O E ✓ N Y Z R W C M S K P T Ł L U D J B G H Ę Ó Ż Ą Ś Ć F Ń Ź",
}


def letters(alphabet: str) -> list:
    """All tiles of an alphabet, in its order."""
    return list(tiles_of(alphabet).tiles)


def grid(alphabet: str, linear: bool = False) -> list:
    """The 35 cells, row by row; a wide cell stands in the list once for each of its columns."""
    cells = _ring(alphabet) if linear else letters(alphabet)
    spare = COLUMNS * ROWS - len(cells) - (0 if linear else COLUMNS)
    if linear:
        return cells + [DELETE] * (COLUMNS * ROWS - len(cells))
    if spare < 0:
        return cells + [DONE, NEXT, DELETE]
    if spare > 1:
        return cells + [NEXT] * spare + [DONE] * 4 + [DELETE] * 3
    return cells + [DELETE] * spare + [DONE] * 3 + [NEXT] * 2 + [DELETE] * 2


def home(cells: list, alphabet: str, linear: bool) -> int:
    """Where the cursor begins: the first letter, or the middle of the ring."""
    return cells.index(_by_use(alphabet)[0]) if linear else 0


def move(cells: list, at: int, key: str, linear: bool) -> int:
    """Index of the cell that `key` leads to."""
    if linear:
        ends = cells.index(DELETE) + 1
        return (at + (1 if key in ("DOWN", "RIGHT") else -1)) % ends
    across, down = MOVES[key]
    column, row, tile = at % COLUMNS, at // COLUMNS, cells[at]
    while True:
        column, row = (column + across) % COLUMNS, (row + down) % ROWS
        new = row * COLUMNS + column
        if cells[new] != tile or new == at:
            return new


def steps(cells: list, at: int, tile: str, linear: bool = False) -> list:
    """The shortest row of keys that leads from cell `at` to `tile`; keys of the encoder: UP, DOWN.

    Found by breadth-first search, so that people and tests reckon with the same movements.
    """
    if cells[at] == tile:
        return []
    keys = ("UP", "DOWN") if linear else ("UP", "DOWN", "LEFT", "RIGHT")
    came, queue = {at: None}, [at]
    for place in queue:
        for key in keys:
            new = move(cells, place, key, linear)
            if new not in came:
                came[new] = (place, key)
                queue.append(new)
                if cells[new] == tile:
                    return _way(came, new)
    raise ValueError("no tile %s in this alphabet" % tile)


def _way(came: dict, at: int) -> list:
    path = []
    while came[at]:
        at, key = came[at]
        path.insert(0, key)
    return path


def put(word: list, tile: str, alphabet: str) -> list:
    """The word with one more tile; C then H becomes the tile CH."""
    if word and word[-1] + tile in tiles_of(alphabet).tiles:
        return word[:-1] + [word[-1] + tile]
    return word + [tile] if len(word) < LONGEST else word


def _by_use(alphabet: str) -> list:
    order = BY_USE.get(alphabet)
    return order.split() if order else letters(alphabet) + [DONE]


def _ring(alphabet: str) -> list:
    """Most used in the middle, then by turns to its right and left; the last is DELETE."""
    order = _by_use(alphabet) + [NEXT]
    ring = []
    for rank, tile in enumerate(order):
        ring.insert(len(ring) if rank % 2 else 0, tile)
    return ring + [DELETE]
