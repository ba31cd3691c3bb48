"""Run the inner loops of the picture: boxes, glyphs, turned halves, changed bytes.

One source for all interpreters: corrido.native tells how it becomes machine code.

A picture has 1,024 bytes in the page order of the SSD1306: byte `page * 128 + x` holds the rows 8
* page (lowest bit) to 8 * page + 7 of column x. Nothing is allocated, and only the bounds given
here are checked: corrido.ui.items clips.
"""

from corrido.compat import const
from corrido.native import micropython, ptr8, ptr32

# Indices into a job: a line of text to be measured or drawn.
X = const(0)
Y = const(1)
END = const(2)  # column at which the line is cut off, at most 128
PAGES = const(3)  # per glyph
STRIDE = const(4)  # bytes per page of a glyph
GAP = const(5)  # columns between glyphs
LENGTH = const(6)  # of the string, in bytes
COUNT = const(7)  # number of glyphs
GLYPHS = const(8)  # their indices in the font
MOST = const(72)  # glyphs per line: more than fit in the picture
JOB_SIZE = const(80)

DARK = const(0)
LIT = const(1)
OVER = const(2)


@micropython.viper
def read(job: ptr32, string: ptr8, ascii: ptr8, others: ptr8) -> int:
    """Set COUNT and GLYPHS from LENGTH bytes of UTF-8; return COUNT.

    ascii: the indices of the characters below 128, 255 for one not in the font. others: all
    characters of the font as UTF-8, in the order of their indices, ended by a zero byte. An
    unknown character is shown as '?', or as the font's first.
    """
    at = 0
    count = 0
    length = job[LENGTH]
    while at < length and count < MOST:
        code = string[at]
        glyph = 255
        size = 1
        if code < 128:
            glyph = ascii[code]
        else:
            while at + size < length and string[at + size] & 192 == 128:
                size += 1
            seen = 0
            pos = 0
            while others[pos] != 0 and glyph == 255:
                same = 0
                while same < size and others[pos + same] == string[at + same]:
                    same += 1
                if same == size:
                    glyph = seen
                pos += 1
                while others[pos] & 192 == 128:
                    pos += 1
                seen += 1
        if glyph == 255:
            glyph = ascii[63]
        if glyph == 255:
            glyph = 0
        job[GLYPHS + count] = glyph
        count += 1
        at += size
    job[COUNT] = count
    return count


@micropython.viper
def measure(job: ptr32, widths: ptr8) -> int:
    """Return how many columns the glyphs take, without a gap after the last one."""
    count = job[COUNT]
    if count == 0:
        return 0
    total = job[GAP] * (count - 1)
    at = 0
    while at < count:
        total += widths[job[GLYPHS + at]]
        at += 1
    return total


@micropython.viper
def fitting(job: ptr32, widths: ptr8, room: int) -> int:
    """Return how many leading glyphs fit, each followed by a gap."""
    count = job[COUNT]
    at = 0
    while at < count:
        room -= widths[job[GLYPHS + at]] + job[GAP]
        if room < 0:
            return at
        at += 1
    return count


@micropython.viper
def lay(picture: ptr8, job: ptr32, widths: ptr8, data: ptr8) -> int:
    """Draw the glyphs over the picture from (X, Y); return the column after the last one."""
    x = job[X]
    shift = job[Y] & 7
    first = job[Y] >> 3
    pages = job[PAGES]
    stride = job[STRIDE]
    end = job[END]
    count = job[COUNT]
    at = 0
    while at < count:
        glyph = job[GLYPHS + at]
        here = glyph * pages * stride
        last = here + widths[glyph]
        while here < last and x < end:
            page = 0
            while page < pages:
                bits = data[here + page * stride] << shift
                row = first + page
                if row < 8 and bits & 255 != 0:
                    picture[row * 128 + x] |= bits & 255
                if row < 7 and bits > 255:
                    picture[row * 128 + 128 + x] |= bits >> 8
                page += 1
            here += 1
            x += 1
        at += 1
        if at < count:
            x += job[GAP]
    return x


@micropython.viper
def box(picture: ptr8, place: int, size: int, mode: int) -> int:
    """Make a rectangle DARK or LIT, or invert it (OVER); return 0.

    place: x | y << 8, size: width | height << 8, wholly inside the picture.
    """
    left = place & 255
    end = left + (size & 255)
    top = place >> 8
    bottom = top + (size >> 8)
    page = top >> 3
    while page * 8 < bottom:
        mask = 255
        if page * 8 < top:
            mask = mask << (top - page * 8) & 255
        if page * 8 + 8 > bottom:
            mask &= 255 >> (page * 8 + 8 - bottom)
        at = page * 128 + left
        last = page * 128 + end
        if mode == LIT:
            while at < last:
                picture[at] |= mask
                at += 1
        elif mode == OVER:
            while at < last:
                picture[at] ^= mask
                at += 1
        else:
            mask ^= 255
            while at < last:
                picture[at] &= mask
                at += 1
        page += 1
    return 0


@micropython.viper
def turned(source: ptr8, target: ptr8, span: int, axis: int) -> int:
    """Copy columns of a page, turned by 180 degrees; return 0.

    span: page | first column << 8 | column after the last << 16. axis: the sum of a column and
    its place in the turned picture; the page goes to 7 - page.
    """
    page = span & 255
    x = span >> 8 & 255
    end = span >> 16
    out = (7 - page) * 128 + axis
    while x < end:
        bits = source[page * 128 + x]
        bits = (bits & 0x0F) << 4 | bits >> 4
        bits = (bits & 0x33) << 2 | (bits & 0xCC) >> 2
        target[out - x] = (bits & 0x55) << 1 | (bits & 0xAA) >> 1
        x += 1
    return 0


@micropython.viper
def changed(new: ptr8, old: ptr8, start: int, limits: int) -> int:
    """Return the first run of differing bytes: first | after the last << 16; 0 for none.

    The search begins at `start`. limits: end of the search | longest run << 16. Up to 7 equal
    bytes between differing ones are included in the run: addressing another run would cost as
    many. Both arrays must begin at an address divisible by four, as bytearrays do.
    """
    stop = limits & 65535
    new_words = ptr32(new)
    old_words = ptr32(old)
    while start < stop and new[start] == old[start]:
        start += 1
        if start & 3 == 0:  # most of a picture is the same: four bytes at a time
            word = start >> 2
            last = stop >> 2
            while word < last and new_words[word] == old_words[word]:
                word += 1
            start = word << 2
    if start == stop:
        return 0
    if stop - start > limits >> 16:
        stop = start + (limits >> 16)
    end = start + 1
    at = end
    while at < stop and at - end < 8:
        if new[at] != old[at]:
            end = at + 1
        at += 1
    return start | end << 16
