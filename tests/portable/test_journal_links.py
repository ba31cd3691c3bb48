"""The chain of the journal: its binding to a device and a key, and who can read it."""

from binascii import hexlify
from hashlib import sha256

from corrido.store.journal.codec import Links, encode
from corrido.store.settings import Settings
from nor_flash import Flash, refusal
from played_journal import PRESS, mounted, played, sharing_a_tag

HERE, ELSEWHERE = b"\x01\x02", b"\x03\x04"
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def test_a_link_is_what_the_page_says():
    body, before = b"body", bytes(8)
    bound = Links(HERE).of_block(0)(before, body)
    assert bound == sha256(HERE + before + body).digest()[:8]
    # HMAC-SHA256 with the key 00 01 .. 1f over 01 02, eight zeros and "body" (RFC 2104).
    links = Links(HERE, KEY)
    inner = sha256(bytes([b ^ 0x36 for b in KEY + bytes(32)]) + HERE + before + body).digest()
    outer = sha256(bytes([b ^ 0x5C for b in KEY + bytes(32)]) + inner).digest()
    assert links.of_block(links.tag)(before, body) == outer[:8]


def test_blocks_of_another_device_do_not_pass():
    flash = Flash()
    played(flash, 10, 1, HERE)
    assert mounted(flash, HERE).current.whole and mounted(flash, None).current.whole
    assert not mounted(flash, ELSEWHERE).current.whole


def test_without_its_id_a_journal_is_read_and_not_written():
    flash = Flash()
    played(flash, 10, 1, HERE)
    journal = mounted(flash, None)
    assert "id" in refusal(journal.append, 12, 13000, PRESS, 1, 0)


def test_a_key_makes_a_log_that_nobody_forges_without_it():
    flash = Flash()
    journal = played(flash, 10, 1, HERE, KEY)
    assert mounted(flash, HERE, KEY).current.whole
    # A record that a forger has chained as far as possible without the key.
    forged = encode(0x4C, (1, 12, 13000, PRESS, 2, 0), b"", b"", journal.last_link(),
                    Links(HERE).of_block(0))  # fmt: skip
    flash.data[journal.end.at : journal.end.at + len(forged)] = forged
    assert not mounted(flash, HERE, KEY).current.whole
    # A reader without the key sees that there is one: only each record by itself is checked.
    assert mounted(flash, HERE).current.whole and mounted(flash, HERE, OTHER).current.whole


def test_a_key_that_comes_or_goes_opens_a_block():
    flash = Flash()
    journal = played(flash, 10, 1, HERE)
    for key in (KEY, OTHER, b""):
        journal.set_key(key)
        last = journal.current.last_t_ms // 1000
        for seq in range(last + 1, last + 4):
            journal.append(seq, seq * 1000, PRESS, 1, 0)
        again = mounted(flash, HERE, key)
        assert again.current.whole
        assert [event[0] for event in again.events()] == list(range(1, last + 4))
        assert again.steady and again.last_link() == journal.last_link()


def test_a_key_that_shares_its_tag_with_an_older_one_is_told_before_it_is_used():
    flash = Flash()
    assert not mounted(flash, HERE).tag_is_taken(KEY)
    journal = played(flash, 10, 1, HERE, KEY)
    twin = sharing_a_tag(KEY)
    assert not mounted(flash, HERE, twin).current.whole, "so it would read as damaged"
    for now in (journal, mounted(flash, HERE, OTHER), mounted(flash, HERE)):
        assert now.tag_is_taken(twin)
        # A key that comes back fits the records it signed; one with another tag does not matter.
        assert not (now.tag_is_taken(KEY) or now.tag_is_taken(OTHER) or now.tag_is_taken(b""))


def test_the_key_is_stored_and_no_setting_tells_it():
    flash = Flash()
    settings = Settings(flash, 0)
    assert settings.log_key() == b""
    settings.set_log_key(KEY)
    settings.commit()
    settings = Settings(flash, 0)
    assert settings.log_key() == KEY
    assert hexlify(KEY).decode() not in str(settings.all())
    settings.set_log_key(b"")
    settings.commit()
    assert Settings(flash, 0).log_key() == b""
    assert "32 bytes" in refusal(settings.set_log_key, KEY[1:])
