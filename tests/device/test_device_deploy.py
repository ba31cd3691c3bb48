"""`corrido deploy` against real MicroPython with a real littlefs: its transfers, and every cut."""

import builtins
import json
import os
import sys
from types import SimpleNamespace
from unittest.mock import MagicMock, call

import pytest

from host_tools.device import deploy as deploy_module
from host_tools.device import faults, prelude, session
from host_tools.device.deploy import Deployment
from host_tools.device.repl import Repl
from host_tools.device.wire import open_port
from host_tools.errors import UserError
from tests.device import cuts
from tests.device.cuts import deploy, small_firmware
from tests.device.rig import BOARD, START_S


def test_only_what_changed_is_sent_and_what_is_obsolete_goes(board):
    first = deploy(board.port, small_firmware(1))
    again = deploy(board.port, small_firmware(1))
    assert (first.sent, again.sent, again.removed) == (len(small_firmware(1)), 0, 0)
    assert first.fingerprint == again.fingerprint
    files = small_firmware(1) | {"/corrido/m3.py": b"RELEASE = 1\n"}
    del files["/corrido/only1.py"]
    outcome = deploy(board.port, files)
    assert (outcome.sent, outcome.sent_bytes, outcome.removed) == (1, 12, 1)


def test_every_cut_leaves_one_whole_firmware(tmp_path, board):
    stride = 1 if os.environ.get("CORRIDO_EVERY_CUT") else 17
    seen = cuts.run(tmp_path, small_firmware(1), small_firmware(2), stride, cuts.BLOCKS)
    assert seen["MIXED"] == 0
    assert seen["old firmware, whole"] and seen["new firmware, whole"]


def test_a_port_that_is_gone_when_it_is_cleared_is_one_line(board):
    link = open_port(board.port)
    board.power_off()
    with pytest.raises(faults.LinkLost), faults.guarded(board.port):
        link.wire.clear()
    link.close()


@pytest.mark.parametrize("cut_bytes", [900, 4000, 9001, 15000])
def test_a_pulled_cable_is_one_line_and_the_next_run_goes_on(board, cut_bytes):
    deploy(board.port, small_firmware(1))
    board.cut_after_bytes = cut_bytes
    with pytest.raises(faults.LinkLost, match="unplugged.*the same command goes on"):
        deploy(board.port, small_firmware(2))
    board.power_off()
    board.power_on()
    outcome = deploy(board.port, small_firmware(2))
    assert outcome.sent + outcome.resumed > 0


def test_another_programs_start_is_replaced_only_if_asked_to(repl):
    repl.put("/main.py", b"print('the blinking light runs')\n")
    with pytest.raises(UserError, match="another program's.*nothing was changed.*--over"):
        Deployment(repl, small_firmware(1)).run()
    assert b"blinking" in repl.get("/main.py")
    assert Deployment(repl, small_firmware(1), over=True).run().sent == len(small_firmware(1))
    assert Deployment(repl, small_firmware(2)).run().sent > 0  # ours from now on


def test_where_both_do_not_fit_the_old_firmware_goes_first_if_asked_to(repl):
    old, new = (small_firmware(n) | {"/corrido/large.py": os.urandom(800_000)} for n in (1, 2))
    Deployment(repl, old).run()
    with pytest.raises(faults.DeviceFault, match="nothing was changed.*--replace"):
        Deployment(repl, new).run()
    assert Deployment(repl, old).run().sent == 0
    repl.put("/corrido.log", b"kept")
    half = Deployment(repl, new, replace=True)
    half._send = lambda missing: repl.run("raise OSError")
    with pytest.raises(faults.DeviceFault):
        half.run()
    with pytest.raises(faults.ExecFault):  # no half of a firmware starts
        repl.run("os.stat('/main.py')")
    assert Deployment(repl, new).run().sent > 0
    assert Deployment(repl, old, replace=True).run().sent > 0
    assert Deployment(repl, old).run().sent == 0
    repl.run("os.stat('/corrido.log')")
    repl.restart()
    assert b"firmware 1 runs" in repl.wire.read_past(b"runs", START_S)


def test_a_port_is_closed_in_an_order_that_resets_no_board(board, monkeypatch):
    told = []
    with Repl(board.port) as repl:
        port = type(repl.wire._serial)
        close = port.close
        for line in ("rts", "dtr"):
            told_of = lambda _, level, line=line: told.append((line, level))  # noqa: E731
            monkeypatch.setattr(port, line, property(None, told_of))
        monkeypatch.setattr(port, "close", lambda self: (told.append("closed"), close(self)))
    assert told[:3] == [("rts", False), ("dtr", False), "closed"]


def test_the_heap_of_an_esp32_is_counted_whole_and_once(monkeypatch, capsys):
    """It grows piece by piece, and mem_free() counts only the largest (official C3 image).

    There 213 KB were taken in pieces of 1 KB and more, where mem_free() tells of 174.
    """
    free = SimpleNamespace(mem_alloc=lambda: 1_984, mem_free=lambda: 176_704)
    regions = [(128_912, 32_196, 27_648, 28_236), (116_496, 115_624, 114_688, 115_624),
               (10_576, 10_160, 9_216, 10_160), (6_072, 5_692, 5_632, 5_692)]  # fmt: skip
    growth = SimpleNamespace(HEAP_DATA=4, idf_heap_info=lambda _: regions)
    monkeypatch.setitem(sys.modules, "gc", free)
    monkeypatch.setitem(sys.modules, "esp32", growth)
    exec(prelude.code("identity"), {})
    told = json.loads(capsys.readouterr().out)["heap"]
    assert told == 1_984 + 176_704 + 27_648 + 9_216 + 5_632


# Bytes of heap that official images leave, counted on the emulated chips.
TOO_SMALL = {"ESP32": 195_584, "Pico W": 205_568}
LARGE_ENOUGH = {"ESP32-C3": 221_184, "Pico": 246_016}


@pytest.mark.parametrize("name", LARGE_ENOUGH)
def test_a_heap_that_holds_the_firmware_as_files_is_taken(name):
    bare = deploy_module.Identity(774, "1.26.1", name, "rp2", heap=LARGE_ENOUGH[name])
    session.refuse_no_room(bare)


@pytest.mark.parametrize("name", TOO_SMALL)
def test_a_heap_that_cannot_hold_the_firmware_as_files_is_refused(board, monkeypatch, name):
    small = TOO_SMALL[name]
    monkeypatch.setattr(
        session, "identify", lambda repl: deploy_module.identify(repl)._replace(heap=small)
    )
    with pytest.raises(UserError, match=rf"needs 210 KB of heap.*has {small >> 10} KB.*frozen"):
        session.deploy_to(board.port, session.Options(board=BOARD))
    with Repl(board.port) as repl:
        repl.enter()
        assert "boot.py" not in repl.run("import os; print(os.listdir('/'))")


# Each port's watchdog, modelled after MicroPython's: test_emulated_chip.py has the chip's own.
CALMED = [
    ("rp2", "Raspberry Pi Pico with RP2040", call.mem32.__setitem__(0x40058000 + 0x3000, 1 << 30)),
    ("rp2", "Raspberry Pi Pico 2 with RP2350",
     call.mem32.__setitem__(0x400D8000 + 0x3000, 1 << 30)),
    ("esp32", "Generic ESP32 module with ESP32", call.WDT(timeout=3_600_000)),
]  # fmt: skip


@pytest.mark.parametrize(("platform", "name", "wanted"), CALMED)
def test_the_tools_calm_it_as_the_port_allows(platform, name, wanted):
    machine = MagicMock()
    system = SimpleNamespace(platform=platform, implementation=SimpleNamespace(_machine=name))
    modules = {"sys": system, "machine": machine}

    def importer(name, *rest):
        return modules[name] if name in modules else __import__(name, *rest)

    exec(prelude.code("prelude"), {"__builtins__": {**vars(builtins), "__import__": importer}})
    assert machine.mock_calls == [wanted]
