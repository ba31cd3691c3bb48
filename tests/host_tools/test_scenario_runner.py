"""Scenarios on the whole firmware: passes, failures and their reports."""

from pathlib import Path

import pytest
from corrido.lexicon import alphabet as alphabets
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE

from host_tools.lexicon.pack import pack
from host_tools.paths import lexicon_path
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Outcome, run

GAME = "device preset=fise-corrido budget=1800 pin=1234\nat 0 power on\nat 1 press B\n"


def play(text: str, runtime: str = "cpython") -> Outcome:
    return run(parse(text, Path("game.scn")), runtime)


def passes(text: str) -> None:
    outcome = play(text)
    assert outcome.passed, outcome.text()


def fails(text: str) -> str:
    outcome = play(text)
    assert not outcome.passed
    return outcome.text()


def test_a_failure_names_line_expectation_and_what_was_seen() -> None:
    text = fails(GAME + "at 11 expect running A, clock.A 29:51.000\n")
    assert text == "FAIL game: line 4: expected clock.A 29:51.000, seen 29:50.000"


@pytest.mark.parametrize(
    ("item", "seen"),
    [
        ("phase count", "running"),
        ("points.A 10", "0"),
        ("clock.A 29:00.000 ~1", "29:50.000"),
        ("limit 1:00.000 ~1", "none"),
        ("log press 9", "1"),
        ('screen "99:99"', '"'),
        ('no screen "29:50"', "29:50"),
        ("heard warn1 3", "no warn1 at all"),
    ],
)
def test_what_is_seen_instead(item: str, seen: str) -> None:
    text = fails(GAME + f"at 11 expect {item}\n")
    assert f"expected {item}, seen " in text and seen in text.partition("seen ")[2]


@pytest.mark.parametrize("tolerance", [" ~1", "~1", " ~ 1", "\t~1.000"])
def test_a_tolerance_stands_with_blanks_or_without(tolerance: str) -> None:
    passes(GAME + f"at 11 expect clock.A 29:51.000{tolerance}, phase running\n")
    text = fails(GAME + f"at 11 expect clock.A 29:51.001{tolerance}\n")
    assert "expected clock.A 29:51.001 ~1, seen 29:50.000" in text


def test_two_presses_five_ms_apart_with_a_look_between() -> None:
    between = "at 2 press A\nexpect running B, turns.A 1, turns.B 0, clock.B 30:00.000\n"
    after = "at 2.005 press B\nexpect running A, turns.B 1, clock.B 29:59.995\n"
    game = "device least-turn=0\n" + GAME
    passes(game + between + after)
    passes(game + "at 2 press A\n" + after)


@pytest.mark.parametrize("bounce", [0, 4])
def test_the_sound_of_a_press_is_heard_at_its_own_instant(bounce: int) -> None:
    game = f"device sounds=all bounce={bounce}\n{GAME}"
    passes(game + "expect heard press 1, silent 0.5 1, phase running\nat 2 press A\n"
           "expect heard press 2, clock.A 29:59.000\n")  # fmt: skip
    assert "seen press 0.0" in fails(game + "at 2 expect heard press 2\nat 2.1 press A\n")


@pytest.mark.parametrize("word", ["AÑCVH" * 3, "DESABOTONASTEIS"])
def test_the_longest_challenge_is_entered_to_its_end(word: str) -> None:
    assert len(alphabet("es").spell(word)) == 15
    passes(GAME + f"at 2 challenge {' '.join([word] * 8)}\nexpect phase verdict, log verdict 1\n")


def test_a_sound_that_begins_at_the_end_of_a_silence_is_not_in_it() -> None:
    turn = "device preset=fise-temporizador turn=60\nat 0 power on\nat 1 press B\n"
    passes(turn + "at 31 expect silent 1 31\nat 46 expect silent 31.250 46, heard warn1 31\n")
    assert "seen 1500 Hz from 31.000" in fails(turn + "at 32 expect silent 31 31\n")
    fails(turn + "at 32 expect silent 1 31.001\n")


def test_a_stall_before_a_press_is_certain_puts_the_look_off() -> None:
    press = "at 2 press A\nexpect running B, clock.A 29:59.000, clock.B 30:00.000, log press 2\n"
    passes(GAME + press + "at 2.002 stall 400\nat 3 expect clock.B 29:59.000\n")
    fails(GAME + press + "at 2.002 power cut\n")


def test_presses_of_one_instant_come_in_the_order_of_their_lines() -> None:
    passes(GAME + "at 2 press STOP\nat 2 press A\nexpect phase stopped, turn A, log ignored 1\n")
    passes(GAME + "at 2 press A\nat 2 press STOP\nexpect phase stopped, turn B, log ignored 0\n")


@pytest.mark.parametrize("when", ["", "at 2 ", "at 2.004 "])
@pytest.mark.parametrize("bounce", [0, 12])
@pytest.mark.parametrize("macro", ["stop score", "challenge casa"])
def test_a_stop_just_after_a_press_is_at_its_own_instant(macro, bounce, when) -> None:
    left = "29:59.996" if "." in when else "30:00.000"
    passes(f"device bounce={bounce}\n{GAME}at 2 press A\n{when}{macro}\nexpect turn B, "
           f"running none, clock.A 29:59.000, clock.B {left}, turns.A 1\n")  # fmt: skip


@pytest.mark.parametrize("after_ms", [1, 20, 39])
@pytest.mark.parametrize("bounce", [0, 12])
@pytest.mark.parametrize("macro", ["stop score", "challenge casa"])
def test_a_look_before_a_macro_does_not_make_it_late(macro, bounce, after_ms) -> None:
    passes(f"device bounce={bounce}\n{GAME}at 2 press A\nexpect running B\n"
           f"at {2 + after_ms / 1000:.3f} {macro}\n"
           f"expect turn B, running none, clock.B 29:59.{1000 - after_ms:03d}\n")  # fmt: skip


def test_a_stop_just_after_another_stop_waits_for_the_finger() -> None:
    passes(GAME + "at 2 press STOP\nat 3 press STOP\nat 3.005 stop tiles\n"
           "expect phase stopped, reason tiles, log stop 2\n")  # fmt: skip


def test_a_stop_that_means_nothing_fails_also_just_after_a_press() -> None:
    text = fails(GAME + "at 2 press STOP\nat 3 press A\nstop score\n")
    assert "line 6: expected `stop` in running or count, seen phase running" in text


def test_an_expect_does_not_see_what_comes_after_it_at_the_same_instant() -> None:
    passes(GAME + "at 2 expect running A\n+0 press A\nexpect running B, clock.A 29:59.000\n"
           "+0 i2c down\n+1 expect clock.B 29:59.000\n")  # fmt: skip
    passes(GAME + "at 2 expect phase running\npower cut\n+1 power on\nexpect phase recovered\n"
           "press OK\nexpect phase stopped\n+1 press STOP\nexpect running A\n"
           "+1 expect clock.A 29:58.000 ~0.5\n")  # fmt: skip


def test_a_look_does_not_make_a_press_last() -> None:
    cut = "at 2.004 power cut\nat 3 power on\nat 3.5 expect phase recovered, turn A, turns.A 0\n"
    passes(GAME + "at 2 press A\n" + cut)
    passes(GAME + "at 2 press A\nexpect running A\n" + cut)


def test_timers_after_the_instant_are_not_seen_at_it() -> None:
    setup = "device preset=fise-temporizador turn=60\nat 0 power on\nat 1 press B\n"
    passes(setup + "at 60.995 press B\nexpect phase running, clock.A 0:00.005\n"
           "at 61 expect phase count, notice turn-expired\n")  # fmt: skip


def test_steps_without_power() -> None:
    assert "no power" in fails("at 0 expect phase ready\n")
    assert "no power" in fails("at 0 power cut\n")
    assert "power already" in fails("at 0 power on\nat 1 power on\n")
    assert "no power" in fails("at 0 mark pass\n")
    assert "no power" in fails("at 0 expect log press 0\n")


def test_a_step_inside_a_macro_is_told() -> None:
    text = fails(GAME + "at 2 stop tiles\nat 2.1 press STOP\n")
    assert "line 5: expected the step at 2.1 after the one before, seen that one ended at" in text


@pytest.mark.parametrize(
    ("macro", "phase"),
    [("stop score", "ready"), ("mark pass", "ready"), ("close", "ready"), ("next", "ready"),
     ("finish", "ready"), ("arm", "ready")],
)  # fmt: skip
def test_macros_that_mean_nothing_fail(macro: str, phase: str) -> None:
    text = fails(f"device preset=fise-corrido\nat 0 power on\nat 1 {macro}\n")
    assert f"`{macro.split()[0]}` in" in text and text.endswith(f"phase {phase}")


def test_what_is_refused_changes_nothing() -> None:
    passes(GAME + "at 2 arbiter 9999 end\n+0 expect phase running, log pin 1, locked no\n")
    passes(GAME + "at 2 arbiter 1234 appeal\n+0 expect phase stopped, reason arbiter\n"
           "at 9 press STOP\nexpect running A\n")  # fmt: skip
    passes(GAME + "at 2 arbiter 12 end\n+0 expect phase running, log pin 0\n"
           "+0 press A\nexpect running B\n")  # fmt: skip
    passes(GAME + "at 2 stop tiles\n+1 challenge casa\n+0 expect phase stopped, log ignored 1\n")


def test_a_bit_beyond_the_list_cannot_flip() -> None:
    assert "bytes" in fails(GAME + "at 5 flip lexicon 100000000 3\n")


def test_a_device_that_takes_two_seconds_to_start() -> None:
    passes("device preset=fise-corrido boot=2\nat 0 power on\nexpect phase ready\n"
           "at 2.9 press B\nexpect running A\n")  # fmt: skip


def test_a_press_that_is_held_and_one_that_overlaps_it() -> None:
    passes(GAME + "at 2 hold A 1\nat 2.5 press A\nat 4 expect running B, turns.A 1, log press 2\n")


def test_fingers_wait_for_a_deaf_processor() -> None:
    passes(GAME + "at 3 stall 2000\nat 3.1 arbiter 1234 set A 20:00\n"
           "+0 expect phase stopped, clock.A 20:00.000\n")  # fmt: skip
    passes(GAME + "at 3 stall 400\nat 3.1 challenge casa\nexpect clock.A 29:57.900\n")


def test_a_processor_that_is_deaf_too_long_is_reset() -> None:
    passes(GAME + "at 10 stall 9000\nat 30 expect phase recovered, clock.A 29:51.000 ~1\n")


def test_looks_disturb_nothing() -> None:
    events = ["at 5 press A", "at 5.050 press A", "at 7.123 press B", "at 8 stop score",
              "at 9 press STOP", "at 9.010 press A"]  # fmt: skip
    end = "at 20 expect clock.A 29:53.133, clock.B 29:46.887, turns.A 2, turns.B 1, log press 6\n"
    look = 'expect phase running\n+0.001 expect screen "29:5"\n'
    silent = GAME + "\n".join(events) + "\n" + end
    first = play(silent)
    looked = GAME + "\n".join(events[:1]) + "\n" + look + "\n".join(events[1:]) + "\n" + end
    assert first.passed == play(looked).passed and first.seen == play(looked).seen


LIMITED = "device preset=fise-corrido limit=60 pin=1234\nat 0 power on\nat 1 press B\n"


@pytest.mark.parametrize("start", ["58.3", "59.5", "60.2", "60.94"])
@pytest.mark.parametrize("action", ["set A 12:34", "penalty A 117", "limit 754"])
def test_a_game_that_ends_under_the_arbiters_fingers_stops_them(start: str, action: str) -> None:
    passes(LIMITED + f"at {start} arbiter 1234 {action}\nat 90 expect phase over\n")


def test_a_lexicon_of_any_file_name_is_taken(tmp_path: Path) -> None:
    name = "FISE-2024-lista-oficial-definitiva.lex"
    (tmp_path / name).write_bytes(lexicon_path("es").read_bytes())
    text = f"device lexicon={name}\n{GAME}at 2 challenge zuzar\nexpect verdict valid\n"
    outcome = run(parse(text, tmp_path / "game.scn"))
    assert outcome.passed, outcome.text()


def test_a_lexicon_whose_alphabet_is_not_known_is_a_fault(tmp_path: Path, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(TABLE, "xx", TABLE["es"])
        patch.setattr(alphabets, "_cache", {})  # no later test may find this alphabet in it
        whole = pack([alphabet("es").spell_word("casa")], "xx", "a", "1")
    (tmp_path / "other.lex").write_bytes(whole)
    text = f"device lexicon=other.lex\n{GAME}at 2 challenge casa\nexpect phase fault\n"
    outcome = run(parse(text, tmp_path / "game.scn"))
    assert outcome.passed, outcome.text()
