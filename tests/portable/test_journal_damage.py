"""One case for each safeguard of the journal and its stores."""

from corrido.store.journal.codec import MAX_LOGS, MAX_PAYLOAD, encode, record_at
from nor_flash import SMALL, Flash, refusal
from played_journal import LINK, PRESS, mounted, played


def seqs(flash):
    return [event[0] for event in mounted(flash).events()]


def test_an_entry_written_though_reported_as_failed_counts_once():
    flash = Flash()
    journal, program = played(flash, 5), flash.program

    def program_and_fail(addr, buf):
        flash.program = program
        program(addr, buf)
        raise OSError(5)

    flash.program = program_and_fail
    journal.append(7, 9000, PRESS, 1, 0)
    journal.append(8, 9500, PRESS, 2, 0)
    assert seqs(flash) == list(range(1, 9)) and mounted(flash).current.whole


def test_each_block_is_told_before_it_is_read_or_erased():
    flash = Flash(8, SMALL)
    told = []
    read, erase = flash.read, flash.erase
    flash.read = lambda addr, buf: (len(buf) < SMALL or told.append("read"), read(addr, buf))
    flash.erase = lambda block: (told.append("erase"), erase(block))
    for game in range(1, 5):
        journal = mounted(flash)
        journal.ring.on_block = lambda: told.append("soon")
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
        longer = (fields, bytes(logs), bytes(payload), bytes(8), LINK)
        assert "too long" in refusal(encode, 0x4C, *longer), (logs, payload)
