"""`corrido scenario --body phone`: scenarios on the clock's page, by its halves and sheets."""

import pytest
from browsing import chromium_path, needs_packages

from host_tools.cli import main

PLAYED = """scenario a-whole-game
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

scenario what-both-agree-on
device preset=fise-corrido budget=600 player-a=Ana player-b=Luz
at 0 power on
at 1 press B
at 11 press A
at 21 press STOP
at 22 consent undo
expect phase stopped, turn A, turns.A 0, log undo 1, log consent 1
at 30 consent set B 9:00
expect clock.B 9:00.000, log adjust 1, log consent 2
at 45 consent set both 8:00 7:00
expect clock.A 8:00.000, clock.B 7:00.000, log consent 3
at 60 consent names
expect log names 1, log consent 4
at 70 consent void
expect phase closed, log void 1, log consent 5

scenario what-both-mend-and-resume
device preset=fise-corrido budget=600
at 0 power on
at 1 press B
at 6 challenge FIGOS
at 16 consent amend
expect phase challenge, log amend 1, log consent 1
at 20 challenge HIGOS
expect verdict valid
+1 press OK
+2 stop other
+1 finish
expect phase over
+1 consent resume
expect phase stopped, log consent 2

scenario overtime-is-heard-and-shown
device preset=fise-corrido budget=10
at 0 power on
at 1 press B
at 12 expect heard minute 11, points.A 10, screen "-0:01", screen "−10", no screen "-0:02"

scenario the-names-change-sides
device preset=fise-corrido player-a=Ana player-b=Luz pin=4711
at 0 power on
at 1 arbiter 4711 swap
at 30 press B
+1 expect screen "A Luz", screen "B Ana"

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
    assert code == 0 and out.count("PASS") == 7, out


def test_what_does_not_hold_is_told_by_the_pages_text(play, capsys):
    assert play(WRONG) == 1
    assert "9:59 Turnos 0" in capsys.readouterr().out


@pytest.mark.parametrize("step", ["i2c down", "hold OK 2", "press LEFT", "shot clock"])
def test_what_only_the_device_has_is_said(play, capsys, step):
    assert play(WRONG + f"+1 {step}\n") == 2
    assert f"line 5: `{step}`: only the device has this" in capsys.readouterr().err
