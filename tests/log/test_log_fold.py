"""The log of a game that was folded because it outgrew the journal starts from the fold."""

import pytest
from corrido.core import events

from host_tools.log import games
from tests.conftest import type_in
from tests.log.conftest import REGION, A, B, image_of, recording

PRESSES = 1200


@pytest.fixture(scope="module")
def long_game():
    """Return the pulled log and the match of a device whose ring holds far fewer presses."""
    region = REGION._replace(blocks=6)
    flash, recorder = recording(region)
    recorder.arm(recorder.match.rules, {"table": "4", "player-a": "Ana"}, 0)
    recorder.send(events.PRESS, B, 0, 1_000)
    for number in range(PRESSES):
        assert recorder.send(events.PRESS, (A, B)[number % 2], 0, 4_000 + 3_000 * number)
    return image_of(flash, region), recorder.match


def test_its_figures_are_those_of_the_whole_game(long_game):
    image, match = long_game
    game = games.one_game(image, None)
    assert len(game.entries) < PRESSES and game.labels["player-a"] == "Ana"
    assert game.match().status() == match.status()
    assert game.summary()["A"]["turns"] == PRESSES // 2


def test_it_is_whole_and_the_account_says_what_was_folded(long_game, tmp_path, capsys):
    path = tmp_path / "mesa.corridolog"
    long_game[0].save(path)
    assert type_in(capsys, "log", "verify", str(path))[0] == 3
    for language, said in (("en", "folded into"), ("es", "resumidas")):
        code, out, _ = type_in(capsys, "log", "show", str(path), "--language", language)
        assert code == 0 and out.count(said) == 1
    assert type_in(capsys, "log", "export", str(path), "--json")[0] == 0


def test_without_a_part_of_the_fold_its_beginning_is_gone(long_game):
    image, _ = long_game
    kept = games.kept_of(image)[1]
    parts = [entry for entry in kept if entry.kind == events.FOLD]
    first = [entry for entry in parts if events.fold_of(entry.value)[0] == 0]
    kept = [entry for entry in kept if entry not in first]
    with pytest.raises(games.UserError, match="beginning is no longer"):
        games.Game(1, kept, image.device)
