"""The two-block store below settings and PIN: room, marks, neighbours, prepared blocks."""

from corrido.store import nor
from corrido.store.two_slots import Slots
from nor_flash import Flash, refusal, refuse

FIRST = 2  # other blocks lie before and after
MOST = 4096 - 256 - 14


class Failing(Flash):
    """Fail in reads, once silently and once with an error; or in one weak bit, each other time."""

    failing = 0  # from that read on
    weak, turned = -1, 0  # its address

    def read(self, addr, buf):
        Flash.read(self, addr, buf)
        if addr <= self.weak < addr + len(buf):
            self.turned ^= 1
            buf[self.weak - addr] ^= self.turned
        if self.failing:
            self.failing -= 1
            if self.failing == 1:
                buf[len(buf) // 3] ^= 0x18
            elif not self.failing:
                raise OSError(5)


def store(flash):
    slots = Slots(flash, FIRST, b"CT", 1)
    return slots, slots.newest()


def text(number, length=20):
    made = bytearray(length)  # a list of so many numbers is four times as long
    for at in range(length):
        made[at] = (number + at) % 251
    return bytes(made)


def filled(saves, length=20):
    """Return a store after this many saves in one session, each of one page."""
    flash = Flash()
    slots, _ = store(flash)
    for number in range(saves):
        slots.save(text(number, length))
    return flash, slots


def test_the_longest_image_fits_and_no_longer_one():
    flash = Flash()
    for number in range(3):
        slots, _ = store(flash)
        slots.save(text(number, MOST))
        assert store(flash)[1] == text(number, MOST)
    assert "store CT" in refusal(store(flash)[0].save, bytes(MOST + 1))
    assert store(flash)[1] == text(2, MOST)


def test_marks_go_on_after_power_on_and_end_with_their_room():
    flash = Flash()
    slots, _ = store(flash)
    slots.save(text(0, 200), 100)  # room for 128, on two pages
    for count, marked in ((5, 5), (5, 5), (3, 5), (21, 21), (99, 99), (128, 128), (1000, 128)):
        slots.mark(count)
        assert slots.marked == marked
        before = flash.data.copy()
        slots, image = store(flash)
        assert slots.marked == marked and image == text(0, 200)
        assert flash.data.copy() == before
    slots.save(text(1), 64)
    assert slots.marked == 0 and store(flash)[0].marked == 0
    slots.mark(7)
    assert store(flash)[0].marked == 7


def test_a_prepared_session_needs_no_erase_until_both_blocks_are_full():
    for saves in (1, 10, 16, 17, 20, 32, 40):
        flash, _ = filled(saves)
        slots, _ = store(flash)
        for _ in range(2):
            slots.erase_spare()
            assert store(flash)[1] == text(saves - 1), saves
        erased = flash.erased
        for number in range(16):
            slots.save(text(100 + number))
            assert store(flash)[1] == text(100 + number), saves
        assert flash.erased == erased, saves
        for number in range(60):
            slots.save(text(number))
            assert store(flash)[1] == text(number), saves
        assert flash.erased > erased


def test_a_block_that_does_not_erase_ends_the_store_and_loses_nothing():
    flash, slots = filled(15)
    flash.erase = refuse
    for _ in range(2):
        assert "takes no more" in refusal(slots.save, text(99))
        assert store(flash)[1] == text(14)


def test_a_first_erase_that_was_cut_is_no_damage():
    """A chip programs a sector to zeros before it erases it; the power may fail in between."""
    for block in (FIRST, FIRST + 1):
        for zeros in (1354, 2056, 2049, 4090):
            flash = Flash()
            for start, end in ((0, zeros), (4096 - zeros, 4096)):
                flash.data[block * 4096 + start : block * 4096 + end] = bytes(end - start)
                slots, found = store(flash)
                assert found == b"" and not slots.damaged, (block, zeros)
            slots.save(text(1))
            assert store(flash)[1] == text(1)


def test_one_failing_read_is_no_damage():
    flash = Failing()
    for number in range(3):
        store(flash)[0].save(text(number))
    for failing in range(1, 12):
        flash.failing = failing
        slots, image = store(flash)
        assert image == text(2) and not slots.damaged, failing


def test_a_torn_copy_is_cleared_though_a_bit_behind_its_head_wavers():
    flash = Failing()
    store(flash)[0].save(text(1))
    torn = FIRST * 4096 + 512
    flash.program(torn, b"CT\x01\x00\x09\x00\x00\x00\x14\x00")
    flash.weak = torn + 40
    assert store(flash)[1] == text(1)
    assert bytes(flash.data[torn : torn + 10]) == bytes(10)


# -- numbers kept as bits that are cleared one by one

CLEARED, END, BYTES = 5, 27, 8


def bits_cleared(flash):
    strip = bytearray(BYTES)
    flash.read(0, strip)
    return nor.cleared_bits(strip)


def test_bits_of_several_bytes_are_cleared_in_one_operation():
    flash = Flash(1)
    assert nor.clear_bits(flash, 0, 0, CLEARED) and bits_cleared(flash) == CLEARED
    plain, operations = flash.program, []

    def program(address, data):
        operations.append(len(data))
        plain(address, data)

    flash.program = program
    assert nor.clear_bits(flash, 0, CLEARED, END) and bits_cleared(flash) == END
    assert len(operations) == 1
    assert nor.clear_bits(flash, 0, END, 32) and bits_cleared(flash) == 32  # to the end of a byte


def test_whichever_bits_a_cut_leaves_the_count_is_one_that_was_being_written():
    for seed in range(300):
        strip = bytearray(nor.strip_of(CLEARED, BYTES))
        some = seed * 2654435761 % (1 << (END - CLEARED))  # a subset of the bits being cleared
        for bit in range(CLEARED, END):
            if some >> (bit - CLEARED) & 1:
                strip[bit // 8] &= ~(1 << bit % 8) & 0xFF
        assert CLEARED <= nor.cleared_bits(strip) <= END


def test_the_block_that_holds_the_only_copy_is_never_prepared():
    flash, slots = filled(15)
    program, flash.program = flash.program, refuse
    assert refusal(slots.save, text(99))
    flash.program = program
    slots.erase_spare()
    assert store(flash)[1] == text(14)
