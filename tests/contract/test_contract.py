"""The promises of a board (corrido/parts.py): of the simulated board's code and the chips'."""

import pytest
from corrido.contacts import Debouncer
from corrido.parts import KEYS
from corrido.services.timebase import Timebase

from boards.rpi.device import FileFlash
from tests.contract.rigs import CHIP_BOARDS, ChipRig, SimRig

PERIOD = 1 << 30
PLAY_KEYS = KEYS[:4]


def events(rig, debouncer, us, step=1000):
    """Run the board's main loop for a while; returns (key, pressed, ticks)."""
    edge, out = [0, 0, 0], []
    for _ in range(us // step):
        now = rig.board.ticks_us()
        while rig.board.buttons.get(edge):
            debouncer.edge(*edge)
        out += debouncer.poll(now)
        rig.wait(step)
    return out


def new_debouncer(board):
    debouncer = Debouncer(len(board.keys), period=board.ticks_period)
    for key in range(len(board.keys)):
        debouncer.start(key, board.buttons.level(key))
    return debouncer


def test_keys_begin_with_the_play_keys(rig):
    board = rig.board
    assert board.keys[:4] == PLAY_KEYS
    assert set(board.keys) <= set(KEYS) and len(set(board.keys)) == len(board.keys)
    assert {"UP", "DOWN", "OK", "BACK"} <= set(board.keys)


def test_facts(rig):
    board = rig.board
    assert board.ticks_period == PERIOD and 0 <= board.ticks_us() < PERIOD
    assert board.reset_cause in ("power", "watchdog", "other")
    assert isinstance(board.unique_id, bytes) and board.unique_id
    assert board.battery_mv() is None or 1000 <= board.battery_mv() < 10000
    assert isinstance(board.lexicon_dir, str) and board.displays
    for address, column, rotated in board.displays:
        assert address in (0x3C, 0x3D) and column in (0, 2) and rotated in (False, True)


def test_time_goes_on_across_the_wrap(rig):
    base = Timebase(rig.board)
    for _ in range(5):
        rig.wait(1_234_567)
        base.now_ms()
    assert base.now_ms() == 5 * 1_234_567 // 1000


@pytest.mark.parametrize("key", (*PLAY_KEYS, "OK", "BACK"))
def test_a_press_and_its_release(rig, key):
    board, debouncer = rig.board, new_debouncer(rig.board)
    number = board.keys.index(key)
    assert board.buttons.level(number) == 0
    start = board.ticks_us()
    rig.contact(key, True)
    assert board.buttons.level(number) == 1
    assert events(rig, debouncer, 80_000) == [(number, 1, start)]
    rig.contact(key, False)
    ((got, level, stamp),) = events(rig, debouncer, 60_000)
    assert (got, level) == (number, 0)
    assert abs((stamp - start) % PERIOD - 80_000) <= 1000


def test_a_bouncing_contact_is_one_press(rig):
    debouncer = new_debouncer(rig.board)
    start, found = rig.board.ticks_us(), []
    for span in (300, 150, 800, 90, 2500, 700, 1200, 40):
        rig.contact("B", not rig.board.buttons.level(1))
        rig.wait(span)
        found += events(rig, debouncer, 1000, 100)
    rig.contact("B", True)
    found += events(rig, debouncer, 60_000)
    assert found == [(1, 1, start)]
    assert rig.board.buttons.overflows == 0


def test_two_players_at_once(rig):
    debouncer = new_debouncer(rig.board)
    first = rig.board.ticks_us()
    rig.contact("B", True)
    rig.wait(300)
    rig.contact("A", True)
    found = events(rig, debouncer, 40_000)
    assert [event[0] for event in found] == [1, 0]
    assert found[0][2] == first and (found[1][2] - first) % PERIOD == 300


def test_a_press_in_a_stall_keeps_its_time(rig):
    debouncer = new_debouncer(rig.board)
    rig.wait(100_000)
    first = rig.board.ticks_us()
    rig.contact("A", True)
    rig.wait(80_000)
    rig.contact("A", False)
    rig.wait(220_000)
    found = [event for event in events(rig, debouncer, 60_000) if event[1]]
    assert found == [(0, 1, first)]


def test_a_key_closed_at_the_start_does_not_stop_the_others(rig):
    rig.contact("STOP", True)
    rig.wait(50_000)
    debouncer = new_debouncer(rig.board)
    assert 2 in debouncer.faults()
    rig.contact("A", True)
    assert [event[:2] for event in events(rig, debouncer, 40_000)] == [(0, 1)]


@pytest.fixture(params=("file", "sim", *CHIP_BOARDS))
def flash(request, monkeypatch, tmp_path):
    """Each board's flash, and that of a computer's board, which is a file."""
    if request.param == "file":
        yield (kept := FileFlash(tmp_path / "flash.bin"))
        kept.close()
    else:
        yield (
            SimRig() if request.param == "sim" else ChipRig(request.param, monkeypatch)
        ).board.flash


def test_flash_is_nor(flash):
    assert flash.block_size == 4096 and flash.blocks >= 8 and flash.page_size >= 64
    flash.erase(1)
    whole = bytearray(4096)
    flash.read(4096, whole)
    assert whole == b"\xff" * 4096
    flash.program(4096 + 300, b"corrido")
    flash.program(4096 + 310, b"\x0f")
    part = bytearray(11)
    flash.read(4096 + 300, part)
    assert part == b"corrido\xff\xff\xff\x0f"
    flash.read(4096 - 4, across := bytearray(8))
    assert across[4:] == b"\xff" * 4
    flash.erase(1)
    flash.read(4096 + 300, part)
    assert part == b"\xff" * 11


def test_flash_refuses_what_is_outside(flash):
    for action in (
        lambda: flash.read(flash.blocks * 4096 - 1, bytearray(2)),
        lambda: flash.program(flash.blocks * 4096, b"x"),
        lambda: flash.program(250, b"0123456789"),
        lambda: flash.erase(flash.blocks),
    ):
        with pytest.raises((ValueError, AssertionError)):
            action()


def test_flash_that_fails_says_so(rig):
    rig.flash.bad = dict.fromkeys(range(rig.flash.blocks), "program-error")
    with pytest.raises(OSError):
        rig.board.flash.program(0, b"x")


def test_the_bus_writes_reports_and_recovers(rig):
    bus = rig.board.i2c
    bus.writevto(0x3C, (b"\x40", bytes(16)))
    before = rig.i2c_bytes()
    assert before >= 16
    bus.writeto(0x3C, b"\x40" + bytes(8))
    assert rig.i2c_bytes() > before
    with pytest.raises(OSError):
        bus.writeto(0x23, b"\x00")
    rig.unplug()
    with pytest.raises(OSError):
        bus.writeto(0x3C, b"\x00\xae")
    bus.recover()
    rig.plug()
    bus.recover()
    bus.writeto(0x3C, b"\x00\xae")


def test_sound_is_on_and_off(rig):
    assert rig.tone() == 0
    rig.board.buzzer.on(1500)
    assert rig.tone() == 1500
    rig.board.buzzer.on(2400)
    assert rig.tone() == 2400
    rig.board.buzzer.off()
    assert rig.tone() == 0
