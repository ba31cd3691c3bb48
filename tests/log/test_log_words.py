"""The challenged words of a round: told when its games are closed, with verdict and article."""

import json

import pytest
from corrido.core import events

from host_tools.lexicon.why import Reason
from host_tools.log import challenged
from tests.conftest import type_in
from tests.lexicon.small import spell, write
from tests.log.conftest import image_of, play, recording


class Rules:
    """Reasons for any word."""

    @staticmethod
    def reason(word):
        return Reason(word, "name", "base", "XI", "rule")


@pytest.fixture
def listed(tmp_path, monkeypatch):
    monkeypatch.setattr(challenged, "quick_rules", lambda path: (Rules, None))
    return write(tmp_path / "old.lex", spell("casa", "perro"))


def test_each_word_has_verdict_article_and_reason(capsys, tmp_path, image, listed, monkeypatch):
    image.save(tmp_path / "m.corridolog")
    words = ("log", "words", str(tmp_path), "--lexicon", str(listed))
    code, _, err = type_in(capsys, *words)
    assert code == 2 and "not the list of the game, 0123abcd: --lexicon FILE" in err
    monkeypatch.setattr(challenged, "_is_of", lambda lexicon, identity: True)
    code, out, _ = type_in(capsys, *words, "--language", "en")
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0 and [row[:5] for row in rows[:2]] == [
        ["Mesa 4", "1", "zuzar", "no", "not in the list"], ["Mesa 4", "1", "casa", "yes", "valid"],
    ]  # fmt: skip
    assert rows[0][5:8] == ["a base form", "art. XI", "by rule"]
    assert rows[0][8].startswith("«El diccionario oficial de Scrabble")
    told = json.loads(type_in(capsys, *words, "--last", "--json")[1])
    assert [row["word"] for row in told] == ["zuzar", "casa"] and told[0]["game"] == "2"


def test_an_open_game_tells_no_word(capsys, tmp_path, listed):
    flash, recorder = recording()
    play(recorder, {})
    recorder.send(events.OK, 0, 0, 230_000)
    recorder.arm(recorder.match.rules, {}, 300_000)
    image_of(flash).save(tmp_path / "m.corridolog")
    words = ("log", "words", str(tmp_path / "m.corridolog"), "--lexicon", str(listed))
    code, out, err = type_in(capsys, *words)
    assert (code, out) == (2, "") and "is open: words are told when it is closed" in err
