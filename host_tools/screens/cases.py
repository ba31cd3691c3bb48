"""Every screen of the device, by name: how to get there from power-on by pressing keys."""

from typing import Any

from corrido.core import events as e

from host_tools.screens.desk import FakeDesk
from host_tools.screens.table import Table

MINUTE = 60000
CASES: dict = {}


def case(function: Any) -> Any:
    """Registers a function that brings a Table(language) to the screen of its name."""
    CASES[function.__name__.replace("_", "-")] = function
    return function


def playing(language: str, preset: str = "fise-corrido", **rules: object) -> Table:
    """A game that A has opened."""
    table = Table(FakeDesk(preset, **rules), language)
    return table.press("OK").wait(900).press("B")


@case
def setup(language: str) -> Table:
    """Power-on."""
    return Table(FakeDesk(), language)


@case
def setup_below(language: str) -> Table:
    """Further down the list."""
    return Table(FakeDesk(limit_ms=90 * MINUTE), language).until("setup:arbiter")


@case
def setup_more(language: str) -> Table:
    """Settings that are seldom touched."""
    table = Table(FakeDesk(), language)
    table.desk.pin = ""
    return table.choose("setup:more").press("DOWN")


@case
def setup_preset(language: str) -> Table:
    """The choice of how time is kept."""
    table = Table(FakeDesk(), language)
    table.desk.pin = ""
    return table.choose("setup:preset").press("DOWN")


@case
def setup_time(language: str) -> Table:
    """The editor of a time."""
    table = Table(FakeDesk(), language)
    table.desk.pin = ""
    return table.choose("setup:time").press("OK")


@case
def pin_ask(language: str) -> Table:
    """The PIN is asked for."""
    table = Table(FakeDesk(), language).choose("setup:limit")
    return table.until("pin:4", "UP").press("OK").until("pin:7", "UP")


@case
def pin_locked(language: str) -> Table:
    """Too many wrong PINs."""
    table = playing(language)
    table.desk.lock_ms = 29400
    return table.arbiter("9999")


@case
def battery_low(language: str) -> Table:
    """No game starts on a battery that would not last it."""
    table = Table(FakeDesk(), language)
    table.desk.battery = 6
    return table.press("OK")


@case
def self_test(language: str) -> Table:
    """Keys as they come."""
    return Table(FakeDesk(), language).choose("setup:test").press("OK", "OK", "LEFT")


@case
def about(language: str) -> Table:
    """What this device is."""
    return Table(FakeDesk(), language).choose("setup:about").press("DOWN", "DOWN", "DOWN")


@case
def late(language: str) -> Table:
    """Both players are awaited."""
    table = Table(FakeDesk(), language).press("OK").arbiter()
    return table.choose("arbiter:late").choose("choice:AB").wait(300000)


@case
def ready(language: str) -> Table:
    """Armed, nobody has begun."""
    return Table(FakeDesk(), language).press("OK")


@case
def clock(language: str) -> Table:
    """Corrido, A is on turn."""
    return playing(language).wait(83000)


@case
def clock_names(language: str) -> Table:
    """Players' names, a limit, B on turn, silence."""
    desk = FakeDesk(limit_ms=75 * MINUTE)
    desk.settings.update({"player-a": "Núñez", "player-b": "Żukowska"})
    desk.is_silent = True
    table = Table(desk, language).press("OK").wait(900).press("B")
    return table.wait(625000).press("A").wait(312400)


@case
def clock_overtime(language: str) -> Table:
    """Both in overtime."""
    table = playing(language, budget_ms=20000)
    return table.wait(81000).press("A").wait(1304000)


@case
def clock_mark(language: str) -> Table:
    """The mover has marked a pass."""
    return playing(language).wait(65000).press("RIGHT")


@case
def clock_passes(language: str) -> Table:
    """Four passes in a row."""
    table = playing(language, limit_ms=60 * MINUTE)
    for who in "ABAB":
        table.wait(9000).press("RIGHT", who)
    return table


@case
def clock_turned(language: str) -> Table:
    """B's half is turned for a clock that lies flat."""
    desk = FakeDesk(limit_ms=60 * MINUTE)
    desk.settings.set("rotate", "halves")
    table = Table(desk, language).press("OK", "B")
    return table.wait(83000).press("A").wait(4000)


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
    for tile in "NIÑO→CHORRE":
        table._tile(tile)
    return table


@case
def letters_polish(language: str) -> Table:
    """Polish tiles."""
    table = playing(language)
    table.desk.alphabet_code = "pl"
    table.press("CHALLENGE")
    for tile in "ŻÓŁĆ":
        table._tile(tile)
    return table


@case
def letters_encoder(language: str) -> Table:
    """The same grid as one ring for an encoder."""
    table = Table(FakeDesk(), language)
    table.nav.linear = True
    table.press("OK", "B", "CHALLENGE")
    for tile in "CASA":
        table._tile(tile)
    return table.press("UP", "UP")


@case
def confirm(language: str) -> Table:
    """All words, A has said yes."""
    table = playing(language).wait(20000).press("CHALLENGE")
    words = ("NIÑO", "BOXEADA", "ZUZAR", "AMAIS", "CHORREABA", "DE", "LLANO", "AR")
    return table.type(*words).press("A")


def judged(language: str, answer: str) -> Table:
    """A verdict."""
    table = playing(language, "fise-no-corrido").wait(20000).press("A")
    table.desk.answer = answer
    return table.press("CHALLENGE").type("NIÑO", "BOXEADA").press("A", "B")


@case
def verdict_valid(language: str) -> Table:
    """The play stands."""
    return judged(language, "valid")


@case
def verdict_invalid(language: str) -> Table:
    """The play does not stand; no word is named."""
    return judged(language, "invalid")


@case
def verdict_wiped(language: str) -> Table:
    """A minute later the words are gone."""
    return judged(language, "invalid").wait(61000)


@case
def arbiter(language: str) -> Table:
    """The arbiter's actions in a stop."""
    return playing(language).arbiter().press("DOWN")


@case
def arbiter_verdict(language: str) -> Table:
    """The arbiter's actions on a verdict."""
    return judged(language, "invalid").arbiter()


@case
def arbiter_player(language: str) -> Table:
    """Which player."""
    return playing(language).arbiter().choose("arbiter:penalty").press("DOWN")


@case
def arbiter_clock(language: str) -> Table:
    """What is left, also negative."""
    table = playing(language).arbiter().choose("arbiter:set").press("OK")
    return table.press("UP", "OK", "OK")


@case
def arbiter_points(language: str) -> Table:
    """How many points."""
    return playing(language).arbiter().choose("arbiter:penalty").press("OK")


@case
def arbiter_article(language: str) -> Table:
    """Under which article."""
    return playing(language).arbiter().choose("arbiter:penalty").press("OK", "OK")


@case
def arbiter_card(language: str) -> Table:
    """Warning, yellow or red."""
    return playing(language).arbiter().choose("arbiter:card").press("OK", "DOWN")


@case
def arbiter_sure(language: str) -> Table:
    """A last question."""
    return playing(language).arbiter().choose("arbiter:void")


@case
def arbiter_lookup(language: str) -> Table:
    """A word is looked up."""
    table = playing(language).arbiter().choose("arbiter:lookup")
    table.desk.answer = "invalid"
    return table.type("FIGOS")


@case
def log(language: str) -> Table:
    """The latest entries of the event log."""
    table = playing(language)
    kinds = ("start", "press", "press", "ignored", "stop", "penalty", "pin", "lose-turn", "press")
    table.desk.entries = [(1, n, 61000 * n, 1, n % 3, 0, (kind,), b"", b"")
                          for n, kind in enumerate(kinds)]
    return table.arbiter().choose("arbiter:log").press("DOWN")


@case
def refused(language: str) -> Table:
    """An action that has no place now."""
    return playing(language).arbiter().choose("arbiter:revoke").press("OK")


def finished(language: str) -> Table:
    """A game with something of everything, over."""
    table = playing(language, budget_ms=5 * MINUTE).wait(372000)
    table.press("STOP", "DOWN", "LEFT").wait(65000).press("STOP", "A")
    table.wait(91000).press("STOP", "UP").wait(20000).press("STOP")
    table.desk.send(e.PENALTY, e.B, 25 + 49000)
    table.desk.send(e.CARD, e.A, 2 + 47000)
    return table.press("CHALLENGE").type("NIÑO").press("A", "B", "OK", "STOP").press("OK", "OK")


@case
def summary_1(language: str) -> Table:
    """Times."""
    return finished(language).press("A", "B", "A")


@case
def summary_2(language: str) -> Table:
    """Challenges and penalties."""
    return finished(language).press("A", "B", "DOWN")


@case
def summary_3(language: str) -> Table:
    """Stopped time, by whose clock was running."""
    return finished(language).press("A", "B", "DOWN", "DOWN")


@case
def summary_time_over(language: str) -> Table:
    """The game's limit has ended it."""
    return playing(language, limit_ms=5 * MINUTE).wait(301000)


@case
def summary_forfeit(language: str) -> Table:
    """A has lost by forfeit."""
    table = playing(language)
    table.desk.send(e.FORFEIT, e.A)
    return table


@case
def closed(language: str) -> Table:
    """Both have confirmed."""
    return finished(language).press("A", "B", "A", "B")


@case
def voided(language: str) -> Table:
    """The game has no result."""
    table = playing(language)
    table.desk.send(e.VOID)
    return table


@case
def reopen(language: str) -> Table:
    """The arbiter has asked to reopen, B agrees."""
    table = closed(language).press("BACK").arbiter().choose("arbiter:reopen")
    return table.press("B")


@case
def recovered(language: str) -> Table:
    """After a power cut."""
    table = playing(language).wait(283000)
    table.desk.send(e.POWER)
    return table


@case
def fault(language: str) -> Table:
    """The lexicon is damaged: no verdict."""
    table = playing(language).press("CHALLENGE")
    table.desk.send(e.FAULT, 0, 1)
    return table


@case
def stuck(language: str) -> Table:
    """A jammed button is said on the screen, the others go on."""
    table = playing(language).wait(12000)
    table.desk.stuck = ["CHALLENGE"]
    return table
