"""Whatever is on the port, a command ends in time, in one line, and saves nothing."""

import pytest

from host_tools.device import client, doctor, ready, repl, wire
from tests.hostile import campaign, peers

SHORT_S = 0.4


@pytest.fixture
def impatient(monkeypatch):
    """Shorten the waits to a test's patience; the campaign waits as long as a user does."""
    for name in ("ANSWER_S", "WORK_S"):
        monkeypatch.setattr(wire, name, SHORT_S)
    for name in ("ANSWER_S", "FIRST_ANSWER_S", "LONGEST_SILENCE_S"):
        monkeypatch.setattr(client, name, SHORT_S)
    monkeypatch.setattr(ready, "START_S", SHORT_S)
    for module in (doctor, ready):
        monkeypatch.setattr(module, "LEXICON_S", SHORT_S)
    for name in ("KNOCK_S", "KNOCK_MORE_S", "PROMPT_S"):
        monkeypatch.setattr(repl, name, SHORT_S / 4)


def faults_in(attempts):
    """Return the attempts that did not hold, each with its command."""
    found = []
    for attempt in attempts:
        with peers.plugged_in(attempt.peer()) as peer:
            done = campaign.in_this_process(attempt.words, peer.port)
        if fault := campaign.fault_of(attempt, done):
            found.append((attempt.attack, attempt.words, fault, done.err))
    return found


@pytest.mark.parametrize("attack", campaign.TALKERS)
def test_what_only_talks_keeps_no_command_waiting(attack, impatient):
    tries = [t for t in campaign.talkers() if t.attack == attack]
    assert faults_in(tries[::3]) == []


WRONG = sorted({attempt.attack for attempt in campaign.wrong_answers()})


@pytest.mark.parametrize("attack", WRONG)
def test_an_answer_of_another_shape_is_one_line(attack, impatient):
    tries = [t for t in campaign.wrong_answers() if t.attack == attack]
    assert tries and faults_in(tries) == []


def test_a_board_that_lies_at_the_raw_repl_is_one_line(impatient):
    assert faults_in(list(campaign.repls())[::4]) == []


def test_what_a_device_is_called_moves_no_terminal(impatient):
    assert faults_in(campaign.nasty_texts()) == []


def test_an_honest_device_is_believed():
    """The same tests without a fault: so the failures above have the stated reason."""
    for words in (("status",), ("doctor",), campaign.PULL, ("config", "export")):
        with peers.plugged_in(peers.Liar()) as peer:
            done = campaign.in_this_process(words, peer.port)
        assert done.code == 0, done
