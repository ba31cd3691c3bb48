"""Numbers kept as bits that are cleared one by one."""

from corrido.store import nor
from nor_flash import Flash

FIRST, END, BYTES = 5, 27, 8


def counted(flash):
    strip = bytearray(BYTES)
    flash.read(0, strip)
    return nor.cleared_bits(strip)


def test_bits_of_several_bytes_are_cleared_in_one_operation():
    flash = Flash(1)
    assert nor.clear_bits(flash, 0, 0, FIRST) and counted(flash) == FIRST
    plain, operations = flash.program, []

    def program(address, data):
        operations.append(len(data))
        plain(address, data)

    flash.program = program
    assert nor.clear_bits(flash, 0, FIRST, END) and counted(flash) == END
    assert len(operations) == 1
    assert nor.clear_bits(flash, 0, END, 32) and counted(flash) == 32  # to the end of a byte


def test_whichever_bits_a_cut_leaves_the_count_is_one_that_was_being_written():
    for seed in range(300):
        strip = bytearray(nor.strip_of(FIRST, BYTES))
        some = seed * 2654435761 % (1 << (END - FIRST))  # a subset of the bits being cleared
        for bit in range(FIRST, END):
            if some >> (bit - FIRST) & 1:
                strip[bit // 8] &= ~(1 << bit % 8) & 0xFF
        assert FIRST <= nor.cleared_bits(strip) <= END
