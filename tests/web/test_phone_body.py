"""`corrido scenario --body phone`: scenarios on the clock's page, by its halves and sheets."""

import pytest
from browsing import chromium_path, needs_packages

from host_tools.cli import main

PLAYED = """scenario a-challenge-a-penalty
device preset=fise-corrido budget=600 pin=1234
at 0 power on
at 1 press B
at 6.250 challenge CASA
expect verdict valid, clock.A 9:54.750, screen "CORRECTA"
+1 press OK
+2 arbiter 1234 penalty A 30
expect penalty.A 30, log penalty 1
+1 arbiter 1234 set A 5:00
expect clock.A 5:00.000 ~2

scenario a-whole-game
device preset=fise-no-corrido budget=600
at 0 power on
at 1 press B
at 11 press A
expect phase count, no screen "NO VÁLIDA"
at 12 press A
+3 mark pass
+1 hold B 0.3
expect phase count, clock.B 9:55.880 ~1
at 20 press B
at 21 stop other
expect reason other, phase stopped
+1 finish
+1 close
expect phase closed
+1 next
expect phase setup

scenario overtime-is-heard-and-shown
device preset=fise-corrido budget=10
at 0 power on
at 1 press B
at 12 expect heard minute 11, points.A 10, screen "-0:01", screen "−10", no screen "-0:02"

scenario void-reopened-and-forfeited
device preset=fise-corrido pin=4711
at 0 power on
at 1 press B
+5 arbiter 4711 void
expect phase closed
+1 arbiter 4711 reopen
expect phase over
+1 arbiter 4711 forfeit B
expect forfeit B, screen "Gana A"
+1 close
+1 expect phase closed, screen "Gana A", screen "PARTIDA PERDIDA"

scenario closed-while-a-clock-runs
device preset=fise-corrido budget=600 bounce=4
at 0 power on
at 1 press B
at 11 power cut
at 20 power on
+1 expect phase recovered, clock.A 9:50.000 ~1, screen "se cerró con un reloj en marcha"
+1 press OK
+1 press STOP
+1 expect running A
"""
WRONG = """device preset=fise-corrido budget=600
at 0 power on
at 1 press B
+1 expect screen "JUGADA NO VÁLIDA"
"""


@pytest.fixture
def play(tmp_path):
    chromium_path()
    pytest.importorskip("playwright")
    needs_packages()

    def run(text):
        file = tmp_path / "game.scn"
        file.write_text(text, encoding="utf-8")
        return main(["scenario", "--body", "phone", str(file)])

    return run


def test_scenarios_hold_on_the_phones_page(play, capsys):
    code = play(PLAYED)
    out = capsys.readouterr().out
    assert code == 0 and out.count("PASS") == 5, out


def test_what_does_not_hold_is_told_by_the_pages_text(play, capsys):
    assert play(WRONG) == 1
    assert "9:59 Turnos 0" in capsys.readouterr().out


@pytest.mark.parametrize("step", ["i2c down", "hold OK 2", "press LEFT", "shot clock"])
def test_what_only_the_device_has_is_said(play, capsys, step):
    assert play(WRONG + f"+1 {step}\n") == 2
    assert f"line 5: `{step}`: only the device has this" in capsys.readouterr().err
