"""Lay out the tiles that words are entered with, and move the cursor over them.

Every tile can be chosen at every place, at the same cost whatever the word list holds (art. 43).
With keys, tiles that often follow one another lie close together, and after a tile the cursor goes
to a place that is fixed for that tile (SUCCESSORS): it depends on the language's letters, never on
the loaded list. Moving over an edge wraps to the opposite one. With an encoder the tiles form one
ring: the most used lie nearest its middle, where the cursor returns after each tile.
"""

from corrido.lexicon.alphabet import alphabet as tiles_of

MOST_ROWS = 5
TALL_ROWS = 4  # up to this many, the word above them is in large letters
COLUMNS, WIDE_COLUMNS = 8, 9
DONE = "✓"
NEXT = "→"
DELETE = "⌫"
FUNCTIONS = (DONE, NEXT, DELETE)
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
LONGEST = 15
MOST_WORDS = 8
# By how often one letter follows another in the words of the language; fixed once and for all, so
# that another word list, or another edition, changes nothing (art. 43). An alphabet without a row
# keeps its own order, and the cursor stays on the tile just taken.
# The tiles in the order of their cells, row by row.
GRIDS = {
    "es": "N S C D CH LL RR Y M R E P F H Ñ V T I A U G Q X J Z L O B",
    "en": "R T L Y Z V M N A E O U K W B S P I H Q X J F C D G",
    "pl": "O K T D G F H Ł Z A R N S J Ś Ę Ą I E L M C Ć Ń Ź Ó Y U W P B Ż",
    "de": "O E A P W Ö Ü Ä G T S D K J V Z L N R B H Q X C U I M F Y",
    "it": "N R T S P F V M D I A E U Z Q H G L O C B",
    "pt": "H C I M L X Ç Q P E A O R S V G F B U T N D Z J",
    "fr": "C N I U X W V G S R E A Y K F M P T O H Q Z J D B L",
    "ca": "C E G J L·L Z V P R A O B H X D T S I L QU Ç NY F M N U",
    "no": "U F M H W Z Q Æ A K S D B C J Ø E T R N P Y Å I O G L V X",
    "sv": "U O T S B F C W E A L R N M J Å Ö I D G V X Z Q Y Ä P K H",
    "da": "A K S B H C Å U E T R L G J Æ O I D N V X Z Q Y Ø P M F W",
    "cs": "S Š Í Ý Ě Ú X Ň Z L R A Á Y Ů Ď Ž M T N O U É F Č C P V K E Ř Ó Ť G J B D H I",
}
# Where the cursor goes at the start of a word, and then after taking the tile of each cell.
SUCCESSORS = {
    "es": "E A A A A A A A A A A S A A A A A A S S R A U A A A A S A",
    "en": "A E E E E E E E E R R R R E E E E E N E U I E E O E E",
    "pl": "T T A A A A A A A A N A A O A M D C N N A A Z M S L K N N A A A E",
    "de": "S R N N I E S R R E E E E E O E O E T E E E M E H R T E E A",
    "it": "T A A A A A A A A A T R R T A U I A A R A A",
    "pt": "A A A O A A A A U A R R R A A A A A A O A A A A A",
    "fr": "S E E R R E A E E E E R N E E E E E E N E U E A E E E",
    "ca": "R A S A A A A A A A R S A A A A A A R A A A A A A A R",
    "no": "S R E E E E E U R R E T E E U A R R E E T E R R R R E E E E",
    "sv": "S R R A T A A K W R R A A D A O R R R A A A L O U R R A A E",
    "da": "S R E T E E E R R R E E E E E R R R E E E K E U R R E A E U",
    "cs": "T O O T T T L O O O O O T T T L A E A A Í V T L O E I A A A T E L A O E A O A T",
}
# By descending use, for an encoder's ring; DONE (✓) is used once per play.
BY_USE = {
    "es": "A E ✓ S R I O N T C D M L U B P G F Z V CH J RR LL Q H Ñ X Y",
    "en": "E S I A R ✓ N T O L C D U G P M H B Y F V K W Z X J Q",
    "pl": "A I O E ✓ N Y Z R W C M S K P T Ł L U D J B G H Ę Ó Ż Ą Ś Ć F Ń Ź",
    "de": "E N R A T I S L ✓ G H U O B M K C F D P Z W Ä Ü V Ö Y J X Q",
    "it": "A O E I R T N S ✓ L C U M P D G B F V Z H Q",
    "pt": "A O I E R N ✓ L T C U S M P D B G F H V Z J X Ç Q",
    "fr": "E R A I O T N L U ✓ S C M P D G B H F V Y X Q K Z J W",
    "ca": "A E I R O S T L N ✓ C U M D P G B F V X QU J NY H L·L Z Ç",
    "no": "E R T S N A L I K ✓ O G D U M V P B F Ø Y H Å J Æ C Z W X Q",
    "sv": "A R S T L N E I ✓ K G O D M U P V B Ä F Ö Å H Y J C X Z W Q",
    "da": "E R A S T L N I ✓ O D K G U M B P V F H Ø Æ Y J C Å Z X W Q",
    "cs": "A O N T E K ✓ V L R Í I S Ý P D U Á M Z C B H Č Ř Ě Š Y J Ž F G É Ů Ú Ň X Ó Ť Ď",
}


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
    """Return the cursor's place after `tile` has been taken ("" for the start of a word).

    It is the same for every word, since it depends only on the tile.
    """
    if linear:
        return cells.index(_by_use(alphabet)[0])
    if alphabet not in SUCCESSORS:
        return cells.index(tile) if tile and tile not in FUNCTIONS else 0
    order = [""] + _laid_out(alphabet)
    place = order.index(tile) if tile in order else 0
    return cells.index(SUCCESSORS[alphabet].split()[place])


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


def _laid_out(alphabet: str) -> "list[str]":
    """Return the tiles in the order of their cells: as in GRIDS, else alphabetical."""
    return GRIDS.get(alphabet, "").split() or letters(alphabet)


def _by_use(alphabet: str) -> "list[str]":
    return BY_USE.get(alphabet, "").split() or letters(alphabet) + [DONE]


def _ring(alphabet: str) -> "list[str]":
    """Return the ring: most used in the middle, then alternately right and left; DELETE last."""
    ring: "list[str]" = []
    for rank, tile in enumerate(_by_use(alphabet) + [NEXT]):
        ring.insert(len(ring) if rank % 2 else 0, tile)
    return ring + [DELETE]
