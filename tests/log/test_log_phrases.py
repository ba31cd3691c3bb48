"""Accounts of games in every language of the screens: complete tables, no word of another."""

import re
from pathlib import Path

import pytest
from corrido.core import events, phases
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.ui.texts import LANGUAGES

from host_tools.clocks import clock_ms
from host_tools.hall import conduct
from host_tools.log import account, games, phrases
from host_tools.paths import firmware_dir
from tests.log.conftest import PRESS, A, B, image_of, play, recording, sent

ENGLISH = re.compile(
    r"\b(press|wrong|stopped|clock|asked|turns?|points?|passes|scoreless|yes|running|challenge|"
    r"reason|phase|penalty|round|table|look-up|none|arbiter|verdict|undo)\b"
)
LOG = Path(phrases.__file__).parent
ASKED = re.compile(r"phrases\.word\(([^()]*), language(?:, .(\w+).)?\)")
QUOTED = re.compile(r"""["']([\w.-]+(?: \w+)*)["']""")
# Words spelt the same in another language as in English.
SHARED = {"ca": set(), "es": set(), "pl": set()}


def test_every_phrase_that_is_asked_for_exists():
    table, asked = phrases.table("en"), set()
    for path in LOG.glob("*.py"):
        for given, kind in ASKED.findall(path.read_text("utf-8")):
            for name in QUOTED.findall(given):
                asked.add((f"{kind or 'word'}.{name}", f"value.{name}"))
    assert len(asked) >= 20
    assert not [names for names in asked if not set(names) & set(table)]


def test_no_phrase_is_left_that_nothing_asks_for():
    files = [*LOG.glob("*.py"), Path(conduct.__file__)]
    for room in ("core", "services", "store"):
        files += (firmware_dir() / "corrido" / room).rglob("*.py")
    quoted = set(QUOTED.findall("\n".join(path.read_text("utf-8") for path in files)))
    quoted |= set(vars(events)) | {name[:-2] for name in Game(rules_for("wespa")).status()}
    assert not [key for key in phrases.table("en") if not {key, key.partition(".")[2]} & quoted]


def test_every_word_of_the_firmware_is_told():
    table = phrases.table("en")
    words = {*events.REASONS, *events.MARKS, *events.VERDICTS, *events.CARDS, *events.FAULTS}
    words |= set(phases.ALL)
    assert {word for word in words if f"value.{word}" not in table} == set()
    fields = {name.partition(".")[0] for name in Game(rules_for("fise-corrido")).status()}
    assert {field for field in fields if f"field.{field}" not in table} == set()


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_word_of_english_is_left_in_another_language(image, language):
    game = games.one_game(image, 1)
    assert len(account.lines(game, language)) == len(game.entries)
    told = account.text(game, language).replace("es 1 0123abcd", "")
    assert not set(ENGLISH.findall(told)) - SHARED.get(language, set()), told


def test_a_wrong_pin_of_the_settings_stands_at_no_time_of_the_game():
    flash, recorder = recording()
    recorder.log("pin", b"wrong")
    play(recorder, {})
    recorder.log("pin", b"wrong")
    recorder.send(events.OK, 0, 0, 230_000)
    recorder.log("pin", b"wrong")
    told = account.lines(games.one_game(image_of(flash), 1), "es")
    outside = ("", "[fuera de la partida] PIN equivocado", "", "")
    assert told[0] == told[-1] == outside
    assert [line[1] for line in told].count("PIN equivocado") == 1
    times = [clock_ms(line[0], decimals=True) for line in told[1:-1]]
    assert times == sorted(times)


def test_a_hold_says_who_held_and_how_long():
    flash, recorder = recording(challenge_when=1, hold_ms=20_000)
    recorder.arm(recorder.match.rules, {}, 0)
    sent(recorder, (1000, PRESS, B), (61_000, PRESS, A), (65_000, events.CHALLENGE, B),
         (70_250, PRESS, B))  # fmt: skip
    ended = games.one_game(image_of(flash), 1).entries[-1]
    assert account.details(ended, "en") == "hold of 0:05.250 by B"
