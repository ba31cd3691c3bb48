"""The ring of blocks alone: an erase in two halves, and which blocks may be erased."""

from corrido.store.journal.ring import BAD, LOST, MARK, READY, STALE, Ring, header_bytes
from corrido.store.nor import TRIES
from nor_flash import Flash

BLOCKS = 4
LINK = bytes(8)


class Failing(Flash):
    """Flash that refuses to erase or program, or leaves a byte after an erase."""

    fault = ""

    def erase(self, block):
        if self.fault == "erase":
            raise OSError(5)
        Flash.erase(self, block)
        if self.fault == "left over":
            self.data[(block + 1) * self.block_size - 1] = 0x7F

    def program(self, addr, buf):
        if self.fault == "mark" and bytes(buf) == MARK:
            raise OSError(5)
        Flash.program(self, addr, buf)


def ring_of(flash):
    """Return a ring over the whole flash, mounted."""
    ring = Ring(flash, 0, flash.blocks)
    ring.mount()
    return ring


def filled(flash):
    """Return a ring whose blocks 0 to 3 are in use, numbered 1 to 4."""
    for index in range(flash.blocks):
        start = index * flash.block_size
        flash.program(start, MARK)
        flash.program(start + 8, header_bytes(index + 1, 7, LINK, 0))
    return ring_of(flash)


def erased_next(ring, keep_from):
    """Return whether a block was doomed and then erased."""
    return ring.doom_next(keep_from) and ring.erase_doomed()


def test_the_erase_is_a_step_of_its_own():
    flash = Failing(BLOCKS)
    ring = filled(flash)
    before, steps = flash.erased, []
    flash.program = lambda *_: steps.append("program")
    assert ring.doom_next(3) and flash.erased == before and steps
    steps.clear()
    assert ring.erase_doomed() and flash.erased == before + 1 and not steps
    assert not ring.erase_doomed() and flash.erased == before + 1


def test_without_an_expendable_block_nothing_is_erased():
    flash = Failing(BLOCKS)
    ring = filled(flash)
    ring.states[0] = LOST
    erased = flash.erased
    assert not erased_next(ring, 2) and flash.erased == erased
    assert not ring.confirm(), "there is nothing to confirm"


def test_a_block_that_fails_either_half_stays_bad_and_the_next_is_taken():
    for fault in ("erase", "left over", "mark"):
        flash = Failing(BLOCKS)
        ring = filled(flash)
        flash.fault = fault
        assert erased_next(ring, 3), "the failure shows when it is confirmed"
        assert not ring.confirm() and ring.states[0] == BAD, fault
        flash.fault = ""
        assert erased_next(ring, 3) and ring.confirm()
        assert ring.states[0] == BAD and ring.states[1] == READY, fault


def test_a_disturbed_read_does_not_cost_a_block():
    class Disturbed(Failing):
        left = 0

        def read(self, addr, buf):
            if self.left:
                self.left -= 1
                raise OSError(5)
            Flash.read(self, addr, buf)

    flash = Disturbed(BLOCKS)
    ring = filled(flash)
    assert erased_next(ring, 3)
    flash.left = TRIES - 1
    assert ring.confirm()


class Counting(Flash):
    """Flash that counts the bytes read."""

    read_bytes = 0

    def read(self, addr, buf):
        self.read_bytes += len(buf)
        Flash.read(self, addr, buf)


def emptied(flash):
    """Return a ring whose blocks are all ready."""
    for index in range(flash.blocks):
        flash.program(index * flash.block_size, MARK)
    return ring_of(flash)


def test_a_block_checked_in_advance_is_opened_without_reading_it_whole():
    flash = Counting(BLOCKS)
    ring = emptied(flash)
    assert ring.vet() and not ring.vet(), "once for each block"
    flash.read_bytes = 0
    assert ring.open(7, LINK, 0) and flash.read_bytes < flash.block_size // 4
    flash.read_bytes = 0
    assert ring.open(7, LINK, 0) and flash.read_bytes >= flash.block_size, "that one was not"
    assert ring.vet() and ring.open(7, LINK, 0) and ring.newest == 2


def test_a_block_found_not_blank_in_advance_is_passed_over():
    flash = Counting(BLOCKS)
    ring = emptied(flash)
    flash.data[flash.block_size - 1] = 0x7F
    assert ring.vet() and ring.states[0] == STALE
    assert ring.vet() and not ring.vet()
    assert ring.open(7, LINK, 0) and ring.newest == 1


def test_without_a_ready_block_none_is_checked():
    assert not filled(Failing(BLOCKS)).vet()
