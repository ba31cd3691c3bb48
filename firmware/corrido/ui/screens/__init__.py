"""The screens by purpose, in modules that are loaded on first use.

Loaded from files, code lies in RAM, where all screens together would take 30 KB: so modules of
screens that play does not need are unloaded again. Frozen into flash they take 14 KB and are
unloaded once a clock runs.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.memory import IN_RAM, ON_DEVICE, forget, load, loaded, tidy
from corrido.ui import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.match import Match
    from corrido.ui.screens.base import Screen

BASES = {
    phases.SETUP: "setup.SetupScreen",
    phases.LATE: "clock.ClockScreen",
    phases.READY: "ready.ReadyScreen",
    phases.RUNNING: "clock.ClockScreen",
    phases.COUNT: "clock.ClockScreen",
    phases.STOPPED: "stopped.StoppedScreen",
    phases.CHALLENGE: "letters.ChallengeScreen",
    phases.VERDICT: "verdict.VerdictScreen",
    phases.OVER: "ending.SummaryScreen",
    phases.CLOSED: "ending.ClosedScreen",
    phases.RECOVERED: "ending.RecoveredScreen",
    phases.FAULT: "ending.FaultScreen",
}
PENDING = {
    events.SUBMIT: "verdict.ConfirmScreen",
    events.FINISH: "stopped.FinishScreen",
    events.REOPEN: "ending.ReopenScreen",
}
ONE_CLOCK = "duplicate.BoardScreen"
MENU = "menu.MenuScreen"
ARBITER = "pin.ask_arbiter"
ACTIONS = "actions.ArbiterScreen"
REFUSAL = "notes.RefusalScreen"
_PACKAGE = "corrido.ui.screens."
_IN_PLAY = ("clock", "stopped") if IN_RAM else ("clock", "stopped", "notes")
# A key lets a clock run from here, and the clock's screen may not be loaded.
_GOES_ON = (
    BASES[phases.VERDICT],
    BASES[phases.STOPPED],
    BASES[phases.RECOVERED],
    BASES[phases.FAULT],
)
_LARGE = ("setup", "letters")  # the screens of play do not fit beside these; no clock runs then
_DATA = ("qr", "receipt", "tiles", "grids", "rings")  # corrido.ui modules that single screens use
_FOR_A_WHILE = (
    "duplicate", "ready", "setup", "letters", "verdict", "ending", "menu", "pin",
    "actions", "editors", "notes", "info", "own",
)  # fmt: skip
_litter = False  # modules that play does not need may be loaded
_ahead: "bool | None" = None  # whether the clock's screen was loaded ahead; None: not tried


def beside(name: str) -> "Callable[..., Screen]":
    """Return `module.Class`, or a function that makes a screen; unload nothing."""
    global _litter
    module, screen = name.split(".")
    _litter = _litter or module not in _IN_PLAY
    return getattr(load(_PACKAGE + module), screen)


def keep_only(name: str) -> None:
    """Unload all screens but those of play and that of `module.Class`, if memory is short."""
    module = name.split(".")[0]
    if IN_RAM:
        if module != "setup":  # it shows a menu text in each row
            texts.put_away()
        _unload_all_but(module)


def put_away(name: str) -> bool:
    """Unload what neither play nor `module.Class` needs; return False if that was done before."""
    global _litter
    if not _litter:
        return False
    _litter = False
    _unload_all_but(name.split(".")[0])
    _unload_data()
    return True


def load_ahead(name: str) -> bool:
    """Load the clock's screen while `module.Class` is shown, if play goes on from there.

    From files it takes 50 ms: too long for a running clock. Return False if nothing was loaded.
    """
    global _ahead
    clock = _PACKAGE + "clock"
    if not IN_RAM or _ahead is not None or name not in _GOES_ON or loaded(clock):
        return False
    try:
        load(clock, spare=True)
        _ahead = True
    except MemoryError:
        _ahead = False
    return _ahead


def _unload_all_but(module: str) -> None:
    for other in _FOR_A_WHILE:
        if other != module and other not in _IN_PLAY:
            _unload("screens." + other)


def _unload_data() -> None:
    for other in _DATA:
        _unload(other)


def _unload(name: str) -> None:
    if ON_DEVICE:
        forget("corrido.ui." + name)


def enlarge(large: bool) -> None:
    """Show the running clock in figures as tall as the display, or no longer."""
    BASES[phases.RUNNING] = BASES[phases.COUNT] = (
        "large.LargeScreen" if large else BASES[phases.LATE]
    )


def clear() -> None:
    """Unload every screen that can be reloaded, if memory is short."""
    if IN_RAM:
        texts.put_away()
        for other in _FOR_A_WHILE + _IN_PLAY:
            forget(_PACKAGE + other)
        _unload_data()
        tidy()


def prepare_play() -> None:
    """Load the screens of play before a clock runs, and unload the others."""
    _unload_all_but("")
    _unload_data()
    for module in _IN_PLAY:
        load(_PACKAGE + module)


def base_of(match: "Match") -> str:
    """Return the name of the game's own screen: its phase's, or the single one of duplicate."""
    place = "ending.LeftScreen" if match.left else BASES[match.phase]
    one_face = place in (BASES[phases.READY], BASES[phases.RUNNING]) and match.rules.one_clock()
    return ONE_CLOCK if one_face else place


def find(name: str) -> "Callable[..., Screen]":
    """Return the class of a screen, `module.Class`; free memory for its module if short."""
    global _ahead
    module = name.split(".")[0]
    ahead, _ahead = _ahead, None
    if IN_RAM and (module in _IN_PLAY or not loaded(_PACKAGE + module)):
        _unload_all_but("")
        _unload_data()
        if module in _LARGE or (ahead and module not in _IN_PLAY):
            for other in _IN_PLAY:
                forget(_PACKAGE + other)
        texts.put_away()
        if module not in _IN_PLAY:
            tidy()  # before loading: the new code fits where the old was
    return beside(name)
