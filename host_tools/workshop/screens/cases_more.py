"""Rarely seen screens: unusual faults, last questions, an encoder instead of keys."""

from corrido.core import events
from corrido.ui.screens.pin import pin_keys

from host_tools.workshop.screens.cases import MINUTE, playing, verdict_invalid
from host_tools.workshop.screens.registry import CASES, case
from host_tools.workshop.screens.table import Table


def refused(language: str, name: str) -> Table:
    """Bring the table to the fault of that name."""
    table = playing(language).press("CHALLENGE")
    table.send(events.FAULT, 0, events.FAULTS.index(name))
    return table


@case
def fault_missing(language: str) -> Table:
    """Show the fault of a chosen lexicon that is not on the device."""
    return refused(language, "lexicon-missing")


@case
def fault_not_recorded(language: str) -> Table:
    """Show the fault of a flash that accepts no more writes."""
    return refused(language, "not-recorded")


@case
def fault_record_damaged(language: str) -> Table:
    """Show the fault of a journal found damaged at start-up."""
    return refused(language, "record-damaged")


@case
def fault_settings_damaged(language: str) -> Table:
    """Show the fault of settings found unreadable at start-up."""
    return refused(language, "settings-damaged")


@case
def fault_pin_damaged(language: str) -> Table:
    """Show the fault of an unreadable PIN: no PIN is right."""
    return refused(language, "pin-damaged")


@case
def fault_counter_jumped(language: str) -> Table:
    """Show the fault of a counter that took a step no time explains."""
    table = playing(language).wait(5000)
    table.app.timebase.jumped, table.app.timebase.seen_s = True, 312
    return table.wait(1000)


@case
def refused_memory(language: str) -> Table:
    """Show that no memory was left to open a screen over a running clock."""
    table = playing(language).wait(5000)
    table.nav.short_of_memory(table.t_ms)
    return table.wait(1000)


@case
def late_one(language: str) -> Table:
    """Show the wait for B."""
    table = Table(language).press("OK").arbiter()
    return table.choose("arbiter:late").choose("choice:B").wait(20 * MINUTE)


@case
def clock_absent(language: str) -> Table:
    """Show B out of the room, with a name and a low battery."""
    table = playing(language, player_b="Żukowska").battery(12)
    table.press("STOP")
    table.send(events.ABSENT, events.B)
    return table.press("STOP", "A").wait(60000)


@case
def setup_limit(language: str) -> Table:
    """Show the editor of the game's limit."""
    table = Table(language, limit="5400", pin="")
    return table.choose("setup:limit").press("LEFT")


@case
def setup_failed(language: str) -> Table:
    """Show the choice of what a failed challenge costs."""
    table = Table(language, pin="")
    return table.choose("setup:more").choose("setup-more:failed-challenge").press("UP")


@case
def setup_unsure(language: str) -> Table:
    """Show a mode whose figures no available rulebook confirms."""
    table = Table(language, pin="")
    return table.choose("setup:preset").until("choice:wespa", "UP")


@case
def own_name(language: str) -> Table:
    """Show the entry of a name for the club's own preset."""
    table = Table(language, pin="")
    return table.choose("setup:more").choose("setup-more:keep-preset").press("UP")


@case
def blank_letter(language: str) -> Table:
    """Show the entry of the letter that a blank stands for."""
    return playing(language).press("OK").choose("menu:blank").press("DOWN")


@case
def verdict_appeal(language: str) -> Table:
    """Show a verdict that the mover appeals against."""
    return verdict_invalid(language).press("DOWN", "OK")


@case
def pin_new(language: str) -> Table:
    """Show the entry of a first PIN, four digits long."""
    table = Table(language, pin="")
    return table.choose("setup:pin").press(*pin_keys("20480"))


@case
def ready_turned(language: str) -> Table:
    """Show B's half turned before the start: a text over both halves stays whole."""
    return Table(language, rotate="b").press("OK")


@case
def clock_offer(language: str) -> Table:
    """Show a mark that OK would set."""
    return playing(language).wait(65000).press("RIGHT")


@case
def clock_last_turn(language: str) -> Table:
    """Show the last turn, after the limit has run out."""
    return playing(language, limit="60").wait(30000).press("A").wait(31000)


@case
def menu_running(language: str) -> Table:
    """Show the menu of a turn."""
    return playing(language).press("OK", "DOWN")


@case
def stopped_encoder(language: str) -> Table:
    """Show a stop on a board with an encoder: the menu asks who it was."""
    table = Table(language, linear=True)
    return table.press("OK", "B").wait(20000).press("STOP", "DOWN", "DOWN", "DOWN")


@case
def menu_encoder(language: str) -> Table:
    """Show that stop's menu."""
    return stopped_encoder(language).press("OK").until("menu:asked-b")


@case
def arbiter_name(language: str) -> Table:
    """Show the choice of a player by name."""
    # A label has at most 24 characters.
    table = playing(language, player_a="Núñez", player_b="Żukowska-Wójcik, Aleksan")
    return table.arbiter().choose("arbiter:card").press("DOWN")


@case
def arbiter_forfeit(language: str) -> Table:
    """Show a last question about both players."""
    return playing(language).arbiter().choose("arbiter:forfeit").choose("choice:AB")


@case
def arbiter_close_for(language: str) -> Table:
    """Show the reasons for which a player does not confirm."""
    table = playing(language).press("STOP", "OK", "OK", "A", "B")
    return table.arbiter().choose("arbiter:close-for").press("OK", "DOWN")


@case
def arbiter_word(language: str) -> Table:
    """Show an arbiter's look-up that finds the word."""
    table = playing(language).arbiter().choose("arbiter:lookup")
    return table.type("CHORREABAIS")


@case
def summary_both(language: str) -> Table:
    """Show a loss of both players by forfeit."""
    table = playing(language)
    table.send(events.FORFEIT, events.BOTH)
    return table


@case
def clock_limit(language: str) -> Table:
    """Show the rest of the game's time limit, with no other news."""
    return playing(language, limit="3600").wait(83000)


@case
def confirm_rest(language: str) -> Table:
    """Show the next words of many, three seconds later."""
    return CASES["confirm"](language).wait(3200)


@case
def confirm_longest(language: str) -> Table:
    """Show two words of fifteen tiles, each on its own line."""
    table = playing(language).wait(20000).press("CHALLENGE")
    return table.type("ACONDICIONAREIS", "CONTRAMANDAREMO")


@case
def verdict_words(language: str) -> Table:
    """Show the words of an invalid play, on the line that says what to do."""
    return verdict_invalid(language).wait(3200)


@case
def board(language: str) -> Table:
    """Show the single clock face of duplicate while a board's time runs."""
    return playing(language, "fise-duplicada").wait(20000)


@case
def board_ready(language: str) -> Table:
    """Show the single clock face of duplicate before the first board."""
    return Table(language, preset="fise-duplicada").press("OK")


@case
def verdict_second(language: str) -> Table:
    """Show an invalid play by B."""
    table = playing(language, words=("BOXEADA",)).wait(20000).press("A").wait(5000)
    return table.press("CHALLENGE").type("ZUZAR").press("A", "B")
