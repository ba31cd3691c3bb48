"""The journal under both interpreters: appended entries come back, whatever a cut left."""

import struct
from binascii import crc32

from corrido.store.journal.codec import FORMAT, LOG_KINDS, encode, record_at
from corrido.store.journal.ring import header_bytes
from nor_flash import SMALL, Flash, refusal
from played_journal import LINK, PRESS, counted, mounted, played


def test_what_was_counted_once_is_counted_on():
    flash = Flash(8, SMALL)
    for game in range(1, 7):  # three blocks each: the oldest are dropped
        journal = mounted(flash)
        assert counted(journal, "press") >= 0
        journal.begin(game, b"")
        for seq in range(2, 75):
            journal.append(seq, seq, PRESS, 1, 0, ("press", "swap"))
            if seq % 15 == 0:
                assert counted(journal, "press") == counted(mounted(flash), "swap"), (game, seq)
        while journal.prepare():
            assert counted(journal, "press") == counted(mounted(flash), "press"), game


def test_blocks_are_made_ready_one_at_a_time_and_the_game_stays():
    flash = Flash(8, SMALL)
    for game in range(1, 6):
        journal = played(flash, 38, game)
    for _ in range(2):
        erased, steps = flash.erased, []
        while journal.prepare():  # some ready ones are only read
            steps.append(flash.erased - erased)
            erased = flash.erased
        assert 1 in steps and max(steps) == 1
        assert not journal.prepare() and flash.erased == erased
        assert len(list(mounted(flash).events())) == 39
        game += 1
        journal.begin(game, b"")
        for seq in range(2, 40):
            journal.append(seq, seq, PRESS, 1, 0)


def test_a_ring_full_of_one_game_refuses_and_keeps_all():
    flash = Flash(4, SMALL)
    journal = mounted(flash)
    journal.begin(1, b"")
    kept = 1
    try:
        for seq in range(2, 5000):
            journal.append(seq, seq, PRESS, 1, 0)
            kept = seq
    except OSError:
        pass
    assert 75 < kept < 5000
    assert [event[0] for event in mounted(flash).events()] == list(range(1, kept + 1))


def test_every_single_bit_of_a_record_is_repaired():
    record = encode(0x4C, (3, 12, 123456, 1, 2, -5), b"\x00", b"ABC", bytes(8), LINK)
    for bit in range(8 * len(record)):
        spoilt = bytearray(record) + b"\xff" * 2000
        spoilt[bit // 8] ^= 1 << bit % 8
        found = record_at(spoilt, 0, len(spoilt))
        assert found is not None and bytes(found[0]) == record and found[1], bit


def test_a_torn_record_that_reads_well_later_does_not_come_back():
    flash = Flash()
    journal = played(flash, 3)
    ghost = encode(0x4C, (1, 5, 7000, 1, 1, 0), b"\x00", b"", journal.last_link(), LINK)
    at = journal.end.at
    journal = mounted(flash)
    journal.append(5, 9000, PRESS, 2, 0)
    for offset, byte in enumerate(ghost):
        flash.data[at + offset] &= byte
    assert list(mounted(flash).events())[-1] == (5, 9000, PRESS, 2, 0)
    assert mounted(flash).current.whole


def test_another_format_is_refused_and_left_alone():
    for form, advice in ((FORMAT + 1, "update"), (FORMAT - 1, "use the one that wrote it")):
        flash = Flash()
        played(flash, 5)
        flash.data[2:4] = bytes((form, form ^ 0xFF))
        head = bytearray(header_bytes(1, 1, bytes(8), 0))
        head[2] = form
        head[-4:] = struct.pack("<I", crc32(head[:-4]))
        flash.data[8:32] = head
        before = flash.data.copy()
        refused = refusal(mounted, flash)
        assert "format %d" % form in refused and advice in refused
        assert flash.data.copy() == before


def test_one_turned_bit_is_not_taken_for_a_newer_format():
    flash = Flash(2, SMALL)
    played(flash, 2)
    written = flash.data.copy()
    for bit in range(8 * 32):
        flash.data.put(written)
        flash.data[bit // 8] ^= 1 << bit % 8
        assert len(list(mounted(flash).events())) == 3


def test_the_numbers_of_log_kinds_never_change():
    assert " ".join(LOG_KINDS).startswith(
        "press ignored stop challenge verdict lookup penalty card adjust undo recovered fault"
        " start late absent back swap limit end void appeal close pin lose-turn forfeit sheet"
        " reopen revoke revert again appeal-asked blank score dropped folded amend hold said"
        " handover takeover"
    )
