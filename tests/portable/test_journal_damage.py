"""One case for each safeguard of the journal and its stores."""

from corrido.store.journal.codec import MAX_LOGS, MAX_PAYLOAD, encode, record_at, scan
from nor_flash import SMALL, Flash
from played_journal import LINK, PRESS, mounted, played


class Cut(Exception):
    """The power failed."""


class Failing(Flash):
    """Fail on demand: half an erase, or a program done but reported as failed."""

    mode = ""

    def program(self, addr, buf):
        Flash.program(self, addr, buf)
        if self.mode == "done but failed":
            self.mode = ""
            raise OSError(5)

    def erase(self, block):
        if self.mode == "half an erase":
            half = self.block_size // 2
            middle = block * self.block_size + half
            self.data[middle : middle + half] = b"\xff" * half
            raise Cut
        Flash.erase(self, block)


def seqs(flash):
    return [event[0] for event in mounted(flash).events()]


def test_a_block_half_erased_is_not_taken_for_one_in_use():
    flash = Failing(8, SMALL)
    for game in range(1, 7):  # two blocks each: the ring is full
        played(flash, 38, game)
    flash.mode = "half an erase"
    try:
        played(flash, 38, 7)
    except Cut:
        pass
    flash.mode = ""
    assert mounted(flash).verify()[0]


def test_an_entry_written_though_reported_as_failed_counts_once():
    flash = Failing()
    journal = played(flash, 5)
    flash.mode = "done but failed"
    journal.append(7, 9000, PRESS, 1, 0)
    journal.append(8, 9500, PRESS, 2, 0)
    assert seqs(flash) == list(range(1, 9)) and mounted(flash).verify()[0]


def test_the_last_record_is_programmed_again_at_power_on():
    flash = Flash()
    journal = played(flash, 5)
    at = journal._end.at
    seen = []
    program = flash.program
    flash.program = lambda addr, buf: (seen.append((addr, addr + len(buf))), program(addr, buf))
    mounted(flash)
    assert [end for _, end in seen if end == at]


def test_the_last_entry_of_a_block_cannot_be_removed_unseen():
    flash = Flash(8, SMALL)
    played(flash, 75)
    offset, record, _ = list(scan(flash.data[:SMALL], 256, SMALL))[-1]
    flash.data[offset : offset + len(record)] = b"\xff" * len(record)
    assert not mounted(flash).verify()[0]


def test_each_block_is_told_before_it_is_read_or_erased():
    flash = Flash(8, SMALL)
    told = []
    read, erase = flash.read, flash.erase
    flash.read = lambda addr, buf: (len(buf) < SMALL or told.append("read"), read(addr, buf))
    flash.erase = lambda block: (told.append("erase"), erase(block))
    for game in range(1, 5):
        journal = mounted(flash)
        journal._ring.on_block = lambda: told.append("soon")
        told.clear()
        assert not list(journal.events()) or told == ["soon", "read"] * (len(told) // 2)
        told.clear()
        journal.begin(game, b"")
        assert "erase" in told and told == ["soon", "erase"] * (len(told) // 2)
        for seq in range(2, 38):
            journal.append(seq, seq, PRESS, 1, 0)


def test_a_record_is_as_long_as_it_may_be_and_no_longer():
    fields = (1, 2, 3000, PRESS, 1, 0)
    whole = encode(0x4C, fields, bytes(MAX_LOGS), bytes(MAX_PAYLOAD), bytes(8), LINK)
    assert record_at(bytearray(whole), 0, len(whole)) == (whole, False)
    assert record_at(bytearray(40) + whole, 40, 40 + len(whole)) == (whole, False)
    assert record_at(bytearray(40) + whole + bytes(40), 40, 39 + len(whole)) is None
    for logs, payload in ((MAX_LOGS + 1, 0), (0, MAX_PAYLOAD + 1)):
        try:
            encode(0x4C, fields, bytes(logs), bytes(payload), bytes(8), LINK)
            raise AssertionError((logs, payload))
        except ValueError as error:
            assert "too long" in str(error)
