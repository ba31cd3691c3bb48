"""`corrido scenario --body phone`: scenarios on the clock's page, by its halves and sheets."""

import pytest
from browsing import chromium_path, needs_packages

from host_tools.cli import main
from host_tools.scenario.phone import stage
from tests.conftest import scenarios

# Together they tap, hold, spell and read all that a page's player can.
PLAYED = (
    "arbiter-consent-mends-a-word", "arbiter-resume-last-play", "arbiter-revert-not-barred",
    "arbiter-void", "art-25-exchange", "art-42-1-both-sign", "art-42-late-appeal",
    "art-44-closed-stays-closed", "art-44-hands-after-the-equal-turn",
    "art-44-reopen", "contacts-two-at-once", "controls-overtime-minute", "own-preset",
    "other-names-change-seats", "power-reset", "ready-wrong-list", "screen-words-wiped",
)  # fmt: skip
WRONG = """device preset=fise-corrido budget=600
at 0 power on
at 1 press B
+1 expect screen "JUGADA NO VÁLIDA"
"""
TOLD = """device preset=fise-no-corrido budget=10
at 0 power on
at 1 press B
at 12 mark pass
at 13 press A
at 14 press A
at 15 mark pass
at 16 press B
at 17 press B
+1 expect screen "PASOS 2/4", screen "−10"
at 20 press A
+2 challenge CASX
+5 press OK
+1 stop other
+1 consent undo
+2 press STOP
+1 expect phase count, marks pass, screen "CUENTA A"
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


def test_the_projects_scenarios_hold_on_the_phones_page(play):
    with stage() as on_a_phone:
        told = [on_a_phone(scenarios()[name]).text() for name in PLAYED]
    assert told == [f"PASS {name}" for name in PLAYED]


def test_what_does_not_hold_is_told_by_the_pages_text(play, capsys):
    assert play(WRONG) == 1
    assert "9:59 Turnos 0" in capsys.readouterr().out


def test_the_page_tells_what_the_display_has_no_room_for(play):
    assert play(TOLD) == 0


@pytest.mark.parametrize("step", ["i2c down", "hold OK 2", "press LEFT", "shot clock"])
def test_what_only_the_device_has_is_said(play, capsys, step):
    assert play(WRONG + f"+1 {step}\n") == 2
    assert f"line 5: `{step}`: only the device has this" in capsys.readouterr().err
