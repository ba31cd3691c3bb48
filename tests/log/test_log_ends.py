"""An end that the device's own time brings has a row with its clocks and its reason."""

import pytest
from corrido.core import events

from host_tools.log import account
from host_tools.log.games import Entry, Game, one_game
from tests.hall.played import course_of
from tests.log.conftest import PRESS, A, B, image_of, recording, sent

START = "device preset={} budget=60 pin=1234\nat 0 power on\n"
BEGUN = "at 1 press B\n"
FINISHED = "+5 stop other\n+1 finish\n+1 close\n"
ABSENT = "at 5 arbiter 1234 absent A\n+1 press STOP\nat 90 close\n"
LOST, OVER = "forfeit on time [art. 36, 37: FORFEIT]", "time is over"
# Preset and settings, what is done, and the row.
ENDS = {
    "absence": ("fise-corrido", BEGUN + ABSENT, ("1:03.320", LOST, "0:00", "1:00")),
    "late": ("fise-corrido", "at 1 arbiter 1234 late B\nat 90 close\n",
             ("1:01.960", LOST, "1:00", "0:00")),
    "both late": ("fise-corrido", "at 1 arbiter 1234 late both\nat 90 close\n",
                  ("1:01.960", LOST, "0:00", "0:00")),
    "overtime limit": ("norsk", BEGUN + "at 400 close\n", (
        "6:01.001", "forfeit on time [norsk: FORFEIT] [norsk: A loses 60 (-5:01): time]", "-5:01",
        "1:00")),
    "game limit": ("fise-corrido limit=30", BEGUN + "at 35 press A\nat 41 close\n",
                   ("0:31.000", "the limit ends [art. 45.5: TIME IS OVER]", "0:30", "1:00")),
    "game limit, last turn": (
        "fise-corrido limit=30", BEGUN + "at 11 press A\nat 40 press B\nat 51 close\n",
        ("0:31.000", "the limit ends [art. 30: LAST TURN]", "0:50", "0:40")),
    "at-zero=end": ("frsc", BEGUN + "at 11 press A\nat 21 press B\nat 90 close\n",
                    ("1:11.000", f"{OVER} [frsc: TIME IS OVER]", "0:00", "0:50")),
    "both out of play": ("pfs", BEGUN + "at 90 press B\nat 200 close\n",
                         ("2:01.000", f"{OVER} [PFS 5.1.1 c: TIME IS OVER]", "0:00", "0:00")),
    "out of play, a turn": ("pfs", BEGUN + "at 90 press B\nat 200 close\n",
                            ("1:01.000", "turn is over", "0:00", "1:00")),
    "a turn's timer": ("fise-temporizador turn=20", BEGUN + "at 30 press A\n" + FINISHED,
                       ("0:21.000", "turn is over [art. 33: TURN IS OVER]", "0:00", "0:20")),
}  # fmt: skip


def told_by(course):
    """Return a played game as its log has it."""
    return Game(1, [Entry(*record, chain=b"") for record in course.records], {})


@pytest.mark.parametrize(("preset", "done", "row"), ENDS.values(), ids=ENDS)
def test_an_end_by_time_has_the_row_of_its_instant(preset, done, row):
    course = course_of(START.format(preset) + done)
    game = told_by(course)
    told = account.lines(game, "en")
    assert told.count(row) == 1
    assert not [said for _, said, _, _ in told if "confirms [" in said]
    assert game.match().status().items() <= course.status.items()


STOPPED = BEGUN + "at 5 press STOP\n+1 arbiter 1234 "
PASSES = "".join(f"+5 mark pass\n+1 press {who}\n" for who in "ABAB")
WHY = {
    "37, 46.5: FORFEIT": STOPPED + "forfeit A\n", "48: void: arbiter": STOPPED + "void\n",
    "45.2: 4 PASSES: END": BEGUN + PASSES + FINISHED,
}  # fmt: skip


@pytest.mark.parametrize("why", WHY)
def test_a_decision_is_told_with_its_article(why):
    told = account.lines(told_by(course_of(START.format("fise-corrido") + WHY[why])), "en")
    assert [said for _, said, _, _ in told if f"[art. {why}]" in said]


def test_an_act_that_was_written_twice_counts_once():
    flash, recorder = recording()
    recorder.arm(recorder.match.rules, {}, 0)
    sent(recorder, (1_000, PRESS, B), (2_000, events.MENU), (3_000, events.PENALTY, A, 49_030))
    recorder.journal.append(recorder.match.seq, 3_000, events.PENALTY, A, 49_030)
    game = one_game(image_of(flash), 1)
    assert len(game.entries) == 5 and game.summary()["A"]["penalty"] == 30


def test_a_turn_taken_between_a_press_and_its_undo_is_the_next_one():
    """As the device has it: its replay is the one that the account is of."""
    done = (
        "at 11 press A\nat 12 arbiter 1234 lose-turn A\n+2 arbiter 1234 undo\n"
        "+1 press STOP\n+5 press A\n+1 press A\n+1 press B\n+1 press B\n"
    )
    course = course_of(START.format("fise-no-corrido") + BEGUN + done + FINISHED)
    assert course.status["turns.A"] == "2"
    assert told_by(course).match().status().items() <= course.status.items()
