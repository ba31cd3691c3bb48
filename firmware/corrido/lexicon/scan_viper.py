"""The inner loops of a look-up: find an entry in its block, decode it, follow a word through it.

scan_viper.py is this text under @micropython.viper, for ports with native code (a test holds them
equal); change this one, then run `python -m host_tools.workshop.viper`.

An entry is a node and, breadth first, the nodes that only it leads to. A node may have a fallback,
an entry that is asked where none of its own arcs tells; docs/lexicon-format.md has the models. All
numbers fit in 31 bits: nothing is allocated, all interpreters compute alike.
"""

import micropython

from corrido.compat import const

# Places in the state. For each entry the reader sets these ...
ENTRY = const(0)  # its number
FIRST = const(1)  # of the first entry in the block
AT = const(2)  # place of the next letter of the word
END = const(3)  # length of the word
# ... from which locate() works out these ...
POS = const(4)  # where its run begins in the buffer
SKIP = const(5)  # entries of the run before it
SORT = const(6)  # 0 TOP, 1 TWIG, 2 SHARED
NEXT_TWIG = const(7)  # number of the next TWIG entry that an arc of the run leads to
NEXT_TOP = const(8)
# ... and these once for a lexicon.
TOPS = const(9)  # entries before the first TWIG
TRUNK = const(10)  # entries before the first SHARED
LABELS = const(11)  # the end mark and the fallback mark included
KIND_MAP = const(12)  # where the contexts of a model begin in maps
CLASS_MAP = const(13)
BUCKET_MAP = const(14)
KIND_ROWS = const(15)  # where its rows are listed in rows
CLASS_ROWS = const(16)
BUCKET_ROWS = const(17)
STARTS = const(18)  # where rows tells with which SHARED entry each class begins
STATE_SIZE = const(19)

# Places in the buffer: labels of the word, label * 2 + flag of the arcs that lead to the nodes to
# come, the block.
QUEUE = const(16)
BLOCK = const(144)

# Answers; the last three name the sort of the entry to go on with; CHILD then has its number among
# the entries of its sort, and AT how far the word has come.
ABSENT = const(0)
PRESENT = const(1)
SHARED = const(2)
TWIG = const(4)
TOP = const(6)
LEAF = const(8)  # a kind of arc only
CHILD = const(0)

LABEL_MODEL = const(0)
KIND_MODEL = const(1)
CLASS_MODEL = const(2)
BUCKET_MODEL = const(3)
LOW_RANGE = const(1 << 22)
START_RANGE = const(1 << 24)

ptr8 = ptr16 = ptr32 = memoryview  # viper's names for arrays of numbers of so many bits


@micropython.viper
def last_up_to(numbers: ptr16, count: int, value: int) -> int:
    """The last of `count` rising numbers that is <= value, by its place; numbers[0] is."""
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
    """From ENTRY and FIRST, all that scan() needs to know of the run in the buffer. Returns 0."""
    entry = st[ENTRY]
    first = st[FIRST]
    listed = BLOCK + 1
    pos = listed + 2 * buf[BLOCK]
    while True:
        run = buf[listed] | buf[listed + 1] << 8
        if entry < first + (run >> 10):
            break
        first += run >> 10
        pos += run & 1023
        listed += 2
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


@micropython.viper
def scan(st: ptr32, buf: ptr8, maps: ptr8, rows: ptr16) -> int:
    """Follow the word from its letter AT on, through the entry SKIP entries into the run."""
    pos = st[POS]
    skip = st[SKIP]
    sort = st[SORT]
    at = st[AT]
    labels = st[LABELS]
    last = labels - 1  # the mark of a fallback
    missed = ABSENT
    want = buf[at]
    here = 0 if skip == 0 else -1  # the node that the word has come to, where it is in this entry
    node = 0
    queued = 1
    span = START_RANGE
    code = buf[pos] << 16 | buf[pos + 1] << 8 | buf[pos + 2]
    pos += 3
    while True:  # a node
        where = sort
        way = buf[QUEUE + node]  # of the first always 0
        if node != 0:
            where = 2 + (way >> 1)
        shade = 0
        label = 0
        model = LABEL_MODEL
        i = rows[maps[where * labels]]
        while True:
            # A symbol of the row at i: narrow the range to its share; the last takes what is left.
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

            if model == LABEL_MODEL:
                before = label
                label = symbol
                if label == 0:
                    break
                if label == last:
                    kind = SHARED
                    shade = 2
                    model = CLASS_MODEL
                    i = maps[st[CLASS_MAP] + (label * 2 + (way & 1)) * labels + (way >> 1)]
                    i = rows[st[CLASS_ROWS] + i]
                    continue
                if node == here and label > want:
                    return missed
                model = KIND_MODEL
                i = maps[st[KIND_MAP] + (where * labels + label) * 3 + shade]
                i = rows[st[KIND_ROWS] + i]
                continue
            child = 0
            if model == KIND_MODEL:
                kind = symbol
                shade = 2
                if kind >> 1 == 1:
                    shade = 1
                    model = CLASS_MODEL
                    i = maps[st[CLASS_MAP] + (label * 2 + (kind & 1)) * labels + before]
                    i = rows[st[CLASS_ROWS] + i]
                    continue
                if kind < SHARED:
                    child = queued
                    buf[QUEUE + queued] = label << 1 | kind
                    queued += 1
                elif kind < LEAF:
                    sibling = NEXT_TWIG + (kind >> 1) - (TWIG >> 1)
                    child = st[sibling]
                    st[sibling] = child + 1
            elif model == CLASS_MODEL:
                kin = symbol
                model = BUCKET_MODEL
                i = rows[st[BUCKET_ROWS] + maps[st[BUCKET_MAP] + symbol]]
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
                missed = SHARED  # if no arc from here on tells, that entry will
                st[AT] = at
                st[CHILD] = child
            elif node == here and label == want:
                at += 1
                if at == st[END]:
                    return kind & 1
                if kind >= SHARED:
                    st[AT] = at
                    st[CHILD] = child
                    return kind & 6  # of a LEAF that is ABSENT
                here = child
                want = buf[at]
            model = LABEL_MODEL
            i = rows[maps[where * labels + label]]

        if node == here:
            return missed
        node += 1
        if node == queued:  # the end of an entry
            node = 0
            queued = 1
            skip -= 1
            if skip == 0:
                here = 0
