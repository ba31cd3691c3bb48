"""The reads of a start: each block of the game twice; and the effect of one lying read."""

from corrido.core import events, phases
from nor_flash import Flash
from recorded_table import Table

BLOCK_BYTES = 2048
PRESSES = 60  # of a game that lies in two such blocks


class Watched(Flash):
    """Count the reads of whole blocks; lie in one read on demand."""

    lie_at = 0
    lie = None

    def __init__(self, blocks=4):
        Flash.__init__(self, blocks, BLOCK_BYTES)
        self.whole = {}
        self.reads = 0

    def read(self, addr, buf):
        Flash.read(self, addr, buf)
        self.reads += 1
        if self.reads == self.lie_at:
            self.lie(self, addr, buf)
        if len(buf) == self.block_size:
            block = addr // self.block_size
            self.whole[block] = self.whole.get(block, 0) + 1

    def quiet(self):
        self.whole = {}
        self.reads = 0


def game_of(presses):
    table = Table(Watched()).started()
    for number in range(presses):
        table.at(2000 + 1000 * number, events.PRESS, events.A if number % 2 == 0 else events.B)
        table.recorder.beat(52000 + 1000 * number)
    return table


def test_a_start_reads_each_block_of_the_game_twice():
    table = game_of(PRESSES)
    table.flash.quiet()
    again = table.again()
    assert again.recorder.match.phase == phases.RECOVERED
    read = [count for _, count in sorted(table.flash.whole.items())]
    assert len(read) > 1 and max(read) == 2, read


def test_an_undo_reads_each_block_once():
    table = game_of(80)
    table.flash.quiet()
    assert table.at(200000, events.STOP) and table.at(201000, events.UNDO)
    assert max(table.flash.whole.values()) == 1


def fails(_flash, _addr, _buf):
    raise OSError(5)


def lies(_flash, _addr, buf):
    for bit in (3, 40, 41):
        buf[bit // 8 % len(buf)] ^= 1 << bit % 8


def zeros(_flash, _addr, buf):
    buf[:] = bytes(len(buf))


def next_block(flash, addr, buf):
    Flash.read(flash, (addr ^ flash.block_size) % len(flash.data), buf)


def test_one_read_that_fails_or_lies_changes_nothing():
    flash = game_of(PRESSES).flash  # its table need not stay in memory
    image = flash.data.copy()
    expected = Table(flash).recorder.match.status()
    flash.quiet()
    Table(flash)
    reads = flash.reads
    for lie in (fails, lies, zeros, next_block):
        for at in range(1, reads + 1):
            flash.quiet()
            flash.lie, flash.lie_at = lie, at
            assert Table(flash).recorder.match.status() == expected, (lie, at)
            flash.lie_at = 0
            flash.data.put(image)
