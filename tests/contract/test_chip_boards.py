"""Features of chip boards only: pins, idling, the watchdog at a console, memory on the bus."""

import sys
import time

import pytest

from tests.contract.rigs import CHIP_BOARDS, ESP32_BOARDS, ChipRig, chip_of, drained

# Pins that decide how an ESP32 starts, or that its flash or console uses.
RESERVED = {
    "rp2040": {23, 24, 25},
    "rp2350": {23, 24, 25},
    "esp32": {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 24, 28, 29, 30, 31},
    "esp32s3": {0, 3, 19, 20, *range(22, 38), 43, 44, 45, 46, 48},
    # 9 starts the boot loader if it is low at reset; the ROM drives 21.
    "esp32c3": {9, *range(11, 20), 21},
}


def test_no_pin_is_used_twice_nor_reserved(chip_rig):
    used = chip_rig.chip.used
    assert len(set(used)) == len(used), sorted(used)
    name = chip_rig.board.name
    radio = {29} if name.endswith("_w") else set()  # the pin that measures VSYS on other boards
    assert not set(used) & (RESERVED[chip_of(name)] | radio)


def test_idle_lets_the_chip_sleep_and_ends_in_time_and_at_an_edge(chip_rig):
    """An ESP32 sleeps only whole ticks; a Pico waits awake for a fraction of a millisecond."""
    chip, board = chip_rig.chip, chip_rig.board
    chip.awake_us = 0
    board.idle(998_700)
    assert chip.awake_us <= (510_000 if chip.name.startswith("esp32") else 0)
    start = chip.now_us
    board.idle(25_300)
    assert 25_300 <= chip.now_us - start <= 26_000
    chip.on_sleep = lambda: chip.now_us - start > 40_000 and chip_rig.contact("A", True)
    board.idle(1_000_000)
    assert chip.now_us - start < 50_000


def test_a_press_that_no_capture_booked_is_late_and_not_lost(chip_rig):
    """The PIO has stopped and no interrupt comes: the main loop sees the contacts."""
    chip = chip_rig.chip
    for machine in chip.machines:
        machine.enabled = False
    chip.handlers.clear()
    chip_rig.contact("A", True)
    seen = []
    for _ in range(50):
        seen += drained(chip_rig.board)
        chip_rig.wait(1000)
    assert [edge[:2] for edge in seen] == [(0, 1)]


def test_a_board_file_for_another_chip_is_refused_by_name(monkeypatch):
    """Its addresses are another chip's: interrupts would stay off forever."""
    monkeypatch.setattr("tests.contract.rigs.chip_of", lambda name: "rp2350")
    with pytest.raises(RuntimeError, match="board file is for an rp2040, the chip is an rp2350"):
        ChipRig("pico", monkeypatch)
    monkeypatch.setattr("tests.contract.rigs.chip_of", lambda name: "rp2450")
    with pytest.raises(RuntimeError, match="RP2450: neither"):
        ChipRig("pico", monkeypatch)


def test_a_flash_without_littlefs_is_refused_by_its_name(monkeypatch):
    monkeypatch.setattr("tests.contract.fake_chip.PARTITIONS", ("ffat",))
    with pytest.raises(OSError, match="no flash partition 'vfs'"):
        ChipRig("esp32", monkeypatch)


@pytest.mark.parametrize("direction", [1, -1])
def test_an_encoder_of_an_esp32_keeps_its_bounce_out_of_the_queue(direction, monkeypatch):
    rig = ChipRig("esp32c3", monkeypatch)
    encoder, lines = rig.board.buttons._encoder, rig.module.WIRING["encoder"][::direction]
    detents, handled, on_edge = 0, [], encoder.on_edge
    monkeypatch.setattr(encoder, "on_edge", lambda pin: handled.append(pin) or on_edge(pin))
    for gpio, closed in 2 * [(line, closed) for closed in (True, False) for line in lines]:
        before = len(handled)
        for level in (closed, not closed) * 20 + (closed,):
            rig.chip.contact(gpio, level)
        assert len(handled) - before <= 2  # of 41 edges
        rig.wait(5_000)
        detents += sum(level for _, level, _ in drained(rig.board))
    rig.wait(200_000)
    detents += sum(level for _, level, _ in drained(rig.board))
    assert detents == 2
    assert not encoder._masked


@pytest.mark.parametrize("name", ESP32_BOARDS)
def test_an_esp32_masks_a_contact_until_it_is_quiet(name, monkeypatch):
    """Its scheduler's queue holds eight: bounce would silently drop other keys' edges."""
    rig = ChipRig(name, monkeypatch)
    gpio = rig.gpios[0]

    def armed():
        return rig.chip.handlers[gpio][0] is not None

    assert armed()
    rig.contact("A", True)
    assert not armed() and len(drained(rig.board)) == 1
    rig.wait(50_000)
    rig.contact("A", False)
    assert len(drained(rig.board)) == 1 and armed()  # so that its next closing is noted ...
    rig.contact("A", True)
    rig.contact("A", False)
    assert not armed()  # ... once
    for _ in range(2):
        rig.wait(9_000)
        assert drained(rig.board) == [] and not armed()
    rig.wait(9_000)
    assert drained(rig.board) == [] and armed()


@pytest.mark.parametrize("name", ESP32_BOARDS)
def test_a_key_that_an_esp32_finds_closed_is_no_edge(name, monkeypatch):
    rig = ChipRig(name, monkeypatch)
    rig.contact("A", True)
    board = rig.module.make()
    for _ in range(5):
        assert drained(board) == []
        rig.wait(30_000)
    assert board.buttons.level(0) == 1 and not board.buttons.waiting()
    rig.contact("A", False)
    assert [found[:2] for found in drained(board)] == [(0, 0)]


def test_an_esp32_with_psram_leaves_that_memory_its_pins(monkeypatch):
    rig = ChipRig("esp32", monkeypatch, leds=(("A", 16), ("B", 5)))
    assert set(rig.board.leds) == {"A", "B"}
    name = "Generic ESP32 module with SPIRAM with ESP32"
    monkeypatch.setattr(sys.implementation, "_machine", name)
    assert set(rig.module.make().leds) == {"B"}


def test_a_bus_is_given_back_with_a_stop_and_opened_anew(monkeypatch):
    done = []

    class Pin:
        OPEN_DRAIN = 2

        def __init__(self, gpio, mode=-1, value=None):
            self.value = lambda level: done.append((gpio, level))
            if value is not None:
                self.value(value)

    bus = ChipRig("pico", monkeypatch).board.i2c
    first, module = bus.controller, sys.modules["corrido.hal.machine_board"]
    monkeypatch.setattr(time, "sleep_us", lambda us: done.append("wait"), raising=False)
    monkeypatch.setattr(module, "Pin", Pin)
    monkeypatch.setattr(module, "I2C", lambda _, **options: done.append("open") or object())
    bus.recover()
    clocks = [(5, 0), "wait", (5, 1), "wait"] * 9
    assert done == [(5, 1), (4, 1), *clocks, (4, 0), "wait", (4, 1), "wait", "open"]
    assert bus.controller is not first


def test_a_console_keeps_the_watchdog_content(chip_rig):
    chip, dog = chip_rig.chip, chip_rig.board.watchdog
    dog.feed_by_timer()
    assert chip.fed == 0
    dog.feed()
    dog.feed_by_timer()
    (timer,) = chip.timers
    timer.callback(timer)
    assert chip.fed == 2
    dog.feed()
    assert not chip.timers and chip.fed == 3


def test_the_application_takes_the_watchdog_over_from_the_start(chip_rig):
    """A timer that kept feeding would turn every later hang into a dead device."""
    chip, board = chip_rig.chip, chip_rig.board
    chip_rig.module.after_boot()
    assert not chip.timers  # no watchdog runs yet
    board.watchdog.feed()
    chip.reset_cause = 5  # as after a soft reset
    chip_rig.module.after_boot()
    assert len(chip.timers) == 1
    chip_rig.module.make().watchdog.feed()
    assert not chip.timers


def test_an_interrupt_at_any_moment_takes_no_edge_away(chip_rig):
    """A key closes while the main loop records another, at each line of that code in turn."""
    board, at, lines = chip_rig.board, 0, 1

    def trace(frame, event, _):
        nonlocal lines
        if not frame.f_code.co_filename.endswith(("buttons.py", "encoder.py")):
            return None
        if event == "line":
            lines += 1
            if lines == at:
                chip_rig.contact("BACK", True)
        return trace

    while at <= lines:
        at, lines, seen = at + 1, 0, []
        for closed in (True, False):
            chip_rig.contact("A", closed)
            before = sys.gettrace()  # coverage.py's
            sys.settrace(trace)
            seen += drained(board)
            sys.settrace(before)
            chip_rig.wait(100)
        seen += drained(board)
        if at <= lines:
            told = sorted((board.keys[key], level) for key, level, _ in seen)
            assert told == [("A", 0), ("A", 1), ("BACK", 1)], at
        chip_rig.contact("BACK", False)
        chip_rig.settle()
    assert at > 50 and board.buttons.overflows == 0


def test_leds_and_one_that_is_not_there(chip_rig):
    for name in chip_rig.board.leds:
        chip_rig.board.led(name, True)
    with pytest.raises(KeyError):
        chip_rig.board.led("nothing", True)


@pytest.mark.parametrize("name", CHIP_BOARDS)
def test_a_battery_is_measured_where_it_is_wired(name, monkeypatch):
    wiring = ChipRig(name, monkeypatch).module.WIRING
    wired, drop_mv = wiring["battery"], wiring.get("battery_drop_mv", 0)
    # GPIO 29 of a Pico without radio is wired on the board; any other pin would read noise.
    assert wired is None or (chip_of(name).startswith("rp2") and wired[0] == 29)
    _, multiplier, divisor = wired or (0, 2, 1)
    rig = ChipRig(name, monkeypatch, battery=wired or (3, multiplier, divisor))
    at_pin_mv = 45000 * 3300 // 65535
    assert rig.board.battery_mv() == pytest.approx(
        at_pin_mv * multiplier / divisor + drop_mv, abs=20
    )
    rig.chip.adc = 30
    assert rig.board.battery_mv() is None


@pytest.mark.parametrize("name", CHIP_BOARDS)
def test_an_encoder_makes_up_and_down(name, monkeypatch):
    wired = ChipRig(name, monkeypatch).module.WIRING
    pins = dict(wired["keys"])
    lines = wired["encoder"] or (pins["UP"], pins["DOWN"])
    keys = tuple(pair for pair in wired["keys"] if pair[0] not in ("UP", "DOWN"))
    rig = ChipRig(name, monkeypatch, keys=keys, encoder=lines)
    a, b = lines
    for gpio, closed in ((a, True), (b, True), (a, False), (b, False)):
        rig.chip.contact(gpio, closed)
        rig.wait(500)
    seen = [(rig.board.keys[key], level) for key, level, _ in drained(rig.board)]
    assert seen == [("UP", 1), ("UP", 0)]
    assert rig.board.buttons.level(rig.board.keys.index("UP")) == 0


def test_a_board_without_a_piezo_is_silent(monkeypatch):
    rig = ChipRig("pico", monkeypatch, buzzer=None)
    rig.board.buzzer.on(1000)
    rig.board.buzzer.off()
    assert rig.chip.tones == {}
