"""A journal that has been played on, for the tests of the store.

A module of its own: who imports a test file has all of its tests in a chip's memory.
"""

from corrido.store.journal.codec import LOGS, TIMES, Links
from corrido.store.journal.journal import Journal

LINK = Links(b"").of_block(0)

PRESS = 1


def sharing_a_tag(key):
    """Return another key that has the same one-byte tag."""
    for number in range(100, 10_000):
        other = bytes(28) + number.to_bytes(4, "big")
        if other != key and Links(b"", other).tag == Links(b"", key).tag:
            return other
    raise AssertionError("none in ten thousand")


def counted(journal, kind):
    """Return how often a kind of entry is in the log."""
    return sum([entry[LOGS].count(kind) * entry[TIMES] for entry in journal.records()])


def mounted(flash, device=b"", key=b""):
    journal = Journal(flash, 0, flash.blocks, device, key)
    journal.mount()
    return journal


def played(flash, presses, game=1, device=b"", key=b""):
    journal = mounted(flash, device, key)
    journal.begin(game, b"rules")
    for seq in range(2, presses + 2):
        journal.append(seq, seq * 1000, PRESS, 1 + seq % 2, -seq, ("press",), b"p%d" % seq)
    return journal
