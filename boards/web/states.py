"""Put together the state of a game that has left: what a page scans, or a host reads, in parts."""

from binascii import crc32

MOST_PARTS = 99


def joined(parts: "list[str]") -> bytes:
    """Return the whole text of the parts, in any order; ValueError if it is not whole."""
    found: "dict[str, bytes]" = {}
    whole = ""
    for part in parts:
        head, _, text = part.partition("\n")
        words = head.split()
        if len(words) != 3 or words[0] != "corrido":
            raise ValueError("no state of a game")
        found[words[1]], whole = text.encode(), words[1].partition("/")[2] + " " + words[2]
    count = int(whole.split()[0])
    if count > MOST_PARTS:
        raise ValueError("no state of a game: it has %d parts at most" % MOST_PARTS)
    data = b"".join([found.get("%d/%d" % (at + 1, count), b"") for at in range(count)])
    if len(found) != count or "%d %08x" % (count, crc32(data) & 0xFFFFFFFF) != whole:
        raise ValueError("the state has not arrived whole: try again")
    return data
