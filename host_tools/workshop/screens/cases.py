"""Every screen of the device, by name: how to get there from power-on by pressing keys."""

from typing import Any

from host_tools.workshop.screens.registry import case
from host_tools.workshop.screens.table import Table

MINUTE = 60000


def playing(language: str, preset: str = "fise-corrido", **settings: Any) -> Table:
    """A game that A has opened."""
    table = Table(language, preset=preset, **settings)
    return table.press("OK").wait(900).press("B")


@case
def setup(language: str) -> Table:
    """Power-on."""
    return Table(language)


@case
def setup_below(language: str) -> Table:
    """Further down the list."""
    return Table(language, limit="5400").until("setup:arbiter")


@case
def setup_more(language: str) -> Table:
    """Settings that are seldom touched."""
    table = Table(language, pin="")
    return table.choose("setup:more").press("DOWN")


@case
def setup_preset(language: str) -> Table:
    """The choice of how time is kept."""
    table = Table(language, pin="")
    return table.choose("setup:preset").press("DOWN")


@case
def setup_time(language: str) -> Table:
    """The editor of a time."""
    table = Table(language, pin="")
    return table.choose("setup:time")


@case
def pin_ask(language: str) -> Table:
    """The PIN is asked for."""
    table = Table(language).choose("setup:limit")
    return table.press("LEFT", "LEFT", "RIGHT")


@case
def pin_locked(language: str) -> Table:
    """Too many wrong PINs."""
    return playing(language).lock_out().press("BACK")


@case
def battery_low(language: str) -> Table:
    """No game starts on a battery that would not last it."""
    table = Table(language)
    table.battery(6)
    return table.press("OK")


@case
def self_test(language: str) -> Table:
    """Keys as they come."""
    return Table(language).choose("setup:test").press("OK", "OK", "LEFT")


@case
def about(language: str) -> Table:
    """What this device is."""
    return Table(language).choose("setup:about").press("DOWN", "DOWN", "DOWN")


@case
def about_journal(language: str) -> Table:
    """What its journal holds and how much of a clock a power cut may cost."""
    return about(language).until("about:journal")


@case
def late(language: str) -> Table:
    """Both players are awaited."""
    table = Table(language).press("OK").arbiter()
    return table.choose("arbiter:late").choose("choice:AB").wait(300000)


@case
def ready(language: str) -> Table:
    """Armed, nobody has begun."""
    return Table(language).press("OK")


@case
def clock(language: str) -> Table:
    """Corrido, A is on turn."""
    return playing(language).wait(83000)


@case
def clock_names(language: str) -> Table:
    """Players' names, a limit, B on turn, silence."""
    table = playing(language, limit="4500", player_a="Núñez", player_b="Żukowska", silent="yes")
    return table.wait(625000).press("A").wait(312400)


@case
def clock_overtime(language: str) -> Table:
    """Both in overtime."""
    table = playing(language, budget="20")
    return table.wait(81000).press("A").wait(1304000)


@case
def clock_mark(language: str) -> Table:
    """The mover has marked a pass."""
    return playing(language).wait(65000).press("RIGHT", "OK")


@case
def clock_passes(language: str) -> Table:
    """Four passes in a row."""
    table = playing(language, limit="3600")
    for who in "ABAB":
        table.wait(9000).press("RIGHT", "OK", who)
    return table


def turned(language: str, which: str) -> Table:
    """A limit, B on turn, with the setting `rotate`."""
    table = Table(language, limit="3600", rotate=which).press("OK", "B")
    return table.wait(83000).press("A").wait(4000)


@case
def clock_turned(language: str) -> Table:
    """B's half is turned for a clock that lies flat."""
    return turned(language, "b")


@case
def clock_turned_a(language: str) -> Table:
    """A's half is turned."""
    return turned(language, "a")


@case
def clock_turned_both(language: str) -> Table:
    """Each half is turned in its place."""
    return turned(language, "both")


@case
def setup_rotate(language: str) -> Table:
    """Which halves are turned."""
    table = Table(language, pin="")
    return table.choose("setup:more").choose("setup-more:rotate").press("DOWN", "DOWN")


@case
def count(language: str) -> Table:
    """Recuento."""
    return playing(language, "fise-no-corrido").wait(61000).press("A").wait(5000)


def warned(language: str, left_s: int) -> Table:
    """Temporizador with so many seconds left."""
    return playing(language, "fise-temporizador").wait((120 - left_s) * 1000)


@case
def warning_1(language: str) -> Table:
    """The first signal's shape."""
    return warned(language, 24)


@case
def warning_2(language: str) -> Table:
    """The second signal's shape."""
    return warned(language, 12)


@case
def warning_3(language: str) -> Table:
    """The last signal's shape."""
    return warned(language, 4)


@case
def turn_expired(language: str) -> Table:
    """The turn's time has run out."""
    return warned(language, 0).wait(2000)


@case
def stopped(language: str) -> Table:
    """Stopped, no reason chosen yet."""
    return playing(language).wait(20000).press("STOP").wait(7000)


@case
def stopped_score(language: str) -> Table:
    """Stopped for the score, B asked."""
    table = playing(language).wait(20000).press("STOP", "DOWN", "DOWN", "RIGHT")
    return table.wait(65000)


@case
def menu(language: str) -> Table:
    """The menu of a stop."""
    return playing(language).press("STOP", "OK")


@case
def finish(language: str) -> Table:
    """Fin de partida, A has said yes."""
    return playing(language).press("STOP", "OK", "OK", "A")


@case
def letters_empty(language: str) -> Table:
    """A challenge begins."""
    return playing(language).wait(20000).press("CHALLENGE")


@case
def letters(language: str) -> Table:
    """The second word is being entered, with its digraphs."""
    table = playing(language).wait(20000).press("CHALLENGE")
    return table.take(*"NIÑO→CHORRE")


@case
def letters_polish(language: str) -> Table:
    """Polish tiles."""
    table = playing(language, alphabet_code="pl", words=("ŻÓŁĆ",)).press("CHALLENGE")
    return table.take(*"ŻÓŁĆ")


@case
def letters_english(language: str) -> Table:
    """English tiles."""
    table = playing(language, alphabet_code="en", words=("QUIZ",)).press("CHALLENGE")
    return table.take(*"QUIZ")


@case
def letters_encoder(language: str) -> Table:
    """The same grid as one ring for an encoder."""
    table = Table(language, linear=True)
    table.press("OK", "B", "CHALLENGE")
    return table.take(*"CASA").press("UP", "UP")


@case
def confirm(language: str) -> Table:
    """All words, A has said yes."""
    table = playing(language).wait(20000).press("CHALLENGE")
    words = ("NIÑO", "BOXEADA", "ZUZAR", "AMAIS", "CHORREABA", "DE", "LLANO", "AR")
    return table.type(*words).press("A")


@case
def confirm_one(language: str) -> Table:
    """One word, nobody has confirmed."""
    return playing(language).wait(20000).press("CHALLENGE").type("ZUZAR")


def judged(language: str, answer: str, *words: str) -> Table:
    """A verdict, by a list that has all the words or only the first one."""
    words = words or ("NIÑO", "BOXEADA")
    listed = words if answer == "valid" else words[:1]
    table = playing(language, "fise-no-corrido", words=listed).wait(20000).press("A")
    return table.press("CHALLENGE").type(*words).press("A", "B")


@case
def verdict_valid(language: str) -> Table:
    """The play stands."""
    return judged(language, "valid")


@case
def verdict_invalid(language: str) -> Table:
    """The play does not stand; no word is named."""
    return judged(language, "invalid")


@case
def verdict_many(language: str) -> Table:
    """More words than a line holds: how many they are."""
    return judged(language, "valid", "NIÑO", "BOXEADA", "ZUZAR", "CHORREABA", "LLANO")


@case
def verdict_wiped(language: str) -> Table:
    """A minute later the words are gone."""
    return judged(language, "invalid").wait(61000)
