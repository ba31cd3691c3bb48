"""The screens by purpose, in modules that are loaded on first use.

Loaded from files, code lies in RAM, where all screens together would take 30 KB: so modules of
screens that play does not need are unloaded again. Frozen into flash they take 14 KB: they are all
loaded at the start, because loading takes longer than a turn of the main loop, and those that are
never opened while a clock runs are unloaded when a game is armed.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.memory import IN_RAM, forget, load, loaded, tidy, unload
from corrido.ui import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.match import Match
    from corrido.ui.screens.base import Screen

BASES = {
    p.SETUP: "setup.SetupScreen",
    p.LATE: "clock.ClockScreen",
    p.READY: "ready.ReadyScreen",
    p.RUNNING: "clock.ClockScreen",
    p.COUNT: "clock.ClockScreen",
    p.STOPPED: "stopped.StoppedScreen",
    p.CHALLENGE: "letters.ChallengeScreen",
    p.VERDICT: "verdict.VerdictScreen",
    p.OVER: "ending.SummaryScreen",
    p.CLOSED: "ending.ClosedScreen",
    p.RECOVERED: "ending.RecoveredScreen",
    p.FAULT: "ending.FaultScreen",
}
PENDING = {
    e.SUBMIT: "verdict.ConfirmScreen",
    e.FINISH: "stopped.FinishScreen",
    e.REOPEN: "ending.ReopenScreen",
}
ONE_CLOCK = "duplicate.BoardScreen"
MENU = "menu.MenuScreen"
ARBITER = "access.ask_arbiter"
REFUSAL = "notes.RefusalScreen"
_PACKAGE = "corrido.ui.screens."
_IN_PLAY = ("clock", "stopped")
_LARGE = ("setup", "letters")  # the screens of play do not fit beside these; no clock runs then
_DATA = ("qr", "receipt", "tiles", "grids", "rings")  # corrido.ui modules that single screens use
_FOR_A_WHILE = (
    "duplicate", "ready", "setup", "letters", "verdict", "ending", "menu", "access", "pin",
    "arbiter", "actions", "editors", "notes", "info", "own", "blank",
)  # fmt: skip
# Never opened while a clock runs.
_AT_REST = ("setup", "own", "duplicate", "verdict", "ending", "arbiter", "actions")


def beside(name: str) -> "Callable[..., Screen]":
    """Return the class of a screen to put on top of the present one; unload nothing."""
    module, screen = name.split(".")
    return getattr(load(_PACKAGE + module), screen)


def keep_only(name: str) -> None:
    """Unload all screens but that of `module.Class`, if memory is short."""
    module = name.split(".")[0]
    if IN_RAM:
        if module != "setup":  # it shows a menu text in each row
            texts.put_away()
        for other in _FOR_A_WHILE:
            if other != module:
                forget(_PACKAGE + other)


def clear() -> None:
    """Unload every screen that can be reloaded, if memory is short."""
    if IN_RAM:
        texts.put_away()
        for other in _FOR_A_WHILE + _IN_PLAY:
            forget(_PACKAGE + other)
        for other in _DATA:
            forget("corrido.ui." + other)
        tidy()


def prepare_play() -> None:
    """Load the screens of play before a clock runs, and unload those for when none does."""
    for module in _AT_REST:
        unload("ui.screens." + module)
    unload("ui.receipt", "ui.qr")  # of the screens at a game's end
    for module in _IN_PLAY:
        load(_PACKAGE + module)


def base_of(match: "Match") -> str:
    """Return the name of the game's own screen: its phase's, or the single one of duplicate."""
    place = BASES[match.phase]
    one_face = place in (BASES[p.READY], BASES[p.RUNNING]) and match.rules.one_clock()
    return ONE_CLOCK if one_face else place


def find(name: str) -> "Callable[..., Screen]":
    """Return the class of a screen, `module.Class`; free memory for its module if short."""
    module, screen = name.split(".")
    if IN_RAM and (module in _IN_PLAY or not loaded(_PACKAGE + module)):
        for other in _FOR_A_WHILE + (_IN_PLAY if module in _LARGE else ()):
            forget(_PACKAGE + other)
        texts.put_away()
        for other in _DATA:
            forget("corrido.ui." + other)
        if module not in _IN_PLAY:
            tidy()  # before loading: the new code fits where the old was
    return getattr(load(_PACKAGE + module), screen)


if not IN_RAM:
    for _module in _IN_PLAY + _FOR_A_WHILE:
        load(_PACKAGE + _module)
