"""Scenarios on the whole firmware: passes, failures and their reports."""

from pathlib import Path

import pytest
from corrido.lexicon import alphabet as alphabets
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE

from host_tools.lexicon.about import About
from host_tools.lexicon.pack import pack
from host_tools.paths import lexicon_path
from host_tools.scenario.parser import load, parse_all
from host_tools.scenario.runner import run

GAME = "device preset=fise-corrido budget=1800 pin=1234\nat 0 power on\nat 1 press B\n"
READY = "device preset=fise-corrido\nat 0 power on\nat 1 "
TURN = "device preset=fise-temporizador turn=60\nat 0 power on\nat 1 press B\n"
LANGUAGE = load(Path(__file__).with_name("language.scn"))


@pytest.mark.parametrize("scenario", LANGUAGE, ids=lambda one: one.name)
def test_the_language_keeps_its_promises(scenario):
    outcome = run(scenario)
    assert outcome.passed, outcome.text()


ITEMS = [
    ("phase count", "running"),
    ("points.A 10", "0"),
    ("clock.A 29:00.000 ~1", "29:50.000"),
    ("limit 1:00.000 ~1", "none"),
    ("log press 9", "1"),
    ('screen "99:99"', '"'),
    ('no screen "29:50"', '"'),
    ("heard warn1 3", "no warn1 at all"),
]
FAILS = [
    (GAME + "at 11 expect running A, clock.A 29:51.000",
     "FAIL game: line 4: expected clock.A 29:51.000, seen 29:50.000"),
    *((f"{GAME}at 11 expect {item}", f"line 4: expected {item}, seen {seen}")
      for item, seen in ITEMS),
    *((f"{GAME}at 11 expect clock.A 29:51.001{tolerance}",
       "expected clock.A 29:51.001 ~1, seen 29:50.000")
      for tolerance in (" ~1", "~1", " ~ 1", "\t~1.000")),
    ("device sounds=all\n" + GAME + "at 2 expect heard press 2\nat 2.1 press A", "seen press 0.0"),
    (TURN + "at 32 expect silent 31 31", "seen 1060 Hz from 31.000"),
    (TURN + "at 32 expect silent 1 31.001", "seen 1060 Hz from 31.000"),
    (GAME + "at 2 press A\nexpect log press 2\nat 2.002 power cut", "log press 2, seen 1"),
    (GAME + "at 2 press STOP\nat 3 press A\nstop score",
     "line 6: expected `stop` in running or count, seen phase running"),
    ("at 0 expect phase ready", "no power"),
    ("at 0 power on\nat 1 power on", "power already"),
    ("at 0 expect log press 0", "no power"),
    (GAME + "at 2 stop tiles\nat 2.1 press STOP",
     "line 5: expected the step at 2.1 after the one before, seen that one ended at"),
    *((READY + macro, f"line 3: expected `{macro.split()[0]}` in ")
      for macro in ("stop score", "mark pass", "close", "next", "finish", "arm")),
    (GAME + "at 5 flip lexicon 100000000 3", " bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), FAILS)
def test_a_failure_names_line_expectation_and_what_was_seen(text, said):
    outcome = run(parse_all(text, Path("game.scn"))[0])
    assert not outcome.passed and said in outcome.text()


def test_a_lexicon_of_any_file_name_is_taken(tmp_path):
    name = "FISE-2024-lista-oficial-definitiva.lex"
    (tmp_path / name).write_bytes(lexicon_path("es").read_bytes())
    text = f"device lexicon={name}\n{GAME}at 2 challenge zuzar\nexpect verdict valid\n"
    assert run(parse_all(text, tmp_path / "game.scn")[0]).passed


def test_a_lexicon_whose_alphabet_is_not_known_is_a_fault(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(TABLE, "xx", TABLE["es"])
        patch.setattr(alphabets, "_cache", {})  # no later test may find this alphabet in it
        whole = pack([alphabet("es").spell_word("casa")], About("xx", "a", "1"))
    (tmp_path / "other.lex").write_bytes(whole)
    text = f"device lexicon=other.lex\n{GAME}at 2 challenge casa\nexpect phase fault\n"
    assert run(parse_all(text, tmp_path / "game.scn")[0]).passed
