"""What the manuals tell to press, pressed as on the page, in both languages."""

import re
from pathlib import Path

import pytest
from corrido.ui import tiles
from corrido.ui.texts.source import whole

from host_tools.sim.device import Device, pin_keys
from host_tools.sim.world import PRESS_US
from host_tools.web.manual import of_body
from host_tools.workshop.screens.cases import playing

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "manual"
PAGES = {"en": "arbiters.md", "es": "arbitros.md"}
PLAYERS = {"en": "players.md", "es": "jugadores.md"}
# What each section of the players' page is to end in, whatever plays it.
PHASES = ["running"] * 6 + ["setup"]
HEADING = {"en": "## Cases, key by key", "es": "## Casos, tecla a tecla"}
PRINTED = {"▲": "UP", "▼": "DOWN", "◀": "LEFT", "▶": "RIGHT", "?": "CHALLENGE"}
# Keys, the PIN, and list rows: with the arrows that lead there, or some DOWNs away.
STEP = re.compile(
    r"`([^`]+)`( for two seconds| dos segundos)?|(PIN)"
    r"|\*([^*]+)\*(?: \(`([^`]+)`( nine times| nueve veces)?\))?"
)


def cases(language):
    """Return the keys of the page's cases, as written there."""
    page = (MANUAL / PAGES[language]).read_text(encoding="utf-8")
    rows = page.split(HEADING[language])[1].split("\n\n")[1]
    return [" ".join(row.split()).split("**: ")[1] for row in rows.split("\n- ")]


def row_of(text, language):
    """Return the focus of the row with this text, in the arbiter's list, a menu or in setup."""
    for key, said in whole(language).items():
        family, _, name = key.partition(".")
        if said == text and family in ("act", "menu", "setup"):
            return ("arbiter" if family == "act" else family) + ":" + name
    raise AssertionError(f"no row reads {text!r}")


def play(device, line, language):
    """Carry out a line of the manual."""
    for keys, held, pin, row, arrows, nine in STEP.findall(line):
        if keys:
            pressed = [PRINTED.get(key, key) for key in keys.split()]
            for tile in keys if keys == "CASA" else ():
                device.tap(*device.way(tile))
            if keys != "CASA":
                device.tap(*pressed, hold_us=2_100_000 if held else PRESS_US)
        elif pin:
            device.tap(*pin_keys("1234"))
        else:
            focus = row_of(row, language)
            device.tap(*[PRINTED[arrow] for arrow in arrows.split()] * (9 if nine else 1))
            while not arrows and device.focus() != focus and device.now_us < 600_000_000:
                device.tap("DOWN")
            assert device.focus() == focus, f"{row} is not there"
        if keys == "OK":
            device.run_until(device.now_us + 1_000_000)  # a PIN is checked during the game


@pytest.fixture(params=PAGES)
def language(request):
    """One of the manuals' languages."""
    return request.param


@pytest.fixture
def game(language):
    """A game that A has opened, twenty seconds ago."""
    return playing(language).wait(20_000).device


@pytest.mark.parametrize(("keys", "case", "status"), [
    ("A", 0, {"running": "A", "turns.A": "0", "turn": "A"}), ("A", 1, {"phase": "challenge"}),
    ("", 2, {"phase": "ready", "preset": "fise-no-corrido", "game": "13"}),
    ("", 3, {"clock.A": "30", "running": "A"}),
])  # fmt: skip
def test_a_case_ends_as_the_manual_says(game, language, keys, case, status):
    game.tap(*keys)
    play(game, cases(language)[case], language)
    assert {name: game.status()[name][: len(told)] for name, told in status.items()} == status


def judged_invalid(game):
    """Challenge one letter, which is no word."""
    game.tap("CHALLENGE", "OK")
    game.tap(*game.way(tiles.DONE), "A", "B")
    game.run_until(game.now_us + 1_000_000)
    assert game.status()["verdict"] == "invalid"


def players(language, body):
    """Return what one body's players are told to press, by section."""
    page = of_body((MANUAL / PLAYERS[language]).read_text(encoding="utf-8"), body)
    line = re.compile(r"^- \*\*.*?\*\*(.*(?:\n  .*)*)", re.MULTILINE)
    return [[" ".join(found.split()) for found in line.findall(part)]
            for part in page.split("\n## ")[1:]]  # fmt: skip


def sequences(language, body):
    """Yield what a whole game's sections tell to press: first sentences, without remarks."""
    for lines in players(language, body)[:-1] or players(language, body):
        yield [re.sub(r" \((?!`[▲▼◀▶ ]+`\)).*?\)", "", line.split(". ")[0]) for line in lines]


@pytest.mark.parametrize("language", PLAYERS)
def test_a_game_by_the_players_page(language):
    device = Device.provisioned({"language": language, "preset": "fise-corrido"})
    device.power_on()
    device.run_until(2_000_000)
    phases, passes = [], []
    for section in sequences(language, {"en": "device", "es": "aparato"}[language]):
        for line in section:
            play(device, line, language)
            device.run_until(device.now_us + 1_000_000)
        phases.append(device.status()["phase"])
        passes.append(device.status()["passes"])
    assert (phases, passes[2:6]) == (PHASES, ["0", "0", "0", "1"])  # the exchange taken back
    assert [device.log_count(kind) for kind in ("verdict", "score", "close")] == [1, 2, 1]


def told(language, article):
    """Return the players' line on an article of the rulebook, from its first key on."""
    *_, last = players(language, {"en": "device", "es": "aparato"}[language])
    (line,) = [line for line in last if f"({article})" in line]
    return "`" + line.partition("`")[2]


def test_players_enter_a_blank_and_appeal(game, language):
    play(game, told(language, "10.4"), language)
    assert (game.log_count("blank"), game.status()["running"]) == (1, "A")
    judged_invalid(game)
    play(game, told(language, "42.4"), language)
    assert game.log_count("appeal-asked") == 1 and game.status()["verdict"] == "invalid"


def test_a_word_was_misspelt(game, language):
    judged_invalid(game)
    play(game, cases(language)[4], language)
    assert game.status()["phase"] == "challenge"


def test_an_act_against_the_wrong_player(game, language):
    play(game, cases(language)[3].removesuffix("; `STOP`"), language)
    game.tap("BACK", "BACK")  # what was done has been read; he leaves
    play(game, cases(language)[5], language)
    assert game.status()["clock.A"][:2] == "29"


def test_every_case_is_pressed(language):
    assert len(cases(language)) == 6
