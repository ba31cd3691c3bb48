"""The arbiter's screens and the ones after the game: how to reach them by pressing keys."""

from corrido.core import events
from corrido.ui.screens.pin import pin_keys

from host_tools.workshop.screens.cases import judged, playing
from host_tools.workshop.screens.registry import case
from host_tools.workshop.screens.table import Table


@case
def arbiter(language: str) -> Table:
    """Show the arbiter's actions during a stop."""
    return playing(language).arbiter().press("DOWN")


@case
def arbiter_verdict(language: str) -> Table:
    """Show the arbiter's actions on a verdict."""
    return judged(language, "invalid").arbiter()


@case
def arbiter_player(language: str) -> Table:
    """Show the choice of a player."""
    return playing(language).arbiter().choose("arbiter:penalty").press("DOWN")


@case
def arbiter_clock(language: str) -> Table:
    """Show the editor of a remaining time, which may be negative."""
    table = playing(language).arbiter().choose("arbiter:set").press("OK")
    return table.press(*["DOWN"] * 31)


@case
def arbiter_points(language: str) -> Table:
    """Show the editor of points."""
    return playing(language).arbiter().choose("arbiter:penalty").press("OK")


@case
def arbiter_article(language: str) -> Table:
    """Show the choice of an article."""
    return playing(language).arbiter().choose("arbiter:penalty").press("OK", "OK")


@case
def arbiter_card(language: str) -> Table:
    """Show the choice of warning, yellow or red."""
    return playing(language).arbiter().choose("arbiter:card").press("OK", "DOWN")


@case
def arbiter_sure(language: str) -> Table:
    """Show a last question."""
    return playing(language).arbiter().choose("arbiter:void")


@case
def arbiter_lookup(language: str) -> Table:
    """Show the arbiter looking up a word."""
    table = playing(language, words=("FIGO",)).arbiter().choose("arbiter:lookup")
    return table.type("FIGOS")


@case
def log(language: str) -> Table:
    """Show the latest entries of the event log."""
    table = playing(language)
    for who in "AB":
        table.wait(61000).press(who)
    table.wait(61000).press("B").wait(61000).press("STOP")
    table.send(events.PENALTY, events.A, 25 + 49000)
    table.wait(61000).arbiter("4321").wait(61000).press("OK")
    table.send(events.LOSE_TURN, events.B)
    return table.arbiter().choose("arbiter:log").press("DOWN")


@case
def refused(language: str) -> Table:
    """Show the refusal of an action that is not allowed now."""
    return playing(language).arbiter().choose("arbiter:revoke").press("OK")


def finished(language: str, **settings: str) -> Table:
    """Play a game with a little of everything to its end."""
    table = playing(language, budget="300", **settings).wait(372000)
    table.press("STOP", "DOWN", "LEFT").wait(65000).press("STOP", "A")
    table.wait(91000).press("STOP", "UP").wait(20000).press("STOP")
    table.send(events.PENALTY, events.B, 25 + 49000)
    table.send(events.CARD, events.A, 2 + 47000)
    return table.press("CHALLENGE").type("NIÑO").press("A", "B", "OK", "STOP").press("OK", "OK")


@case
def summary_1(language: str) -> Table:
    """Show the summary's page of times."""
    return finished(language).press("A", "B", "A")


@case
def summary_2(language: str) -> Table:
    """Show the summary's page of challenges and penalties."""
    return finished(language).press("A", "B", "DOWN")


@case
def summary_3(language: str) -> Table:
    """Show the stopped time, grouped by whose clock was running."""
    return finished(language).press("A", "B", "DOWN", "DOWN")


@case
def summary_time_over(language: str) -> Table:
    """Show a game ended by its time limit."""
    return playing(language, limit="300").wait(301000)


@case
def summary_forfeit(language: str) -> Table:
    """Show A's loss by forfeit."""
    table = playing(language)
    table.send(events.FORFEIT, events.A)
    return table


def scored(language: str, **settings: str) -> Table:
    """Show the summary with both final scores."""
    table = finished(language, **settings).press("A", "B", "OK").choose("menu:scores")
    for score in ("412", "398"):
        table.press(*pin_keys(score), "OK")
    return table


@case
def score_entry(language: str) -> Table:
    """Show the editor of a player's final score."""
    table = finished(language).press("A", "B", "OK").choose("menu:scores")
    return table.press(*pin_keys("41"))


@case
def summary_scores(language: str) -> Table:
    """Show score, deductions and result."""
    return scored(language).press("A")


@case
def closed_scores(language: str) -> Table:
    """Show the figures, also as a QR code."""
    table = scored(
        language, player_a="Begoña Núñez", player_b="Żaneta Śliwa",
        device_name="Sala 1-12", table="12", round="3",
    )  # fmt: skip
    return table.press("A", "B")


@case
def refused_count(language: str) -> Table:
    """Show the answer to CHALLENGE in a turn without corrido: the score is counted first."""
    return playing(language, "fise-no-corrido").press("CHALLENGE")


@case
def refused_judged(language: str) -> Table:
    """Show the refusal to challenge a play twice."""
    return judged(language, "valid").press("OK", "CHALLENGE")


@case
def clock_so_far(language: str) -> Table:
    """Show three passes in a row."""
    table = playing(language)
    for who in "ABA":
        table.wait(9000).press("RIGHT", "OK", who)
    return table


@case
def stopped_director(language: str) -> Table:
    """Show the wording of a federation that says Director."""
    return playing(language, "naspa").press("STOP", "UP")


@case
def ready_other_list(language: str) -> Table:
    """Show a preset whose language differs from the word list's."""
    return Table(language, preset="wespa").press("OK")


@case
def closed(language: str) -> Table:
    """Show a closed game."""
    return finished(language).press("A", "B", "A", "B")


@case
def voided(language: str) -> Table:
    """Show a game closed without a result."""
    table = playing(language)
    table.send(events.VOID)
    return table


@case
def reopen(language: str) -> Table:
    """Show the question to reopen, confirmed by B."""
    table = closed(language).arbiter().choose("arbiter:reopen")
    return table.press("B")


@case
def recovered(language: str) -> Table:
    """Show the game after a power cut."""
    table = playing(language).wait(283000)
    return table.power_cut()


@case
def fault(language: str) -> Table:
    """Show the refusal of a verdict from a damaged lexicon."""
    table = playing(language).press("CHALLENGE")
    table.send(events.FAULT, 0, 1)
    return table


@case
def stuck(language: str) -> Table:
    """Show the notice of a jammed button; the others work."""
    return playing(language, stuck="CHALLENGE").wait(12000)
