"""Letter entry costs what the benchmark says, and the list of words changes nothing of it."""

import argparse

import pytest
from corrido.ui import tiles

from host_tools.workshop.bench import letters
from host_tools.workshop.screens.table import Table

ARGS = argparse.Namespace(lexicon="es", words=1000, seed=7)


def challenge(linear: bool = False) -> Table:
    """A table at which a challenge has been opened."""
    return Table(linear=linear).press("OK", "B", "CHALLENGE")


def test_at_most_half_for_keys_and_two_thirds_for_an_encoder() -> None:
    result = letters.run(ARGS)
    assert result["keys_share"] <= 0.5
    assert result["encoder_share"] <= 2 / 3
    assert result["ok"] and "grid, keys" in letters.table(result)


@pytest.mark.parametrize("linear", [False, True])
def test_the_benchmark_counts_what_the_screen_needs(linear: bool) -> None:
    table = challenge(linear)
    pressed: list = []
    press = table.press

    def counting(*keys: str) -> Table:
        pressed.extend(keys)
        return press(*keys)

    table.press = counting
    for word in ("CHORRO", "NIÑEZ", "AMAIS"):
        for tile in letters.split(word, "es"):
            table.take(tile)
        table.take(tiles.NEXT)
    table.press = press
    words = [letters.split(word, "es") for word in ("CHORRO", "NIÑEZ", "AMAIS")]
    done = letters.screen_actions(words, "es", linear)
    cells = tiles.grid("es", linear)
    if linear:
        home = tiles.home(cells, "es", True)
        ends = len(tiles.steps(cells, home, tiles.NEXT, True)) - len(
            tiles.steps(cells, home, tiles.DONE, True)
        )
        assert len(pressed) == done + 3 * ends
    else:
        assert abs(len(pressed) - done) <= 9


def test_every_tile_costs_the_same_whatever_stands_before_it() -> None:
    for before in ("", "Q", "ZZZ", "AMAI"):
        table = challenge(linear=True)
        for tile in before:
            table.take(tile)
        focus = table.focus().split(" text")[0]
        assert focus == challenge(linear=True).focus().split(" text")[0]


def test_eight_words_and_no_more() -> None:
    table = challenge()
    for _ in range(9):
        table.take("A")
        table.take(tiles.NEXT)
    assert "word=8" in table.focus()
    table.take(tiles.DONE)
    assert table.app.adjudication.words == ["A"] * 7 + ["AA"]


def test_empty_words_are_left_out_and_nothing_is_submitted_empty() -> None:
    table = challenge()
    table.take(tiles.DONE)
    assert table.focus().startswith("letters")
    table.take("A")
    table.take(tiles.NEXT)
    table.take(tiles.DONE)
    assert table.app.adjudication.words == ["A"]


def test_a_word_has_at_most_fifteen_tiles() -> None:
    table = challenge()
    for _ in range(17):
        table.take("A")
    assert table.focus().endswith("text=" + "A" * 15)


def test_any_letter_can_be_corrected_after_the_confirmation_was_asked() -> None:
    table = challenge().type("NIÑO", "DOS").press("A", "BACK")
    assert table.focus().endswith("word=2 text=DOS")
    assert not table.match.question
    table.press("BACK", "BACK", "BACK", "BACK", "BACK")
    assert table.focus().endswith("word=1 text=NIÑ")
