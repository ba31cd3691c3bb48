"""Set up a game: OK on the first row makes the clock ready; the rest may stay as it is."""

from corrido.compat import TYPE_CHECKING
from corrido.core.match import rounded
from corrido.core.presets import FIRST, PRESETS, values_of
from corrido.memory import Lazy
from corrido.ui import texts
from corrido.ui.screens import name_of
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.store import own_presets
    from corrido.ui.ports import Any, Row
    from corrido.ui.screens import actions, checks, editors, info, pin
else:
    actions = Lazy("corrido.ui.screens.actions")
    checks = Lazy("corrido.ui.screens.checks")
    editors = Lazy("corrido.ui.screens.editors")
    info = Lazy("corrido.ui.screens.info")
    own_presets = Lazy("corrido.store.own_presets")
    pin = Lazy("corrido.ui.screens.pin")

OLDER = "-2007-"  # an edition that a hall may still set; it is not offered here
YES_NO = (True, False)
CHOICES = {
    "sounds": ("default", "all", "none"),
    "failed-challenge": (0, 5, 10, -1),
    "confirm": YES_NO,
    "rotate": ("none", "all", "b", "a", "both"),
}
NUMBERS = {"guard": (0, 5000), "wipe-words": (0, 600), "contrast": (1, 255)}
LEAST_BUDGET_S = 10
OWN_ROWS = ("keep-preset", "drop-preset")
OF_RULES = {  # told here too: the table of settings is not in memory where nothing is set
    "failed-challenge": "failed_challenge", "confirm": "confirm_challenge", "guard": "guard_ms",
    "preset": "name",
}  # fmt: skip


class SetupScreen(ListScreen):
    """The settings that a game starts with, most used first."""

    name = family = "setup"
    names = (
        "start", "time", "preset", "language", "limit", "lexicon", "sounds", "more", "pin",
        "arbiter", "about", "test",
    )  # fmt: skip

    def heading(self) -> str:
        stuck = self.device.keys.stuck()
        if stuck:
            return self.nav.text("stuck").replace("%", name_of(self.nav, stuck[0]))
        told = "%s %d" % (self.nav.text("game"), self.device.recorder.game)
        opened = self.device.recorder.opened  # art. 4.3: in a match of several games
        if opened:
            told += " " + self.nav.text("opens").replace("%", "BA"[opened - 1])
        return told

    def rows(self) -> "list[Row]":
        return [(name, "", self.value(name)) for name in self.names]

    def label(self, row: "Row") -> str:
        return ("▶ " if row[0] == "start" else "") + ListScreen.label(self, row)

    def left(self) -> None:
        self.at = 0

    def value(self, name: str) -> str:
        """Return the value that a row shows at its right end."""
        text, rules = self.nav.text, self.device.recorder.match.rules
        if name in ("start", "time"):
            return rounded(self._main_ms())
        if name == "limit":
            return rounded(rules.limit_ms) if rules.limit_ms >= 0 else text("none")
        if name == "preset":
            return text("mode.%d" % rules.mode) if rules.name in PRESETS else rules.name
        if name == "pin":
            return text("set") if self.device.pin.is_set() else text("none")
        if name == "language":
            return self.shown(name)
        if name == "lexicon":
            return str(self.nav.setting(name, ""))
        if name == "sounds":
            return text("sounds.off") if self.device.sound.silent else self.shown(name)
        return ""

    def shown(self, name: str) -> str:
        """Return a setting's value for display."""
        return self._text(name, self.current(name))

    def _text(self, name: str, value: "Any") -> str:
        if CHOICES.get(name) is YES_NO:
            return self.nav.text("yes" if value else "no")
        return self.nav.phrases.text_or("%s.%s" % (name, value), str(value))

    def current(self, name: str) -> "Any":
        """Return the value in force: the stored one, or the preset's."""
        if name in OF_RULES:
            return getattr(self.device.recorder.match.rules, OF_RULES[name])
        return self.device.settings.get(name)

    def _main_ms(self) -> int:
        rules = self.device.recorder.match.rules
        return rules.turn_ms if rules.timed_turns else rules.budget_ms

    # -- OK on a row

    def chosen(self, name: str) -> None:
        nav = self.nav
        if name == "start":
            if not self.device.begin():
                self._say(name, "battery-low")
        elif name == "about":
            nav.push(info.AboutScreen(nav))
        elif name == "test":
            nav.push(checks.SelfTestScreen(nav))
        else:
            self.unlocked(name)

    def unlocked(self, name: str) -> None:
        """Continue at once, or after the PIN if one is set: the arbiter's row always asks."""
        nav = self.nav
        if (nav.unlocked and name != "arbiter") or not self.device.pin.is_set():
            self.edit(name)
            return

        def tried(digits: str) -> None:
            nav.pop()
            if self.device.check_pin(digits):
                nav.unlocked = True
                self.edit(name)
            else:
                nav.push(pin.refuse_pin(nav))

        nav.push(pin.ask_pin(nav, nav.text("pin-ask"), tried))

    def edit(self, name: str) -> None:
        """Open the editor of a row."""
        nav, heading = self.nav, self.nav.text("setup." + name)
        if name == "more":
            nav.push(MoreScreen(nav))
        elif name == "pin" or (name == "arbiter" and not self.device.pin.is_set()):
            nav.push(pin.PinScreen(nav, nav.text("pin-new"), self._new_pin, True))
        elif name == "arbiter":
            nav.push(actions.ArbiterScreen(nav))
        elif name == "time":
            nav.push(editors.TimeScreen(nav, heading, self._new_time, self._main_ms()))
        elif name == "limit":
            limit_ms = max(0, self.device.recorder.match.rules.limit_ms)
            nav.push(editors.TimeScreen(nav, nav.text("limit-edit"), self._new_limit, limit_ms))
        else:
            self._ask(name, heading)

    def _ask(self, name: str, heading: str) -> None:
        def done(value: "Any") -> None:
            self.store(name, value)

        nav, now = self.nav, self.current(name)
        if name in NUMBERS:
            nav.push(editors.NumberScreen(nav, heading, done, now, *NUMBERS[name]))
            return
        values = self._values(name)
        choices = [(v, str(v), self._text(name, v) + self._mark(name, v)) for v in values]
        at = values.index(now) if now in values else 0
        nav.push(editors.ChoiceScreen(nav, heading, choices, done, at))

    def _values(self, name: str) -> "list[Any]":
        if name == "preset":
            now = self.current(name)
            rest = [n for n in PRESETS if n not in FIRST and (OLDER not in n or n == now)]
            return sorted(own_presets.stored(self.device.settings)) + list(FIRST) + sorted(rest)
        if name == "lexicon":
            return self.device.judge.names() or [self.nav.setting("lexicon", "es")]
        if name == "language":
            return list(texts.LANGUAGES)
        return list(CHOICES[name])

    def _mark(self, name: str, value: "Any") -> str:
        """Return a list's edition, or the mark of a preset that no rulebook could verify."""
        if name == "lexicon":
            return info.edition_of(self.device.judge.folder + "/" + value + ".lex")
        return " (?)" if value in PRESETS and not values_of(value)["verified"] else ""

    # -- new values

    def store(self, name: str, value: "Any") -> None:
        """Store one setting; a preset also clears the overrides set before it."""
        settings = self.device.settings
        if name == "preset":
            own_presets.clear_overrides(settings)
        settings.set(name, value)
        self._commit(name)

    def _commit(self, name: str) -> None:
        """Write the setting and apply it; say so if the flash refuses it."""
        settings = self.device.settings
        try:
            settings.commit()
        except OSError:
            self._say(name, "not-kept")
        if name == "language":
            self.nav.phrases.use(settings.text(name))
        self.device.apply_settings()

    def _say(self, name: str, said: str) -> None:
        self.nav.note(self.nav.text("setup." + name), self.nav.text(said))

    def _new_time(self, left_ms: int) -> None:
        name = "turn" if self.device.recorder.match.rules.timed_turns else "budget"
        self.store(name, max(LEAST_BUDGET_S, left_ms // 1000))

    def _new_limit(self, left_ms: int) -> None:
        self.store("limit", left_ms // 1000 or -1)

    def _new_pin(self, digits: str) -> None:
        self.nav.pop()
        said = "pin-kept"
        try:
            self.device.pin.set(digits)
        except OSError:
            said = "not-kept"
        self.nav.unlocked = True
        self.nav.note(self.nav.text("pin-new"), self.nav.text(said))


class MoreScreen(SetupScreen):
    """Settings that are seldom changed."""

    name = "setup-more"
    names = (
        "confirm", "failed-challenge", "guard", "wipe-words", "rotate", "contrast",
        "keep-preset", "drop-preset",
    )  # fmt: skip

    def heading(self) -> str:
        return self.nav.text("setup.more")

    def left(self) -> None:
        self.nav.pop()

    def value(self, name: str) -> str:
        return "" if name in OWN_ROWS else self.shown(name)

    def edit(self, name: str) -> None:
        nav = self.nav
        if name == "keep-preset":
            nav.push(editors.NameScreen(nav, self._keep))
        elif name != "drop-preset":
            SetupScreen.edit(self, name)
        else:
            names = sorted(own_presets.stored(self.device.settings))
            kept = [(name, name, name) for name in names]
            if kept:
                heading = nav.text("setup.drop-preset")
                nav.push(editors.ChoiceScreen(nav, heading, kept, self._drop))
            else:
                self._say(name, "none")

    def _keep(self, name: str) -> None:
        """Keep the present settings as one of the club's own presets, and use it."""
        if own_presets.save(self.device.settings, name):
            self.store("preset", name)
        else:
            self._say("keep-preset", "not-kept")

    def _drop(self, name: str) -> None:
        own_presets.drop(self.device.settings, name)
        self._commit("drop-preset")
