"""Every screen of the device, by name: how to get there from power-on by pressing keys."""

from typing import Any

from host_tools.workshop.screens.registry import case
from host_tools.workshop.screens.table import Table

MINUTE = 60000


def playing(language: str, preset: str = "fise-corrido", **settings: Any) -> Table:
    """Begin a game that A opens."""
    table = Table(language, preset=preset, **settings)
    return table.press("OK").wait(900).press("B")


@case
def setup(language: str) -> Table:
    """Show the setup at power-on."""
    return Table(language)


@case
def setup_below(language: str) -> Table:
    """Show the setup further down the list."""
    return Table(language, limit="5400").until("setup:arbiter")


@case
def setup_more(language: str) -> Table:
    """Show the settings that are seldom touched."""
    table = Table(language, pin="")
    return table.choose("setup:more").press("DOWN")


@case
def setup_preset(language: str) -> Table:
    """Show the choice of time keeping."""
    table = Table(language, pin="")
    return table.choose("setup:preset").press("DOWN")


@case
def setup_time(language: str) -> Table:
    """Show the editor of a time."""
    table = Table(language, pin="")
    return table.choose("setup:time")


@case
def pin_ask(language: str) -> Table:
    """Show the question for the PIN."""
    table = Table(language).choose("setup:limit")
    return table.press("LEFT", "LEFT", "RIGHT")


@case
def pin_locked(language: str) -> Table:
    """Show the lock after too many wrong PINs."""
    return playing(language).lock_out().press("BACK")


@case
def battery_low(language: str) -> Table:
    """Show the refusal to start a game on a battery that would not last."""
    table = Table(language)
    table.battery(6)
    return table.press("OK")


@case
def self_test(language: str) -> Table:
    """Show the test of the keys."""
    return Table(language).choose("setup:test").press("OK", "OK", "A", "LEFT")


@case
def about(language: str) -> Table:
    """Show the information about the device."""
    return Table(language).choose("setup:about").press("DOWN", "DOWN", "DOWN")


@case
def about_journal(language: str) -> Table:
    """Show the journal's content, and how much time a power cut costs a clock."""
    return about(language).until("about:journal")


@case
def late(language: str) -> Table:
    """Show the wait for both players."""
    table = Table(language).press("OK").arbiter()
    return table.choose("arbiter:late").choose("choice:AB").wait(300000)


@case
def ready(language: str) -> Table:
    """Show an armed game that nobody has begun."""
    return Table(language).press("OK")


@case
def clock(language: str) -> Table:
    """Show corrido with A on turn."""
    return playing(language).wait(83000)


@case
def clock_names(language: str) -> Table:
    """Show players' names, a limit, B on turn, silence."""
    table = playing(language, limit="4500", player_a="Núñez", player_b="Żukowska", silent="yes")
    return table.wait(625000).press("A").wait(312400)


@case
def clock_overtime(language: str) -> Table:
    """Show both players in overtime."""
    table = playing(language, budget="20")
    return table.wait(81000).press("A").wait(1304000)


@case
def clock_mark(language: str) -> Table:
    """Show a pass that the mover has marked."""
    return playing(language).wait(65000).press("RIGHT", "OK")


@case
def clock_passes(language: str) -> Table:
    """Show four passes in a row."""
    table = playing(language, limit="3600")
    for who in "ABAB":
        table.wait(9000).press("RIGHT", "OK", who)
    return table


def turned(language: str, which: str) -> Table:
    """Show a limit and B on turn, with `which` as the setting `rotate`."""
    table = Table(language, limit="3600", rotate=which).press("OK", "B")
    return table.wait(83000).press("A").wait(4000)


@case
def clock_turned(language: str) -> Table:
    """Show B's half turned, for a clock that lies flat."""
    return turned(language, "b")


@case
def clock_turned_a(language: str) -> Table:
    """Show A's half turned."""
    return turned(language, "a")


@case
def clock_turned_both(language: str) -> Table:
    """Show each half turned in its place."""
    return turned(language, "both")


@case
def setup_rotate(language: str) -> Table:
    """Show the choice of halves to turn."""
    table = Table(language, pin="")
    return table.choose("setup:more").choose("setup-more:rotate").press("DOWN", "DOWN")


@case
def count(language: str) -> Table:
    """Show the recuento."""
    return playing(language, "fise-no-corrido").wait(61000).press("A").wait(5000)


def warned(language: str, left_s: int) -> Table:
    """Play temporizador until left_s seconds are left."""
    return playing(language, "fise-temporizador").wait((120 - left_s) * 1000)


@case
def warning_1(language: str) -> Table:
    """Show the first signal's shape."""
    return warned(language, 24)


@case
def warning_2(language: str) -> Table:
    """Show the second signal's shape."""
    return warned(language, 12)


@case
def warning_3(language: str) -> Table:
    """Show the last signal's shape."""
    return warned(language, 4)


@case
def turn_expired(language: str) -> Table:
    """Show a turn whose time has run out."""
    return warned(language, 0).wait(2000)


@case
def stopped(language: str) -> Table:
    """Show a stop without a reason."""
    return playing(language).wait(20000).press("STOP").wait(7000)


@case
def stopped_score(language: str) -> Table:
    """Show a stop for the score, asked for by B."""
    table = playing(language).wait(20000).press("STOP", "DOWN", "DOWN", "RIGHT")
    return table.wait(65000)


@case
def menu(language: str) -> Table:
    """Show the menu of a stop."""
    return playing(language).press("STOP", "OK")


@case
def finish(language: str) -> Table:
    """Show fin de partida, confirmed by A."""
    return playing(language).press("STOP", "OK", "OK", "A")


@case
def letters_empty(language: str) -> Table:
    """Show the beginning of a challenge."""
    return playing(language).wait(20000).press("CHALLENGE")


@case
def letters(language: str) -> Table:
    """Show the entry of a second word, with its digraphs."""
    table = playing(language).wait(20000).press("CHALLENGE")
    return table.take(*"NIÑO→CHORRE")


@case
def letters_polish(language: str) -> Table:
    """Show the Polish tiles."""
    table = playing(language, alphabet_code="pl", words=("ŻÓŁĆ",)).press("CHALLENGE")
    return table.take(*"ŻÓŁĆ")


@case
def letters_english(language: str) -> Table:
    """Show the English tiles."""
    table = playing(language, alphabet_code="en", words=("QUIZ",)).press("CHALLENGE")
    return table.take(*"QUIZ")


@case
def letters_encoder(language: str) -> Table:
    """Show the same grid as a single ring for an encoder."""
    table = Table(language, linear=True)
    table.press("OK", "B", "CHALLENGE")
    return table.take(*"CASA").press("UP", "UP")


@case
def confirm(language: str) -> Table:
    """Show all words, confirmed by A."""
    table = playing(language).wait(20000).press("CHALLENGE")
    words = ("NIÑO", "BOXEADA", "ZUZAR", "AMAIS", "CHORREABA", "DE", "LLANO", "AR")
    return table.type(*words).press("A")


@case
def confirm_one(language: str) -> Table:
    """Show one word that nobody has confirmed."""
    return playing(language).wait(20000).press("CHALLENGE").type("ZUZAR")


def judged(language: str, answer: str, *words: str) -> Table:
    """Bring the table to a verdict, using a list with all the words or only the first."""
    words = words or ("NIÑO", "BOXEADA")
    listed = words if answer == "valid" else words[:1]
    table = playing(language, "fise-no-corrido", words=listed).wait(20000).press("A")
    return table.press("CHALLENGE").type(*words).press("A", "B")


@case
def verdict_valid(language: str) -> Table:
    """Show a valid play."""
    return judged(language, "valid")


@case
def verdict_invalid(language: str) -> Table:
    """Show a play that is not valid; no word is named."""
    return judged(language, "invalid")


@case
def verdict_many(language: str) -> Table:
    """Show the number of words when a line cannot hold them."""
    return judged(language, "valid", "NIÑO", "BOXEADA", "ZUZAR", "CHORREABA", "LLANO")


@case
def verdict_wiped(language: str) -> Table:
    """Show the verdict a minute later, without the words."""
    return judged(language, "invalid").wait(61000)
