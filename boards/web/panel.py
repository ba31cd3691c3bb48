"""A page's requests to the app beyond keys: settings, words, the arbiter's acts, the log.

The page draws its own screens, so these are the errands of the firmware's screens, by name. Every
value can be written as JSON. Refused says in one line why something is not possible now.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core import presets
from corrido.core.summary import summary
from corrido.lexicon.alphabet import alphabet
from corrido.services.judge import Judge, Refusal
from corrido.services.sound import LASTING, PATTERNS
from corrido.store import settings_table
from corrido.ui import texts, tiles
from corrido.ui.screens.actions import ACTIONS
from corrido.ui.screens.editors import TimeScreen, pin_keys
from corrido.ui.screens.stopped import RING

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App
    from corrido.core.summary import Summary

SETTING_PHASES = (p.SETUP, p.CLOSED)
# Declarations open to players without the arbiter.
OF_PLAYERS = ("OK", "REASON", "ASKED", "MARK", "EDIT", "CANCEL", "FINISH")


class Refused(Exception):
    """Not possible now; the text says why."""


class Panel:
    """The errands of one page. After the right PIN the arbiter's menu stays open until left."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._menu = False
        self._unlocked = False

    # -- settings

    def setting(self, name: str) -> "Any":
        """Return a stored setting; None where the preset decides."""
        return self._app.settings.get(name)

    def settings(self) -> "dict[str, str]":
        """Return every setting that has a value, as texts."""
        values = [(name, self.setting(name)) for name in settings_table.NAMES]
        return {n: settings_table.to_text(n, value) for n, value in values if value is not None}

    def choose(self, name: str, text: str) -> None:
        """Store a setting; Refused for a wrong value, in a game, or before unlock()."""
        app = self._app
        if app.recorder.match.phase not in SETTING_PHASES:
            raise Refused("a game is under way")
        if app.pin.is_set() and not self._unlocked:
            raise Refused("locked")
        try:
            if name == "pin":
                app.pin.set(text)
            else:
                app.settings.set(name, settings_table.from_text(name, text))
                app.settings.commit()
        except (ValueError, KeyError, OSError) as error:
            raise Refused(str(error)) from None
        app.apply_settings()
        app.navigator.set_language(str(app.settings.get("language")))

    def unlock(self, digits: str) -> bool:
        """Open the settings with the PIN, until the next game is armed."""
        self._unlocked = self._app.access.check(digits)
        return self._unlocked

    def presets(self) -> "list[str]":
        """Return the names of the presets."""
        return list(presets.names())

    def lexicons(self) -> "list[str]":
        """Return the names of the word lists."""
        return self._app.judge.names()

    def title(self) -> str:
        """Return name, edition and hash of the word list in use."""
        return self._app.judge.title()

    def check_list(self, name: str) -> None:
        """Look at a word list as a whole; Refused if it is damaged or none."""
        judge = Judge(self._app.board.lexicon_dir)
        judge.choose(name)
        try:
            judge.look_up([])
        except Refusal as refusal:
            raise Refused(e.FAULTS[refusal.code]) from None

    def tiles(self) -> "list[str]":
        """Return the tiles that words are entered with, in their order."""
        return list(alphabet(self._app.judge.alphabet_code()).tiles)

    def texts(self, language: str) -> "dict[str, str]":
        """Return all texts of the screens in a language."""
        return texts.whole(language)

    # -- the game

    def arm(self) -> bool:
        """Go from setup to ready with the stored settings; False if it cannot."""
        self._unlocked = False
        return self._app.arm()

    def say(self, name: str, who: int = 0, value: int = 0) -> bool:
        """Give the game an event of OF_PLAYERS; False if it has no place now."""
        if name not in OF_PLAYERS:
            raise Refused("%s is the arbiter's" % name)
        return self._app.send(getattr(e, name), who, value)

    def challenge_words(self, words: "list[str]") -> None:
        """Put the words of the challenge to both players."""
        self._app.adjudication.submit(words)

    def view(self) -> "dict[str, object]":
        """Return the details beyond the status that a page of its own has to show."""
        app = self._app
        match = app.recorder.match
        question, stop, ending = match.question, match.stop, match.ending
        judged = match.phase in (p.CHALLENGE, p.VERDICT)
        return {
            "mode": match.rules.mode,
            "main_ms": match.rules.turn_ms if match.timed_turns() else match.rules.budget_ms,
            "asking": match.asking,
            "said": question.said if question else ending.signed if ending else 0,
            "counted": bool(question and question.counted),
            "stop_ms": stop.ms if stop else 0,
            "asked": stop.asked if stop else 0,
            "words": app.adjudication.words if judged else [],
            "fault": e.FAULTS[match.fault.code] if match.fault else "",
            "voided": bool(ending and ending.voided),
            "locked_ms": app.pin.locked_ms(app.timebase.now_ms()),
            "pin": app.pin.is_set(),
            "menu": self._menu,
        }

    def summary(self) -> "Summary":
        """Return the figures of the summary (art. 44)."""
        return summary(self._app.recorder.match)

    # -- the arbiter

    def open_menu(self, digits: str) -> str:
        """Check the PIN and open the arbiter's menu: `right`, `wrong` or `locked`."""
        app, answers = self._app, []
        app.access.ask(digits, answers.append)
        while not answers:
            app.access.poll(app.timebase.now_ms())
        self._menu = answers[0] == "right"
        return answers[0]

    def close_menu(self) -> None:
        """Leave the arbiter's menu; the next one asks for the PIN again."""
        self._menu = False

    def acts(self) -> "list[list[object]]":
        """Return [name, arguments to ask for] of each act of the arbiter in this phase."""
        match = self._app.recorder.match
        return [[act[0], list(act[2])] for act in ACTIONS if match.phase in act[3]]

    def act(self, name: str, who: int = 0, value: int = 0) -> bool:
        """Do one act and leave the menu; False if it has no place now. Refused without a PIN."""
        if not self._menu:
            raise Refused("the arbiter's menu is not open")
        self._menu = False
        kinds = [act[1] for act in ACTIONS if act[0] == name]
        if not kinds:
            raise Refused("no act %s" % name)
        return self._app.send(kinds[0], who, value)

    def lookup(self, words: "list[str]") -> str:
        """Look words up for the arbiter: `valid`, `invalid` or `fault`."""
        if not self._menu:
            raise Refused("the arbiter's menu is not open")
        return self._app.adjudication.look_up(words)

    # -- requests from outside

    def key_names(self) -> "list[str]":
        """Return the keys that the board has."""
        return list(self._app.board.keys)

    def way(self, tile: str) -> "list[str] | None":
        """Return the keys that take a tile on the grid; None where there is no such tile."""
        screen: "Any" = self._app.navigator._screen()
        if not hasattr(screen, "cells"):  # its class is another one each time it is loaded
            return None
        cells = tiles.grid(self._app.judge.alphabet_code(), "LEFT" not in self._app.board.keys)
        if tile not in cells:
            return None
        return tiles.steps(cells, screen.at, tile, "LEFT" not in self._app.board.keys) + ["OK"]

    def spell(self, word: str) -> "list[str] | None":
        """Return the tiles of a word, None if it cannot be spelled."""
        letters = alphabet(self._app.judge.alphabet_code())
        spelled = letters.spell(word)
        return None if spelled is None else [letters.tiles[tile] for tile in spelled]

    def pin_keys(self, digits: str) -> "list[str]":
        """Return the arrows that enter a PIN."""
        return pin_keys(digits)

    def guide(self) -> "dict[str, Any]":
        """Return what a player of scenarios has to know of the screens and of the sounds."""
        return {
            "stop_ring": [e.REASONS[reason] for reason in RING],
            "acts": [[act[0], list(act[2]), list(act[3])] for act in ACTIONS],
            "units_s": list(TimeScreen.UNITS_S),
            "patterns": {name: list(steps) for name, steps in PATTERNS.items()},
            "lasting": list(LASTING),
        }

    def screen(self) -> "list[str]":
        """Return the texts on the display, for those who cannot see its picture."""
        items = self._app.navigator._screen().items()
        rows = [item for item in items if isinstance(item[5], str) and item[5]]
        return [row[5] for row in sorted(rows, key=lambda row: (row[2], row[1]))]

    def log(self, count: int) -> "list[list[object]]":
        """Return the latest entries, oldest first: [game, t_ms, kinds, who, value, text]."""
        return [
            [entry[0], entry[2], list(entry[6]), e.WHO_NAMES[entry[4]], entry[5], _plain(entry[7])]
            for entry in self._app.journal.tail(count)
        ]

    def look_up(self, words: "list[str]") -> "list[bool]":
        """Return for each word whether it is playable; Refused if the list is not whole."""
        try:
            return self._app.judge.look_up(words)
        except Refusal as refusal:
            raise Refused(e.FAULTS[refusal.code]) from None


def _plain(payload: bytes) -> str:
    try:
        return bytes(payload).decode()
    except UnicodeError:
        return ""
