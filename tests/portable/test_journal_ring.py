"""The ring of blocks alone: which may be erased, and which are opened."""

from corrido.store.journal.ring import BAD, MARK, STALE, Ring, header_bytes
from corrido.store.journal.survey import mount
from corrido.store.nor import TRIES
from nor_flash import Flash, refuse

BLOCKS = 4
LINK = bytes(8)


def ring_of(flash):
    """Return a ring over the whole flash, mounted."""
    ring = Ring(flash, 0, flash.blocks)
    mount(ring)
    return ring


def filled(flash, used=True):
    """Return a ring whose blocks 0 to 3 are in use, numbered 1 to 4, or all ready."""
    for index in range(flash.blocks):
        start = index * flash.block_size
        flash.program(start, MARK)
        if used:
            flash.program(start + 8, header_bytes(index + 1, 7, LINK, 0))
    return ring_of(flash)


def test_without_an_expendable_block_nothing_is_erased():
    flash = Flash(BLOCKS)
    ring = filled(flash)
    ring.states[0] = BAD
    erased = flash.erased
    assert not ring.clear_next(2) and flash.erased == erased


def test_a_disturbed_read_does_not_cost_a_block():
    flash = Flash(BLOCKS)
    ring, read, left = filled(flash), flash.read, [refuse] * (TRIES - 1)
    flash.read = lambda addr, buf: (left.pop() if left else read)(addr, buf)
    assert ring.clear_next(3)


def test_a_ready_block_that_is_not_blank_is_passed_over():
    flash = Flash(BLOCKS)
    ring = filled(flash, used=False)
    flash.data[flash.block_size - 1] = 0x7F
    assert ring.open(7, LINK, 0) and ring.newest == 1 and ring.states[0] == STALE


def test_a_ready_block_is_read_whole_before_a_press_opens_it():
    flash, sizes = Flash(BLOCKS), []
    made = ring_of(flash)
    assert made.clear(0) and made.clear(1)
    flash.program(2 * flash.block_size - 1, b"\x7f")  # it lay on a shelf for a year
    ring = ring_of(flash)
    assert ring.ahead() == 2 and ring.check_one() and ring.check_one() and not ring.check_one()
    assert ring.ahead() == 1 and ring.states[1] == STALE
    read = flash.read
    flash.read = lambda addr, buf: (sizes.append(len(buf)), read(addr, buf))
    assert ring.open(1, LINK, 0) and ring.newest == 0
    assert sum(sizes) < flash.page_size
    again = ring_of(flash)
    assert not again.open(1, LINK, 0), "the only ready one is in use"
