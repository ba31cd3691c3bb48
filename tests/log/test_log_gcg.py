"""A log's clocks in an annotated game."""

import json

import pytest
from corrido.core import events
from corrido.core.rules import AFTER

from host_tools.log.games import one_game
from host_tools.log.gcg import Account
from tests.conftest import type_in
from tests.log.conftest import PRESS, A, B, image_of, recording, sent

BOARD = """#character-encoding UTF-8
#player1 Ana Ana Ruiz
#player2 Eva Eva Gil
>Ana: CASAXYZ 8D CASA +12 12
>Eva: ZUZARAB 7H ZUZAR +20 20
>Ana: PATOXYZ 9C PATO +15 27
#note a note of the annotator's
>Eva: MESAZUR 5A MESA +18 38 ME, ES
>Ana: XYZÑABC -XYZ +0 27
>Eva: (XN) +22 60
"""
CLOCKED = """#character-encoding UTF-8
#player1 Ana Ana Ruiz
#player2 Eva Eva Gil
>Ana: CASAXYZ 8D CASA +12 12
#note clock 0:50
>Eva: ZUZARAB 7H ZUZAR +20 20
#note clock 0:51
>Eva: ZUZARAB -- -20 0
>Ana: PATOXYZ 9C PATO +15 27
#note clock 0:30
#note a note of the annotator's
>Ana: PATOXYZ (challenge) +5 32
>Eva: MESAZUR 5A MESA +18 18 ME, ES
#note clock -0:19
>Ana: XYZÑABC -XYZ +0 32
#note clock 0:20
>Eva: (XN) +22 40
>Eva:  (time) -10 30
"""


def judged(recorder, by, at_ms, verdict, answer, words=0):
    """Challenge the mover's play; 2 s later the verdict is left."""
    sent(
        recorder, (at_ms, events.CHALLENGE, by), (at_ms + 100, events.SUBMIT, 0, words),
        (at_ms + 500, PRESS, A), (at_ms + 500, PRESS, B),
        (at_ms + 1_000, events.VERDICT, 0, verdict, f"es 1 0123abcd: {answer}".encode()),
        (at_ms + 2_000, events.OK),
    )  # fmt: skip


@pytest.fixture
def played(tmp_path):
    """A log and an annotation: a play comes off, a challenge fails, Eva is 19 s over."""
    flash, recorder = recording(budget_ms=60_000, failed_challenge=5)
    labels = {"player-a": "Ruiz, Ana", "player-b": "Eva Gil"}
    recorder.arm(recorder.match.rules, labels, 0)
    sent(recorder, (1_000, PRESS, B), (11_000, PRESS, A))
    judged(recorder, A, 20_000, events.INVALID, "zuzar no, casa yes")
    judged(recorder, B, 32_000, events.VALID, "pato yes")
    sent(
        recorder, (40_000, PRESS, B),  # not her turn: ignored
        (44_000, PRESS, A), (114_000, PRESS, B), (124_000, PRESS, A),
        (124_500, events.MENU), (125_000, events.END),
    )  # fmt: skip
    log, board = tmp_path / "m.corridolog", tmp_path / "b.gcg"
    image_of(flash).save(log)
    board.write_text(BOARD)
    return log, board


def run(capsys, *words):
    return type_in(capsys, "log", "gcg", *map(str, words))


def test_clocks_challenges_and_time(played, capsys):
    log, board = played
    other = ("-o", board.with_name("o.gcg"), "--json")
    code, out, _ = run(capsys, log, "--into", board, *other)
    assert code == 0 and json.loads(out)["clocks"] == 5
    assert board.read_text() == BOARD and other[1].read_text() == CLOCKED
    code, out, err = run(capsys, log, "--into", board)
    assert (code, err) == (0, "") and out.startswith("5 clocks, 1 plays challenged off, 1 failed")
    assert board.read_text() == CLOCKED
    # Once more brings nothing.
    assert run(capsys, log, "--into", board)[0] == 0 and board.read_text() == CLOCKED


@pytest.mark.parametrize("words", [True, False])
def test_a_play_that_the_annotator_gave_as_a_pass(played, capsys, words):
    """Its words are known from the challenge, and never which of them failed."""
    log, board = played
    board.write_text(BOARD.replace("ZUZARAB 7H ZUZAR +20 20", "ZUZARAB - +0 0")
                     .replace("+18 38", "+18 18").replace("+22 60", "+22 40"))  # fmt: skip
    code, _, _ = run(capsys, log, "--into", board, *([] if words else ["--no-words"]))
    told = "#note challenged off: ZUZAR CASA\n"
    assert code == 0 and board.read_text().count(told) == words


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_latin_1_and_the_ends_of_lines_stay(played, capsys, end):
    log, board = played
    data, clocked = (text.split("\n", 1)[1].replace("\n", end).encode("latin-1")
                     for text in (BOARD, CLOCKED))  # fmt: skip
    board.write_bytes(data)
    assert run(capsys, log, "--into", board)[0] == 0
    assert board.read_bytes() == clocked


@pytest.mark.parametrize(
    ("old", "new", "code", "why"),
    [
        (">Ana: XYZÑABC -XYZ +0 27\n", "", 0, ""),  # then the exchange is not in it
        (">Eva: MESAZUR 5A", ">Ana: MESAZUR 5A", 1, "the other player's"),
        ("Eva Eva Gil", "Eva Ana Ruiz", 1, "Eva is Ruiz, Ana, who has the other turns"),
        ("(XN) +22 60", "(XN) +22 60\n>Eva:  (time) -20 40", 1, "20 points for time, 10 by"),
        (">Ana: CASAXYZ 8D CASA +12 12", ">Ana CASA", 2, "line 4"),
        ("9C PATO +15 27", "9C PATO +15 27\n>Ana: PATOXYZ -- -15 12", 1, "no verdict took"),
    ],
)
def test_an_annotation_that_tells_otherwise(played, capsys, old, new, code, why):
    log, board = played
    assert old in BOARD
    board.write_text(BOARD.replace(old, new))
    before = board.read_text()
    found, _, err = run(capsys, log, "--into", board)
    if not why:  # one turn fewer than the log has
        assert found == 1 and "has 4 turns, the log 5" in err
        return
    assert (found, err.count("\n")) == (code, 1) and why in err
    assert (board.read_text() == before) == ("time" not in why and "verdict" not in why)


@pytest.mark.parametrize(("a", "b", "code"), [("Bea Paz", "Leo Rey", 1), ("Bea Paz", "E. Gíl", 0),
                                              ("", "Leo Rey", 0)])  # fmt: skip
def test_an_annotation_of_another_pair_is_refused(played, capsys, a, b, code):
    log, board = played
    board.write_text(BOARD.replace("Ana Ana Ruiz", f"p {a}").replace("Eva Eva Gil", f"q {b}")
                     .replace(">Ana:", ">p:").replace(">Eva:", ">q:"))  # fmt: skip
    before = board.read_text()
    found, _, err = run(capsys, log, "--into", board)
    assert found == code and (board.read_text() == before) == bool(code)
    assert err == (f"corrido: {board} is a game of Bea Paz - Leo Rey, game 1 of the log one of "
                   "Ruiz, Ana - Eva Gil: name the log, and --game, of the same two\n"
                   if code else "")  # fmt: skip


def test_a_last_play_without_a_press_has_the_clock_of_the_end(played, capsys):
    log, board = played
    board.write_text(BOARD + ">Eva: AB 1A AB +3 63\n")
    assert run(capsys, log, "--into", board)[0] == 0
    assert board.read_text().endswith(
        ">Eva: AB 1A AB +3 43\n#note clock -0:20\n>Eva:  (time) -10 33\n"
    )


def turns_of(flash):
    game = one_game(image_of(flash), None)
    names = events.WHO_NAMES
    return [(names[t.who], t.left_ms // 1000, t.withdrawn, t.price)
            for t in Account(game).turns]  # fmt: skip


def test_plays_challenged_after_the_press():
    """The play comes off, or costs by the word; revoked by the arbiter it costs nothing."""
    flash, recorder = recording(
        budget_ms=60_000, failed_challenge=5, cost_per_word=True, challenge_when=AFTER
    )
    recorder.arm(recorder.match.rules, {}, 0)
    sent(recorder, (1_000, PRESS, B), (11_000, PRESS, A))
    judged(recorder, B, 15_000, events.INVALID, "casaz no")
    sent(recorder, (27_000, PRESS, B))
    judged(recorder, A, 30_000, events.VALID, "pato yes, ap yes", words=2)
    told = [("A", 50, ("casaz",), 0), ("B", 46, None, 10)]
    assert turns_of(flash) == told
    sent(recorder, (40_000, PRESS, A), (41_000, events.MENU), (41_500, events.REVOKE, A))
    assert turns_of(flash) == [told[0], ("B", 46, None, 0), ("A", 39, None, 0)]


def test_what_was_taken_back_or_swapped_is_not_a_turn_of_its_own():
    flash, recorder = recording(budget_ms=60_000)
    recorder.arm(recorder.match.rules, {}, 0)
    sent(
        recorder, (1_000, PRESS, B), (11_000, PRESS, A), (21_000, PRESS, B),
        (22_000, events.MENU), (22_500, events.UNDO, B), (23_000, events.SWAP),
        (24_000, events.STOP), (30_000, PRESS, A),
    )  # fmt: skip
    found = turns_of(flash)
    assert [turn[0] for turn in found] == ["B", "A"]
    assert sum(turn[1] for turn in found) == 50 + 60 - 11 - 6
