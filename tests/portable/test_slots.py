"""The two-block store below settings and PIN: room, marks, neighbours, prepared blocks."""

from corrido.store.two_slots import Slots
from test_journal import Flash

FIRST = 2  # there are blocks before and behind
MOST = 4096 - 14


def store(flash):
    slots = Slots(flash, FIRST, b"CT", 1)
    return slots, slots.load()


def text(number, length=20):
    return bytes([(number + at) % 251 for at in range(length)])


def filled(saves, length=20):
    """A store after so many saves of one session, each of one page."""
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
    try:
        store(flash)[0].save(bytes(MOST + 1))
        raise AssertionError("taken")
    except OSError as error:
        assert "store CT" in str(error)
    assert store(flash)[1] == text(2, MOST)


def test_marks_go_on_after_power_on_and_end_with_their_room():
    flash = Flash()
    slots, _ = store(flash)
    slots.save(text(0, 200), 100)  # room for 128, on two pages
    for count, marked in ((5, 5), (5, 5), (3, 5), (21, 21), (99, 99), (128, 128), (1000, 128)):
        slots.mark(count)
        assert slots.marked() == marked
        before = bytes(flash.data)
        slots, image = store(flash)
        assert slots.marked() == marked and image == text(0, 200)
        assert bytes(flash.data) == before
    slots.save(text(1), 64)
    assert slots.marked() == 0 and store(flash)[0].marked() == 0
    slots.mark(7)
    assert store(flash)[0].marked() == 7


def test_the_room_for_marks_is_no_other_copys():
    for again in (False, True):
        flash = Flash()
        slots, _ = store(flash)
        slots.save(text(0, 200), 512)
        slots.mark(3)
        if again:
            slots, _ = store(flash)
        before = bytes(flash.data)
        slots.save(text(1, 200), 512)
        for at in range(len(before)):  # the next copy turns out torn
            if flash.data[at] != before[at]:
                flash.data[at] = 0
        slots, image = store(flash)
        assert image == text(0, 200) and slots.marked() == 3, again


def test_the_blocks_beside_it_stay_as_they_are():
    for saves in (0, 1, 15, 16, 17, 31, 32, 33):
        flash, _ = filled(saves)
        for number in range(3):
            slots, image = store(flash)
            assert image == (text(saves + number - 1) if saves + number else b"")
            slots.save(text(saves + number))
        for block in range(flash.blocks):
            if block not in (FIRST, FIRST + 1):
                start = block * 4096
                assert flash.data[start : start + 4096] == b"\xff" * 4096, (saves, block)


def test_the_newest_is_programmed_again_at_power_on():
    flash, _ = filled(3)
    seen = []
    program = flash.program
    flash.program = lambda addr, buf: (seen.append((addr, bytes(buf))), program(addr, buf))
    assert store(flash)[1] == text(2)
    ((at, copy),) = seen
    assert copy == flash.data[at : at + len(copy)] and text(2) in copy


def test_a_prepared_session_needs_no_erase_until_both_blocks_are_full():
    for saves in (1, 10, 16, 17, 20, 32, 40):
        flash, _ = filled(saves)
        slots, _ = store(flash)
        for _ in range(2):
            slots.prepare()
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


def refuse(*_arguments):
    raise OSError(5)


def test_the_block_that_holds_the_only_copy_is_never_prepared():
    flash, slots = filled(16)
    program, flash.program = flash.program, refuse
    try:
        slots.save(text(99))
        raise AssertionError("taken")
    except OSError:
        flash.program = program
    slots.prepare()
    assert store(flash)[1] == text(15)


def test_a_block_that_does_not_erase_ends_the_store_and_loses_nothing():
    flash, slots = filled(16)
    flash.erase = refuse
    for _ in range(2):
        try:
            slots.save(text(99))
            raise AssertionError("taken")
        except OSError as error:
            assert "takes no more" in str(error)
        assert store(flash)[1] == text(15)
