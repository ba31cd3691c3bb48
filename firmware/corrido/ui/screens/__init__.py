"""The screens by purpose, in modules that are loaded on first use.

Loaded from files, code lies in RAM, where all screens together would take 30 KB: so modules of
screens that play does not need are unloaded again. Frozen into flash they take 14 KB and are
unloaded once a clock runs.
"""

import sys

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.memory import IN_RAM, ON_DEVICE, forget, load, loaded, loaded_under, tidy
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
LARGE = "large.LargeScreen"
_UI = "corrido.ui."
_PACKAGE = "corrido.ui.screens."
_TEXTS = "corrido.ui.texts"
_IN_PLAY = ("clock", "stopped") if IN_RAM else ("clock", "stopped", "notes")
_HUGE = ("setup", "letters")  # the screens of play do not fit beside these; no clock runs then


def beside(name: str) -> "Callable[..., Screen]":
    """Return `module.Class`, or a function that makes a screen; unload nothing."""
    module, screen = name.split(".")
    return getattr(load(_PACKAGE + module), screen)


class Shelf:
    """The screens' modules in memory: what came in for a screen goes out when play goes on.

    large: the running clock is shown in figures as tall as the display.
    """

    def __init__(self) -> None:
        self.large = False
        self._resident = loaded_under(_UI)

    def base_of(self, match: "Match") -> str:
        """Return the game's own screen: its question's, its phase's, or the one of duplicate."""
        place = "ending.LeftScreen" if match.left else BASES[match.phase]
        if match.rules.one_clock() and place in (BASES[phases.READY], BASES[phases.RUNNING]):
            place = ONE_CLOCK
        elif self.large and match.phase in (phases.RUNNING, phases.COUNT):
            place = LARGE
        return PENDING.get(match.asking, place)

    def find(self, name: str) -> "Callable[..., Screen]":
        """Return `module.Class`; free memory for its module if short."""
        module = name.split(".")[0]
        plays = module in _IN_PLAY
        if plays or (IN_RAM and not loaded(_PACKAGE + module)):
            self._keep(() if module in _HUGE else _IN_PLAY)
            if IN_RAM:
                texts.put_away()
            if IN_RAM and not plays:
                tidy()  # before loading: the new code fits where the old was
        return beside(name)

    def keep_only(self, name: str) -> None:
        """Unload all screens but those of play and that of `module.Class`."""
        module = name.split(".")[0]
        if IN_RAM and module != "setup":  # it shows a menu text in each row
            texts.put_away()
        self._keep(_IN_PLAY + (module,))

    def clear(self) -> None:
        """Unload every screen that can be reloaded, if memory is short."""
        if IN_RAM:
            texts.put_away()
            self._keep(())
            tidy()

    def prepare_play(self) -> None:
        """Load the screens of play before a clock runs, and unload the others."""
        self._keep(_IN_PLAY)
        for module in _IN_PLAY:
            load(_PACKAGE + module)

    def _keep(self, modules: "tuple[str, ...]") -> None:
        """Unload all others, one by one: memory may be too short for a list of them."""
        while ON_DEVICE:
            for name in sys.modules:
                if name.startswith(_UI) and not self._stays(name, modules):
                    break
            else:
                return
            forget(name)

    def _stays(self, name: str, modules: "tuple[str, ...]") -> bool:
        if name.startswith(_PACKAGE):
            screen = name[len(_PACKAGE) :]
            return screen == "base" or screen in modules
        return name in self._resident or name.startswith(_TEXTS)
