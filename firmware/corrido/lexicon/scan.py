"""Run the inner loops of a look-up: find an entry, decode it, follow a word through it.

One source for all interpreters: corrido.native tells how it becomes machine code. Machine code
checks no array bounds: so whatever a damaged or crafted file says, every index is checked against
the buffer before it is read or written, and every loop terminates with DAMAGED.

An entry is a node and, breadth first, the nodes that only it leads to. A node may have a fallback,
an entry consulted when none of its own arcs matches; docs/lexicon-format.md has the models. All
numbers fit in 31 bits, so nothing is allocated and all interpreters compute the same.
"""

from corrido.compat import const
from corrido.native import micropython, ptr8, ptr16, ptr32

# Indices into the state. For each entry the reader sets these ...
ENTRY = const(0)  # its number
FIRST = const(1)  # of the first entry in the block
AT = const(2)  # index of the next letter of the word
END = const(3)  # length of the word
# ... from which locate() derives these ...
POS = const(4)  # where the entry's run begins in the buffer
SKIP = const(5)  # entries of the run before it
SORT = const(6)  # 0 TOP, 1 TWIG, 2 SHARED
NEXT_TWIG = const(7)  # number of the next TWIG entry that an arc of the run leads to
NEXT_TOP = const(8)
SIBLINGS = const(5)  # and half a kind of arc: NEXT_TWIG or NEXT_TOP
# ... and these once for a lexicon.
TOPS = const(9)  # entries before the first TWIG
TRUNK = const(10)  # entries before the first SHARED
LABELS = const(11)  # the end mark and the fallback mark included
KIND_MAP = const(12)  # where the contexts of a model begin in maps
CLASS_MAP = const(13)
BUCKET_MAP = const(14)
KIND_ROWS = const(15)  # where the rows of a model are listed in rows
CLASS_ROWS = const(16)
BUCKET_ROWS = const(17)
STARTS = const(18)  # where rows lists the first SHARED entry of each class
# And this for each block:
LIMIT = const(19)  # its end in the buffer, its checksum included
STATE_SIZE = const(20)

# Layout of the buffer: labels of the word; label * 2 + flag of the arcs that lead to the coming
# nodes; the block.
QUEUE = const(16)
BLOCK = const(144)
SLACK = const(8)  # bytes past LIMIT that a symbol beginning before it may read
MOST_SYMBOLS = const(1 << 13)  # of a run up to the end of an entry: twice the need of any word
MOST_NODES = const(127)  # of an entry: one more is queued before the limit is checked

# Answers. TWIG, SHARED and TOP name the sort of the entry to go on with: CHILD then holds its
# number among the entries of its sort, and AT the word's progress.
ABSENT = const(0)
PRESENT = const(1)
SHARED = const(2)
TWIG = const(4)
TOP = const(6)
LEAF = const(8)  # only a kind of arc
DAMAGED = const(9)
CHILD = const(0)

LABEL_MODEL = const(0)
KIND_MODEL = const(1)
CLASS_MODEL = const(2)
BUCKET_MODEL = const(3)
LOW_RANGE = const(1 << 22)
START_RANGE = const(1 << 24)


@micropython.viper
def last_up_to(numbers: ptr16, count: int, value: int) -> int:
    """Return the index of the last of `count` rising numbers <= value; numbers[0] must be."""
    low = 0
    while count - low > 1:
        middle = (low + count) >> 1
        if numbers[middle] <= value:
            low = middle
        else:
            count = middle
    return low


@micropython.viper
def locate(st: ptr32, buf: ptr8, rows: ptr16) -> int:
    """Set what scan() needs to know of the run, from ENTRY and FIRST; return 0, or DAMAGED."""
    entry = st[ENTRY]
    first = st[FIRST]
    limit = st[LIMIT]
    listed = BLOCK + 1
    pos = listed + 2 * buf[BLOCK]
    end = pos
    if end > limit:
        return DAMAGED
    while True:
        if listed == end:
            return DAMAGED
        run = buf[listed] | buf[listed + 1] << 8
        if entry < first + (run >> 10):
            break
        first += run >> 10
        pos += run & 1023
        listed += 2
    if pos + 4 > limit:
        return DAMAGED
    st[SKIP] = entry - first
    st[SORT] = 1
    if entry < st[TOPS]:
        st[SORT] = 0
        st[NEXT_TOP] = buf[pos] | buf[pos + 1] << 8
        st[NEXT_TWIG] = buf[pos + 2] | buf[pos + 3] << 8
        pos += 4
    elif entry >= st[TRUNK]:
        st[SORT] = 2
    st[POS] = pos
    return 0


# One function, however long: a call from machine code boxes every argument and what it returns,
# and the decoder's numbers would have to go through memory between the symbols of a word.
@micropython.viper
def scan(st: ptr32, buf: ptr8, maps: ptr8, rows: ptr16) -> int:
    """Follow the word from its letter AT through the entry that is SKIP entries into the run."""
    pos = st[POS]
    limit = st[LIMIT]
    left = MOST_SYMBOLS
    skip = st[SKIP]
    sort = st[SORT]
    at = st[AT]
    labels = st[LABELS]
    last = labels - 1  # the mark of a fallback
    before = kind = kin = 0
    missed = ABSENT
    want = buf[at]
    here = 0 if skip == 0 else -1  # the word's current node, if it is in this entry
    node = 0
    queued = 1
    span = START_RANGE
    code = buf[pos] << 16 | buf[pos + 1] << 8 | buf[pos + 2]
    pos += 3
    while True:  # a node
        where = sort
        way = buf[QUEUE + node]  # always 0 for the first
        if node != 0:
            where = 2 + (way >> 1)
        shade = 0
        label = 0
        model = LABEL_MODEL
        i = where * labels  # the context of the next symbol ...
        base = 0  # ... and where the rows of its model are listed
        while True:
            # A symbol of the row at i: narrow the range to its share; the last one takes the rest.
            left -= 1
            if left < 0 or pos > limit or queued > MOST_NODES:
                return DAMAGED
            i = rows[base + maps[i]]
            unit = span >> 10
            while True:
                symbol = rows[i]
                i += 1
                share = (symbol >> 6) * unit
                if share == 0:
                    break
                if code < share:
                    span = share
                    break
                code -= share
                span -= share
            symbol &= 63
            while span < LOW_RANGE:
                span <<= 8
                code = code << 8 | buf[pos]
                pos += 1

            child = 0
            if model < CLASS_MODEL:
                if model == LABEL_MODEL:
                    before = label
                    label = symbol
                    if label == 0:
                        break
                    if label != last:
                        if node == here and label > want:
                            break
                        model = KIND_MODEL
                        i = st[KIND_MAP] + (where * labels + label) * 3 + shade
                        base = st[KIND_ROWS]
                        continue
                    kind = SHARED | way & 1
                    before = way >> 1
                    shade = 2
                else:
                    kind = symbol
                    shade = 1
                if kind >> 1 == 1:
                    model = CLASS_MODEL
                    i = st[CLASS_MAP] + (label * 2 + (kind & 1)) * labels + before
                    base = st[CLASS_ROWS]
                    continue
                shade = 2
                if kind < SHARED:
                    child = queued
                    buf[QUEUE + queued] = label << 1 | kind
                    queued += 1
                elif kind < LEAF:
                    sibling = (kind >> 1) + SIBLINGS
                    child = st[sibling]
                    st[sibling] = child + 1
            elif model == CLASS_MODEL:
                kin = symbol
                model = BUCKET_MODEL
                i = st[BUCKET_MAP] + symbol
                base = st[BUCKET_ROWS]
                continue
            else:
                child = 1
                if symbol != 0:
                    symbol -= 1
                    child = 2 | (symbol & 1)
                    symbol >>= 1
                while symbol != 0:  # the plain bits of a rank
                    symbol -= 1
                    span >>= 1
                    child <<= 1
                    if code >= span:
                        code -= span
                        child |= 1
                    while span < LOW_RANGE:
                        span <<= 8
                        code = code << 8 | buf[pos]
                        pos += 1
                child += rows[st[STARTS] + kin] - 1

            # The arc is complete.
            if node == here and label == last:
                missed = SHARED  # if no arc from here on matches, that entry decides
                st[AT] = at
                st[CHILD] = child
            elif node == here and label == want:
                at += 1
                if at == st[END]:
                    return kind & 1
                if kind >= SHARED:
                    st[AT] = at
                    st[CHILD] = child
                    return kind & 6  # for a LEAF this is ABSENT
                here = child
                want = buf[at]
            model = LABEL_MODEL
            i = where * labels + label
            base = 0

        if node == here:
            return missed
        node += 1
        if node == queued:  # the end of an entry
            node = 0
            queued = 1
            skip -= 1
            if skip == 0:
                here = 0
