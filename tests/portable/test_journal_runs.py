"""Ignored presses in the journal: runs of bits, dropped presses, and entries never dropped."""

from corrido.store.journal.codec import LOGS, PAYLOAD, TIMES, VALUE, WHO
from corrido.store.journal.ring import USED
from nor_flash import SMALL, Flash
from played_journal import PRESS, counted, mounted, played


def test_ignored_presses_are_bits_of_one_entry_until_something_else_happens():
    flash = Flash()
    journal = played(flash, 2)
    used = journal.end.at
    for number in range(200):
        journal.ignored(3000 + number, b"\x01", 1)
        journal.ignored(3000 + number, b"\x02", 0)
    assert journal.end.at - used < 600 and counted(journal, "ignored") == 400
    journal.append(4, 9000, PRESS, 1, 0, ("press",))
    journal.ignored(9001, b"\x01", 1)
    journal = mounted(flash)
    found = [entry for entry in journal.records() if entry[LOGS] == ("ignored",)]
    assert [(entry[WHO], entry[PAYLOAD], entry[TIMES]) for entry in found] == [
        (1, b"\x01", 200), (0, b"\x02", 200), (1, b"\x01", 1),
    ]  # fmt: skip
    assert counted(journal, "ignored") == 401 and journal.current.whole
    assert [event[0] for event in journal.events()] == [1, 2, 3, 4] and journal.steady


def test_no_flood_of_presses_takes_the_room_of_what_counts():
    flash = Flash(6)
    journal = mounted(flash)
    journal.begin(1, b"")
    ignored = 0
    for number in range(400):  # each the first of its kind since an entry
        for kind in range(4):
            journal.ignored(number, bytes((kind,)), kind)
            ignored += 1
        if number % 4 == 0:
            journal.append(2 + number // 4, number, PRESS, 1, 0)
    assert journal.current.dropped
    kept = counted(journal, "ignored")
    for number in range(60):
        journal.note(5000 + number, ("pin",), b"wrong")
        journal.note(5000 + number, ("lookup",), b"WORD")
    again = mounted(flash)
    assert 0 < again.current.dropped <= journal.current.dropped < 2 * again.current.dropped
    assert counted(again, "pin") == counted(again, "lookup") == 60
    told = [entry[VALUE] for entry in again.records() if entry[LOGS] == ("dropped",)]
    assert told == [1 << n for n in range(len(told))] and told
    assert told[-1] <= ignored - kept < 2 * told[-1]
    journal.begin(2, b"")
    told = [entry[VALUE] for entry in mounted(flash).records() if entry[LOGS] == ("dropped",)]
    assert told[-1] == ignored - kept and journal.current.dropped == 0


def test_hammering_an_idle_button_for_ten_minutes_is_a_handful_of_pages():
    flash = Flash(8, SMALL)
    journal = played(flash, 2)
    for number in range(6000):
        journal.ignored(3000 + 100 * number, b"\x01", 1)
    assert journal.current.dropped == 0 and counted(mounted(flash), "ignored") == 6000
    assert 1 < list(journal.ring.states).count(USED) <= 3  # an hour: 18 KB at most
