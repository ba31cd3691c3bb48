"""Every screen of the device, by name: the scenarios of tests/screens/cases.scn, and their ends.

Nothing is mocked: the firmware runs as in `corrido sim`, on a flash that holds earlier games.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.scenario.command import read_shots
from host_tools.scenario.keys import Fingers, Typist
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import load, parse_all
from host_tools.scenario.runner import Runner
from host_tools.scenario.verbs import alphabet_of
from host_tools.sim.device import Device
from host_tools.sim.runtime import DirectRuntime
from host_tools.tree import ROOT

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.core.game import Game
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item

FILE = Path(ROOT) / "tests" / "screens" / "cases.scn"
HASHES = FILE.with_name("hashes.txt")
LINK = bytes(range(8))
BOARD = "pico"  # whose region of flash has the size of the simulated one
SCENARIOS = {one.name: one for one in load(FILE)}
CASES = [name for name, one in SCENARIOS.items() if one.steps[-1].text.startswith("shot ")]


class Posed(Device):
    """A device whose pictures are the same whatever a record of it is made of."""

    def _boot_when_due(self) -> None:
        super()._boot_when_due()
        if isinstance(self._runtime, DirectRuntime):
            self.app.board.name = BOARD
            setattr(self.app.journal, "last_link", lambda: LINK)  # noqa: B010 - a method of it


class Table(Fingers):
    """A device at the end of a scenario, under somebody's fingers."""

    def __init__(self, scenario: Scenario, runtime: str = "cpython") -> None:
        super().__init__(Posed.provisioned(scenario.settings, runtime, FILE.parent))
        self.outcome = Runner(scenario, self.device).run()
        self.focus = self.device.focus
        self.typist = Typist(self, alphabet_of(scenario))

    @property
    def app(self) -> "App":
        """The firmware's app."""
        return self.device.app

    @property
    def nav(self) -> "Navigator":
        """The navigator of its screens."""
        return self.app.navigator

    @property
    def match(self) -> "Game":
        """The game."""
        return self.app.recorder.match

    def wait(self, ms: int) -> "Table":
        """Let time pass."""
        self.device.run_until(self.device.now_us + ms * 1000)
        return self

    def press(self, *keys: str) -> "Table":
        """Press keys one after the other."""
        for key in keys:
            self.tap(key)
        return self


def scenario(steps: str, language: str = "es", **settings: Any) -> Scenario:
    """Return a scenario of these lines, the first of which may be `after CASE`.

    The settings prevail, as texts: `player_a="Ana"` for the setting `player-a`.
    """
    first, _, rest = steps.partition("\n")
    if not first.startswith("after "):
        first, rest = "", steps
    one = parse_all(f"scenario walk {first}\n{rest}", FILE, [*SCENARIOS.values()])[0]
    given = {name.replace("_", "-"): str(value) for name, value in settings.items()}
    one.settings.update(given, language=language)
    return one


def walk(steps: str, language: str = "es", **settings: Any) -> Table:
    """Do what these lines say; AssertionError if the device does not live up to one."""
    table = Table(scenario(steps, language, **settings))
    assert table.outcome.passed, table.outcome.text()
    return table


def playing(language: str = "es", **settings: Any) -> Table:
    """Begin a game that A opens."""
    return walk("after playing", language, **settings)


@cache
def read_hashes() -> dict[str, tuple[str, bytes]]:
    """Return the kept {language/name: (hash, picture)}."""
    return read_shots(str(HASHES))


def case(name: str, language: str) -> Scenario:
    """Return a case in a language, its shot to be compared with the kept picture."""
    one = SCENARIOS[name]
    kept = read_hashes().get(f"{language}/{name}", ("", b""))
    settings = {**one.settings, "language": language}
    return replace(one, settings=settings, shots={name: kept})


@cache
def drawn(name: str, language: str) -> "tuple[list[Item], bytes, str]":
    """Return a case's items, its 1,024-byte picture, and how it went; once per process."""
    table = Table(case(name, language))
    return table.nav.painter.wanted, table.device.frame(), table.outcome.text()
