"""Handle a page's requests beyond keys: settings, words, the arbiter's acts, the log.

The page draws its own screens, so these are the functions of the firmware's screens, by name.
Every value can be written as JSON. Refused says in one line why something is not possible now.
"""

from corrido.app import carried
from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases, presets
from corrido.core.challenge import may_appeal, refusal
from corrido.core.ending import SCORE_MOST
from corrido.core.rules import NONE
from corrido.lexicon.alphabet import LONGEST, alphabet
from corrido.lexicon.reader import Lexicon
from corrido.services.judge import LEXICON_SUFFIX, Judge, Refusal
from corrido.services.sound import PATTERNS
from corrido.store import own_presets, settings_table
from corrido.store.pin import LEAST_PIN, MOST_PIN
from corrido.store.settings_table import OVERRIDES, rules_from
from corrido.ui import qr
from corrido.ui.items import HALF
from corrido.ui.receipt import receipt
from corrido.ui.screens.actions import ACTIONS, CONSENT, Errand, offered
from corrido.ui.screens.editors import ConsentScreen
from corrido.ui.screens.info import facts
from corrido.ui.screens.setup import CHOICES, OLDER
from corrido.ui.tiles import MOST_WORDS

from boards.sim.fingers import steps

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App
    from corrido.core.rules import Rules
    from corrido.ui.ports import Place

    Answers = dict[str, str]

FAILED = "failed-challenge"
# Of the letters that have capitals.
CAPITALS = list(range(0x61, 0x7B)) + list(range(0xDF, 0x21C)) + list(range(0x3B1, 0x3CC))
SETTING_PHASES = (phases.SETUP, phases.CLOSED)
# Declarations that players may make without the arbiter.
OF_PLAYERS = (
    "OK", "REASON", "ASKED", "MARK", "EDIT", "CANCEL", "FINISH", "FINAL_SCORE", "APPEAL_ASKED",
)  # fmt: skip


class Refused(Exception):
    """Signal that something is not possible now; the text says why."""


class _With:
    """The stored settings as they would be with another preset."""

    def __init__(self, app: "App", preset: str) -> None:
        self._app, self._preset = app, preset

    def get(self, name: str) -> "Any":
        if name == "preset":
            return self._preset
        return None if name in OVERRIDES else self._app.settings.get(name)


class Panel:
    """The functions of one page. After the right PIN the arbiter's menu stays open until left."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._menu = False
        self._unlocked = False

    # -- settings

    def setting(self, name: str) -> "Any":
        """Return a stored setting; None if the preset decides."""
        return self._app.settings.get(name)

    def settings(self) -> "dict[str, str]":
        """Return every setting that has a value, as texts."""
        values = [(name, self.setting(name)) for name in settings_table.NAMES]
        return {n: settings_table.to_text(n, value) for n, value in values if value is not None}

    def choose(self, name: str, text: str) -> None:
        """Store a setting; Refused for a wrong value, in a game, or before unlock().

        An empty text returns a rule's setting to the preset's value; another preset drops the
        overrides of the one before.
        """
        self._check_settable()
        app = self._app
        preset_decides = not text and name in OVERRIDES
        try:
            if name == "pin":
                app.pin.set(text)
            else:
                value = None if preset_decides else settings_table.from_text(name, text)
                if name == "preset":
                    own_presets.clear_overrides(app.settings)
                app.settings.set(name, value)
                app.settings.commit()
        except (ValueError, OSError) as error:
            raise Refused(str(error)) from None
        self._take_settings()

    def exchanged(self) -> "list[tuple[str, str]]":
        """Return the settings, [name, text], by which both change the sides where they sit now."""
        match, settings = self._app.recorder.match, self.settings()
        of = "turn" if match.rules.timed_turns else "budget"
        found = []
        for who, side in ((events.A, "b"), (events.B, "a")):
            found.append(("player-" + side, settings.get(match.name_key(who), "")))
            if match.players[0].own_ms != match.players[1].own_ms:
                found.append((of + "-" + side, str(match.player(who).own_ms // 1000)))
        return found

    def _check_settable(self) -> None:
        if self._app.recorder.match.phase not in SETTING_PHASES:
            raise Refused("a game is under way")
        if self._app.pin.is_set() and not self._unlocked:
            raise Refused("locked")

    def _take_settings(self) -> None:
        self._app.navigator.phrases.use(str(self._app.settings.get("language")))
        self._app.apply_settings()

    def rules(self) -> "dict[str, str]":
        """Return the rules in force that settings may change, as choose() takes them."""
        rules = self._app.recorder.match.rules
        values = {
            "limit": rules.limit_ms // 1000 if rules.limit_ms >= 0 else NONE,
            "failed-challenge": rules.failed_challenge,
            "confirm": rules.confirm_challenge,
            "guard": rules.guard_ms,
            "low-time": max(rules.low_time_ms // 1000, NONE),
        }
        return {name: settings_table.to_text(name, value) for name, value in values.items()}

    def unlock(self, digits: str) -> bool:
        """Open the settings with the PIN, until the next game is armed."""
        self._unlocked = self._app.check_pin(digits)
        return self._unlocked

    def kinds(self) -> "dict[str, list[object]]":
        """Return what each setting takes, a score, a PIN and a club's own preset's name.

        Its kind, and the range, the words or the length.
        """
        found = {row[0]: list(row[2]) for row in settings_table.ROWS}
        costs = [settings_table.to_text(FAILED, cost) for cost in CHOICES[FAILED]]
        found[FAILED] = ["choice", costs]
        found["pin"] = ["digits", LEAST_PIN, MOST_PIN]
        found["own"] = ["text", own_presets.LONGEST_NAME]
        found["score"] = ["number", -SCORE_MOST, SCORE_MOST]
        return found

    def modes(self) -> "list[tuple[str, int, bool, bool, bool]]":
        """Return each preset, the club's own first.

        Its name, the seconds of a clock or turn, whether to check it, whether it is the club's,
        and whether it is usual: offered beside the one that is chosen.
        """
        own = sorted(own_presets.stored(self._app.settings))
        rest = [name for name in sorted(presets.PRESETS) if name not in presets.FIRST]
        found = []
        for name in own + list(presets.FIRST) + rest:
            rules, is_own = rules_from(_With(self._app, name)), name in own
            usual = is_own or (rules.verified and OLDER not in name)
            seconds = self._main_ms(rules) // 1000
            found.append((name, seconds, not (rules.verified or is_own), is_own, usual))
        return found

    def _main_ms(self, rules: "Rules") -> int:
        return rules.turn_ms if rules.timed_turns else rules.budget_ms

    def keep_preset(self, name: str) -> None:
        """Keep the game's present settings under a name and use it; Refused if not possible."""
        self._check_settable()
        if not own_presets.save(self._app.settings, name):
            raise Refused("preset-not-kept")
        self.choose("preset", name)

    def drop_preset(self, name: str) -> None:
        """Delete one of the club's own presets; if in use, its base takes over. Or Refused."""
        self._check_settable()
        if name not in own_presets.stored(self._app.settings):
            raise Refused("no own preset %s" % name)
        own_presets.drop(self._app.settings, name)
        self._app.settings.commit()
        self._take_settings()

    def lists(self) -> "list[list[object]]":
        """Return [name, alphabet, words, edition, title with the hash] of each word list.

        Of one that cannot be read, only the name, with no words.
        """
        found = []
        for name in self._app.judge.names():
            try:
                path = self._app.board.lexicon_dir + "/" + name + LEXICON_SUFFIX
                lexicon = Lexicon(path, True)
                next(lexicon.opening(path))
                title = "%s %s %s" % (lexicon.name, lexicon.edition, lexicon.sha256[:8])
                found.append([name, lexicon.alphabet, lexicon.words, lexicon.edition, title])
                lexicon.close()
            except OSError:
                found.append([name, "", 0, "", ""])
        return found

    def check_list(self, name: str) -> None:
        """Check a whole word list; Refused if it is damaged or not a list."""
        judge = Judge(self._app.board.lexicon_dir)
        judge.choose(name)
        try:
            judge.look_up([])
        except Refusal as refusal:
            raise Refused(events.FAULTS[refusal.code]) from None

    def letters(self) -> "dict[str, object]":
        """Return the tiles of words, what each written letter is there, and how many at most."""
        chosen = alphabet(self._app.judge.alphabet_code())
        written = [chr(code) for code in CAPITALS] + list(chosen._folds)
        folds = {one: chosen.fold(one) for one in written}
        return {"tiles": chosen.tiles, "folds": folds, "longest": LONGEST, "most": MOST_WORDS}

    # -- the game

    def arm(self) -> bool:
        """Go from setup to ready with the stored settings; False if it cannot."""
        self._unlocked = False
        return self._app.begin()

    def start_over(self) -> bool:
        """Stop, and ask both whether to void the game; False if that is not allowed now."""
        if self._app.pin.is_set():
            raise Refused("locked")
        match = self._app.recorder.match
        if match.run or match.phase == phases.COUNT:
            self._app.send(events.STOP)
        return self._do(Errand(self._app.navigator, "void"))

    def leave_closed(self) -> None:
        """Ask both players whether to leave a closed game for the next."""
        nav = self._app.navigator
        nav._follow()
        nav.push(ConsentScreen(nav, "", [""], ("", (events.OK, 0, 0), [""])))

    def say(self, name: str, who: str = "none", value: "int | str" = 0) -> bool:
        """Give the game an event of OF_PLAYERS; False if it is not allowed now.

        value: a number, or the name of a reason or a mark.
        """
        if name not in OF_PLAYERS:
            raise Refused("%s is the arbiter's" % name)
        if isinstance(value, str):
            value = (events.MARKS if name == "MARK" else events.REASONS).index(value)
        return self._app.send(getattr(events, name), events.WHO_NAMES.index(who), value)

    def times(self) -> "list[str]":
        """Return what each clock shows now, as the display has it."""
        recorder = self._app.recorder
        match = recorder.match.copy()
        match.advance(recorder.on_line(self._app.timebase.now_ms()))
        return [match.shown(who) for who in (events.A, events.B)]

    def challenge_words(self, words: "list[str]") -> None:
        """Put the words of the challenge to both players."""
        self._app.adjudication.submit(words)

    def view(self) -> "dict[str, object]":
        """Return the details beyond the status that a page with its own screens has to show."""
        app = self._app
        app.navigator._follow()
        match = app.recorder.match
        question, stop, ending, found = match.question, match.stop, match.ending, match.challenge
        judged = match.phase in (phases.CHALLENGE, phases.VERDICT)
        place = app.navigator.place(True)
        said = question.said if question else ending.signed if ending else 0
        agreeing = place["name"] == ConsentScreen.name
        return {
            "place": place,
            "marks": events.MARKS,
            "names": [app.navigator.name_of(who) for who in (events.A, events.B)],
            "mode": match.rules.mode,
            "main_ms": self._main_ms(match.rules),
            "asking": match.asking or int(agreeing),
            "left": match.left,
            "said": place["signed"] if agreeing else said,
            "unscored": None in self.scores(),
            "so_far": match.so_far(),
            "stop_ms": stop.ms if stop else 0,
            "asked": events.WHO_NAMES[stop.asked if stop else 0],
            "words": app.adjudication.words if judged else [],
            "voided": bool(ending and ending.voided),
            "locked_ms": app.pin.locked_ms(app.timebase.now_ms()),
            "pin": app.pin.is_set(),
            "agree": app.navigator.by_consent(),
            "menu": self._menu,
            "silent": app.sound.silent,
            "may_appeal": bool(found and may_appeal(match) and not found.appeal_asked),
            "refused": refusal(match),
            "judged": events.WHO_NAMES[events.other(match.challenger)],
        }

    def silence(self, silent: bool) -> None:
        """Switch all sound off or on again, even during a game."""
        self._app.sound.silence(silent)

    def about(self) -> "list[list[str]]":
        """Return [name, value] pairs that describe this clock: firmware, lexicon, journal."""
        return [list(pair) for pair in facts(self._app)]

    def code(self) -> "dict[str, str | list[str]]":
        """Return the closed game's closing code, and its rows, 1 for dark; no rows before."""
        app = self._app
        match = app.recorder.match
        if match.phase != phases.CLOSED:
            return {"text": "", "rows": []}
        text = receipt(match, app.settings, app.recorder.game, match.seq, app.journal)
        return {"text": text.decode(), "rows": _rows(text)}

    def carried(self) -> "dict[str, object]":
        """Return the codes, and the file, that take a game which has left to another clock."""
        parts = carried.texts(self._app)
        file = "".join([part + "\n" for part in parts])
        return {"codes": [_rows(part.encode()) for part in parts], "file": file}

    def take_in(self, parts: "list[str]") -> None:
        """Take in a game from its codes' texts; Refused if impossible, or before unlock()."""
        self._check_settable()
        try:
            carried.take_in(self._app, carried.joined(parts))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            raise Refused(str(error)) from None
        self._unlocked = False

    def scores(self) -> "list[int | None]":
        """Return both players' final scores, None for one that was not entered."""
        return [player.score for player in self._app.recorder.match.players]

    # -- the arbiter

    def open_menu(self, digits: str) -> str:
        """Open the arbiter's menu, by the PIN unless both decide: `right`, `wrong` or `locked`."""
        if self._app.locked_ms():
            return "locked"
        agreed = self._app.navigator.by_consent()
        self._menu = agreed or self._app.check_pin(digits)
        if self._menu and not agreed:
            self._app.send(events.MENU)
        return "right" if self._menu else "wrong"

    def close_menu(self) -> None:
        """Leave the arbiter's menu; the next one asks for the PIN again."""
        self._menu = False

    def acts(self) -> "list[tuple[str, list[tuple[str, Place]]]]":
        """Return each act of this phase, and the place of each of its questions by its name."""
        found: "list[tuple[str, list[tuple[str, Place]]]]" = []
        agree = self._app.navigator.by_consent()
        for name, *_ in offered(self._app.recorder.match):
            if agree and name not in CONSENT:
                continue
            errand = Errand(self._app.navigator, name)
            asked: "list[tuple[str, Place]]" = []
            screen = errand.question()
            while screen:
                place = screen.place(True)
                asked.append((errand.wants[errand.asked - 1], place))
                if "article" in place:
                    asked.append(("article", errand.screen("article").place()))
                screen = errand.question()
            found.append((name, asked))
        return found

    def told(self, name: str, answers: "Answers") -> "list[str]":
        """Return which figures an act would change, as the device says it before it is done."""
        self._check_menu()
        return self._errand(name, answers).told()

    def _check_menu(self) -> None:
        if not self._menu:
            raise Refused("the arbiter's menu is not open")

    def act(self, name: str, answers: "Answers") -> bool:
        """Do one act, or ask both players, and leave the menu; False if it is not allowed now.

        answers: to its questions by their names, as the page has them: texts.

        Raises Refused without a PIN, and for an answer that its question does not take.
        """
        self._check_menu()
        return self._do(self._errand(name, answers))

    def _do(self, errand: Errand) -> bool:
        nav, self._menu = self._app.navigator, False
        nav._follow()
        if self._app.pin.is_set():
            return self._app.send(*errand.as_event())
        if not nav.by_consent():
            return False
        errand.finish()
        return not errand.refused

    def _errand(self, name: str, answers: "Answers") -> Errand:
        """Return an act of the device's own menu, with all that it asks for."""
        if not any([act[0] == name for act in ACTIONS]):
            raise Refused("no act %s" % name)
        errand = Errand(self._app.navigator, name)
        screen = errand.question()
        while screen:
            errand.take(_answer(screen, errand.wants[errand.asked - 1], answers))
            screen = errand.question()
        return errand

    def set_clocks(self, times_ms: "list[int | None]") -> bool:
        """Set A's and B's clock in one act and leave the menu; None leaves a clock as it is.

        False if it is not allowed now; Refused without a PIN.
        """
        self._check_menu()
        given = [ms for ms in times_ms if ms is not None]
        if not given:
            self._menu = False
            return True
        errand = Errand(self._app.navigator, "set" if None in times_ms else "set-both")
        errand.who = events.A if times_ms[1] is None else events.B
        errand.first_ms, errand.value = given[0], given[-1]
        return self._do(errand)

    def lookup(self, words: "list[str]") -> str:
        """Look up words for the arbiter; return `valid`, `invalid` or `fault`."""
        self._check_menu()
        return self._app.adjudication.look_up(words)

    # -- requests from outside

    def way(self, tile: str) -> "list[str] | None":
        """Return the keys that enter a tile on the grid; None if there is no such tile."""
        screen: "Any" = self._app.navigator._screen()
        if not hasattr(screen, "cells"):  # not isinstance(): each loading makes a new class
            return None
        if tile not in screen.cells:
            return None
        return steps(screen.cells, screen.at, tile, screen.linear) + ["OK"]

    def patterns(self) -> "dict[str, list[tuple[int, int]]]":
        """Return the steps of each signal, [Hz, ms] each."""
        return {name: list(steps) for name, steps in PATTERNS.items()}

    def screen(self) -> "list[str]":
        """Return the texts on the display, for those who cannot see its picture.

        On a clock that lies flat, each half is read separately, as its player sees it.
        """
        screen = self._app.navigator._screen()
        rows = [item for item in screen.items() if isinstance(item[5], str) and item[5]]
        flat = bool(screen.turns)
        ordered = sorted(rows, key=lambda row: (flat and row[1] >= HALF, row[2], row[1]))
        return [row[5] for row in ordered]

    def log(self, count: int) -> "list[list[object]]":
        """Return the latest entries, oldest first.

        Each is [game, t_ms, kinds, who, value, text, number].
        """
        return [
            [game, t_ms, list(kinds), events.WHO_NAMES[who], value, _plain(text), seq]
            for game, seq, t_ms, _, who, value, kinds, text, *_ in self._app.journal.tail(count)
        ]

    def log_is_whole(self) -> bool:
        """Return whether the log's chain is intact."""
        from corrido.store.journal.survey import verify  # gone again after the start

        return verify(self._app.journal)[0]

    def look_up(self, words: "list[str]") -> "list[bool]":
        """Return whether each word is playable; Refused if the list is not intact."""
        try:
            return self._app.judge.look_up(words)
        except Refusal as refusal:
            raise Refused(events.FAULTS[refusal.code]) from None


def _article(text: str) -> int:
    """Return what events.article_of() turns into this article; ValueError for another form."""
    return sum([int(part) * events.ARTICLE_PART**at for at, part in enumerate(text.split("."))])


def _answer(screen: "Any", name: str, answers: "Answers") -> int:
    """Return the value of the answer to a question; Refused if the question does not take it."""
    place: "Place" = screen.place(True)
    given, value = answers.get(name, ""), 0
    try:
        if "choices" in place:
            return [value for value, choice, _ in screen.choices if choice == given][0]
        if "value" not in place:
            return 1  # it asks only whether
        if name == "article":
            return _article(given)
        if place["name"] == "time":
            minutes, seconds = given.lstrip("-").split(":")
            value = (int(minutes) * 60 + int(seconds)) * (-1 if given[0] == "-" else 1)
        else:
            value = int(given)
        if not place["least"] <= value <= place["most"]:
            raise ValueError
        if "article" in place:
            value += events.ARTICLE_UNIT * _article(answers["article"])
    except (ValueError, LookupError):
        raise Refused("%s: %s" % (name, given)) from None
    return value * 1000 if place["name"] == "time" else value


def _rows(text: bytes) -> "list[str]":
    """Return the QR code of a text row by row, 1 for dark."""
    *_, square = qr.encode(text)
    assert square is not None  # the last step's
    side = range(square.size)
    return ["".join(["1" if square.dark(x, y) else "0" for x in side]) for y in side]


def _plain(payload: bytes) -> str:
    try:
        return bytes(payload).decode()
    except UnicodeError:
        return ""
