"""Letter entry: which key ends what, and every tile costs the same whatever is loaded."""

from corrido.core import events
from corrido.ui import tiles

from host_tools.workshop.screens.table import Table


def challenge(linear: bool = False) -> Table:
    """A table with an open challenge."""
    return Table(linear=linear).press("OK", "B", "CHALLENGE")


def test_the_challenge_key_begins_a_word_and_the_challengers_button_ends_the_entry() -> None:
    table = challenge()
    table.press("CHALLENGE", "A", "B")
    assert "word=1 text=" in table.focus(), "without a letter they do nothing"
    table.take(*"NO").press("CHALLENGE").take(*"SI").press("A")
    assert "word=2" in table.focus(), "the mover's button ends nothing"
    table.press("B")
    assert table.app.adjudication.words == ["NO", "SI"]
    assert table.match.question and table.match.question.said == events.B
    table.press("A")
    assert table.match.phase == "verdict"


def test_where_nobody_confirms_the_challengers_button_asks_for_the_verdict() -> None:
    table = Table(confirm="no").press("OK", "B", "CHALLENGE").take(*"NO").press("B")
    assert table.match.phase == "verdict"


def test_the_last_word_that_there_is_room_for_is_not_followed_by_another() -> None:
    table = challenge()
    for _ in range(9):
        table.take("A").press("CHALLENGE")
    assert "word=8" in table.focus()


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
