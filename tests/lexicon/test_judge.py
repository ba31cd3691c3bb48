"""The judge: the open lexicon, every word of a play looked up, and each reason for no answer."""

import pytest
from corrido.core.events import FAULTS
from corrido.services import judge as module
from corrido.services.judge import DAMAGED, MEMORY, MISSING, UNREADABLE, Judge, Refusal

from tests.lexicon.small import spell, write


@pytest.fixture
def judge(tmp_path):
    """A judge with two lexicons to choose from; the first is chosen."""
    write(tmp_path / "es.lex", spell("casa", "cosa"))
    write(tmp_path / "ca.lex", [(0,), (1, 0)], "ca")
    (tmp_path / "notes.txt").touch()
    made = Judge(str(tmp_path))
    made.choose("es")
    return made


def refused(judge):
    with pytest.raises(Refusal) as refusal:
        judge.look_up(["casa"])
    assert str(refusal.value) == FAULTS[refusal.value.code]
    return refusal.value.code


def raising(error):
    """Stand in for anything, and fail."""

    def fail(*_arguments, **_named):
        raise error("to order")

    return fail


def test_the_names_of_the_lexicons_in_order(judge, tmp_path):
    assert judge.names() == ["ca", "es"]
    assert Judge(str(tmp_path / "nowhere")).names() == []


def opened(judge):
    """Open the lexicon, or find out that it cannot be."""
    for _ in judge.opening():
        pass


def test_a_lexicon_is_opened_and_checked_once_in_steps(judge):
    assert judge.lexicon is None
    steps = 0
    while judge.go_on():
        steps += 1
    assert steps >= 10 and not judge.go_on()
    first = judge.lexicon
    assert first is not None
    judge.choose("es")
    assert judge.look_up(["casa", "cosas", "4", ""]) == [True, False, False, False]
    assert judge.lexicon is first


def test_what_opens_a_lexicon_is_unloaded_be_it_good_or_bad(judge, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(module, "unload", lambda *names: told.append(judge.name))
    for name in ("ca", "none"):
        judge.choose(name)
        told.clear()
        opened(judge)
        assert told == [name]


def test_an_opening_that_broke_off_is_a_fault_and_is_tried_again(judge, monkeypatch):
    """Whatever ended it: no list is never the answer that every word is in it."""
    with monkeypatch.context() as patch:
        patch.setattr(module.Lexicon, "opening", raising(RuntimeError))
        with pytest.raises(RuntimeError):
            judge.go_on()
    assert refused(judge) == MISSING
    assert judge.look_up(["casa", "x"]) == [True, False]


def test_a_title_says_the_edition_and_another_lexicon_closes_the_one_before(judge):
    title = judge.title()
    assert judge.lexicon is None  # its header says so
    opened(judge)
    first = judge.lexicon
    assert judge.alphabet_code() == "es" and title == f"small 1 {first.sha256[:8]}"
    judge.choose("ca")
    assert first._file.closed and judge.lexicon is None
    assert judge.alphabet_code() == "ca"


@pytest.mark.parametrize("name", ["", "pl"])
def test_what_is_not_chosen_or_not_there_is_missing_and_named(tmp_path, name):
    judge = Judge(str(tmp_path))
    judge.choose(name)
    assert not judge.go_on()
    assert refused(judge) == refused(judge) == MISSING
    assert judge.alphabet_code() == "es" and judge.title() == name


@pytest.mark.parametrize("offset", [4, -40])
def test_a_damaged_lexicon_gives_no_answer(judge, tmp_path, offset):
    """Be it in its header or in its last block: all of it is checked when it is opened."""
    data = bytearray((tmp_path / "es.lex").read_bytes())
    data[offset] ^= 1
    (tmp_path / "es.lex").write_bytes(data)
    while judge.go_on():
        pass
    assert judge.lexicon is None and judge.code == refused(judge) == DAMAGED


@pytest.mark.parametrize(
    ("error", "code"), [(MemoryError, MEMORY), (OSError, UNREADABLE)], ids=["memory", "read"]
)
def test_one_that_did_not_open_once_is_tried_again(judge, monkeypatch, error, code):
    with monkeypatch.context() as patch:
        patch.setattr(module, "Lexicon", raising(error))
        assert refused(judge) == code
    assert judge.look_up(["casa"]) == [True]


def test_a_check_reads_every_byte(judge, monkeypatch):
    list(judge.looking_up([], [], whole=True))
    assert judge.lexicon is not None
    for error, reason in ((module.LexiconDamaged, "damaged"), (OSError, "unreadable")):
        monkeypatch.setattr(judge.lexicon, "checking", raising(error))
        with pytest.raises(Refusal, match=reason):
            list(judge.looking_up([], [], whole=True))


@pytest.mark.parametrize("method", ["verifying", "contains"])
@pytest.mark.parametrize(
    ("error", "code"),
    [(module.LexiconDamaged, DAMAGED), (OSError, UNREADABLE), (MemoryError, MEMORY)],
)
def test_a_fault_while_it_is_read_is_no_answer(judge, monkeypatch, method, error, code):
    opened(judge)
    monkeypatch.setattr(judge.lexicon, method, raising(error))
    assert refused(judge) == code
