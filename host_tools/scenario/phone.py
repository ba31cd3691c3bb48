"""`--body phone`: a scenario on the phone's page, in a browser, by its halves and its sheets.

The page is the site's own. Its time is the scenario's: `wall.js`, where page and worker read the
clock, is replaced, and the worker neither lags behind it, nor keeps moves of a finger apart, nor
takes a jump of it for sleep; a finger that taps again at once is meant.
"""

import json
import re
import shutil
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from corrido.parts import KEYS

from host_tools.clocks import clock_text
from host_tools.device.stores import provision
from host_tools.errors import UserError
from host_tools.page_texts import PAGE, texts
from host_tools.paths import lexicons_dir
from host_tools.scenario.keys import Refused
from host_tools.scenario.macros import Macros
from host_tools.scenario.model import Act, Expect, Mismatch, ParseError, Scenario
from host_tools.scenario.runner import Outcome, Runner
from host_tools.scenario.view import DeviceView
from host_tools.sim.device import Device
from host_tools.sim.runtime import Polled
from host_tools.sim.world import PAUSE_US, PRESS_US, World

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu"]
SIZE = {"width": 360, "height": 740}
START_MS = 1_800_000_000_000
STEP_US = 10_000
NEVER_US = 1 << 60
PATIENCE_MS = 20_000  # until a page has started, or something can be tapped
LATE_US = 150_000  # a page looks at the status ten times a second
OF_A_DEVICE = {"battery", "board", "contrast", "games", "rotate"}
HALVES = ("A", "B")
OWN_KEYS = (*HALVES, "STOP", "CHALLENGE", "OK")
PHONES = ("power", "reset", "press", "hold", "arm", "stop", "mark", "challenge", "arbiter",
          "consent", "finish", "close", "next")  # fmt: skip
BY_MAIN = ("setup", "verdict", "recovered", "fault")  # where OK is the sheet's own button
# In the served copy: what of the site's files the scenario's time takes the place of.
WALL = """const page = typeof window !== "undefined";
let now = %d;
if (!page) {
  addEventListener("message", (event) => {
    if (event.data[0] !== "wall") return;
    now = event.data[1];
    event.stopImmediatePropagation();
  });
  Date.now = () => now;
  const later = setTimeout.bind(globalThis); // nothing falls due by itself
  globalThis.setTimeout = (work, ms) => later(work, Math.max(ms, 100));
}
export const wall = () => (page ? Date.now() : now);
export const wallOf = wall;
"""
AT_ONCE = {
    "static/device/engine.js": {"BEHIND_MS": "0", "STATUS_MS": "0", "SLEPT_MS": "Infinity",
                                "STEADY_US": "0"},
    "clock/sheet.js": {"TWICE_MS": "0", "SWAPPED_MS": "0"},
}  # fmt: skip


class DeviceOnly(ParseError):
    """A step that only the device has; the message says which."""


@contextmanager
def stage(told: Callable[[str], None] | None = None) -> Iterator[Callable[[Scenario], Outcome]]:
    """Yield what plays a scenario on the phone's page; UserError where there is no browser."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None or find_spec("playwright") is None:
        raise UserError("--body phone needs a Chromium here, and `pip install playwright`")
    from playwright.sync_api import sync_playwright

    from host_tools.web.publish import served
    from host_tools.web.site import build

    with ExitStack() as stack:

        @cache
        def opened() -> tuple[Any, str]:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            site = build(folder, boards=()).folder  # no page here sets one up
            _take_time(site)
            playwright = stack.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
            stack.callback(browser.close)
            return browser, stack.enter_context(served(site))

        def play(scenario: Scenario) -> Outcome:
            for name in OF_A_DEVICE & scenario.settings.keys():
                raise DeviceOnly(f"{scenario.path}: {scenario.name}: only the device has `{name}`")
            for step in scenario.steps:
                _check(scenario, step.line, step.text, step.action)
            return _play(scenario, *opened(), told)

        yield play


def _take_time(site: Path) -> None:
    """Let the scenario's time stand in for the wall's in a built site."""
    (site / "static" / "device" / "wall.js").write_text(WALL % START_MS, "utf-8")
    for file, constants in AT_ONCE.items():
        text = (site / file).read_text("utf-8")
        for name, value in constants.items():
            text, found = re.subn(rf"const {name} = [^;]+;", f"const {name} = {value};", text)
            assert found == 1, f"{file} has no {name}"
        (site / file).write_text(text, "utf-8")


def _play(scenario: Scenario, browser: Any, url: str, told: Any) -> Outcome:
    """Play one scenario on a phone of its own; UserError if its settings cannot be."""
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="es-ES",
                                  service_workers="block")  # fmt: skip
    script = Path(__file__).with_name("phone.js").read_text("utf-8")
    context.add_init_script(script.replace("START_MS", str(START_MS)))
    settings = dict(scenario.settings)
    bounce_us = provision({"bounce": settings.pop("bounce", "0")}).bounce_us
    made = Device.provisioned(settings, folder=scenario.path.parent)
    phone = Phone(context.new_page(), url, made.world, bounce_us)
    try:
        phone.lay(settings.get("language", "es"))
        return PhoneRunner(scenario, phone, told).run()
    finally:
        phone.world.close()
        context.close()


def _check(scenario: Scenario, line: int, text: str, action: Act | Expect) -> None:
    """Raise DeviceOnly for a step that no phone can play."""
    verb, *args = (action.verb, *action.args) if isinstance(action, Act) else ("expect",)
    only = verb not in (*PHONES, "expect") or text.split()[:1] == ["shot"]
    only |= verb == "press" and args[0] not in OWN_KEYS
    only |= verb == "hold" and args[0] not in HALVES
    only |= isinstance(action, Expect) and any("felt" in check.text for check in action.checks)
    if only:
        raise DeviceOnly(f"{scenario.path}: line {line}: `{text}`: only the device has this")


class Phone(Device):
    """A device whose firmware runs in the phone's page: its contacts are fingers there.

    It is its own runtime: told when to poll, it lets the page's time pass and moves the fingers.
    """

    def __init__(self, page: Any, url: str, world: World, bounce_us: int) -> None:
        factory: Any = lambda _world: self  # noqa: E731
        super().__init__(world, factory)
        self.page, self._url, self._bounce_us = page, url, bounce_us
        self.texts: dict[str, str] = {}
        self._held: dict[str, dict[str, float]] = {}
        page.set_default_timeout(PATIENCE_MS)
        self._touch = page.context.new_cdp_session(page)

    def lay(self, language: str) -> None:
        """Put the world's flash and lists into the browser's storage, and the page's language."""
        self.page.goto(self._url + "licences.txt")
        self.page.evaluate(f"localStorage.setItem('corrido-language', '{language}')")
        flash = b64encode(bytes(self.world.flash.data).rstrip(b"\xff")).decode()
        own = [(path.stem, b64encode(path.read_bytes()).decode())
               for path in self.world.lexicons.folder.glob("*.lex")
               if not (lexicons_dir() / path.name).is_file()]  # fmt: skip
        self.page.evaluate("([flash, lists]) => stage.lay(flash, lists)", [flash, own])

    # -- as a runtime

    def boot(self, _ticks: int, _cause: str) -> None:
        """Open the page."""
        self.page.add_init_script(f"stage.now = {START_MS} + {self.now_us / 1000};")
        self.page.goto(self._url + "clock.html", timeout=PATIENCE_MS)
        until = time.monotonic() + PATIENCE_MS / 1000
        while (
            not self.page.evaluate("stage.isReady || stage.failure") and time.monotonic() < until
        ):
            time.sleep(0.02)
        if failure := self.page.evaluate("stage.failure"):
            raise UserError(f"the page does not start: {failure}", 1)
        self._held.clear()
        if self._bounce_us:
            self.page.evaluate(f"stage.worker.postMessage(['bounce', {self._bounce_us}])")
        self._pass()
        language = self.page.evaluate("document.documentElement.lang")
        self.texts = texts(PAGE, language)

    def poll(self, _ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        """Let the page's time pass, and move the fingers."""
        self._pass()
        for key, closed, _ in edges:
            self._down(KEYS[key]) if closed else self._up(KEYS[key])
            self._pass()
        return Polled(NEVER_US, self.call("pending"))

    def call(self, method: str, *words: Any) -> Any:
        """Return the answer of a method of the firmware; Refused with its reason."""
        told = self.page.evaluate("(question) => stage.ask(...question)", [method, *words])
        if "error" in told:
            raise Refused(told["error"])
        return told["value"]

    def drop(self) -> None:
        """Close the page."""
        self._pass()
        self.page.goto("about:blank")

    def _pass(self) -> None:
        for us, hz in self.page.evaluate(f"stage.pass({START_MS} + {self.now_us / 1000})"):
            self.world.buzzer.set(us + self._booted_us, hz)

    # -- time

    def run_until(self, t_us: int) -> None:
        """Let time pass, in one go from one move of a finger to the next."""
        while super().step(t_us):
            pass
        if t_us > self.now_us:
            self.world.advance(t_us)
        if self._runtime:
            self._poll()

    def step(self, limit_us: int) -> bool:
        """Let a little time pass; False at the limit."""
        if self.now_us >= limit_us:
            return False
        self.run_until(min(limit_us, self.now_us + STEP_US))
        return True

    # -- fingers

    def _down(self, key: str) -> None:
        phase = self.status()["phase"]
        main = self.page.locator("#sheet .main")
        shown = f"half-{key}" if key in HALVES else key.lower()
        if key != "OK" and not self.page.locator(f"#{shown}").is_visible():
            raise DeviceOnly(f"`press {key}` in {phase}: only the device has this key")
        if key in HALVES:
            x, y = self._place(key)
            self._touched(key, x, y, HALVES.index(key))
            if phase == "over" and (anyway := self.page.locator(".anyway")).count():
                self.poke(anyway)
        elif key == "OK" and (phase not in BY_MAIN or not main.count()):
            raise DeviceOnly(f"`press OK` in {phase}: only the device has this key")
        elif key == "OK":
            self.poke(main.first)
        else:
            self.page.evaluate(f"document.getElementById('{key.lower()}').click()")

    def _up(self, key: str) -> None:
        if finger := self._held.pop(key, None):
            self._send("touchEnd", finger)  # those that are named end

    def _touched(self, key: str, x: float, y: float, finger: int) -> None:
        """Put another finger down beside those that are."""
        self._held[key] = {"x": x, "y": y, "id": finger}
        self._send("touchStart", *self._held.values())

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    def poke(self, found: Any) -> None:
        """Tap an element with another finger than those that are down."""
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._touched("other", x, y, len(HALVES))
        self._up("other")

    def _place(self, key: str) -> tuple[float, float]:
        """Return where a half is not covered; Mismatch if it is nowhere."""
        found = self.page.evaluate(
            """(id) => { const half = document.getElementById(id);
            const { left, top, width, height } = half.getBoundingClientRect();
            for (const y of [0.5, 0.2, 0.8, 0.1, 0.9, 0.03]) for (const x of [0.5, 0.1, 0.9]) {
              const at = [left + x * width, top + y * height];
              if (document.elementFromPoint(...at)?.closest(".half") === half) return at;
            }
            return null; }""", f"half-{key}")  # fmt: skip
        if found is None:
            raise Mismatch(f"the half of {key}", "it is covered")
        return found[0], found[1]

    def touch(self, selector: str) -> None:
        """Tap an element of the page; Refused if it is not there or cannot be tapped."""
        found = self.page.locator(selector).first
        if not found.count() or not found.is_visible() or found.is_disabled():
            raise Refused(f"the page has no {selector}")
        self.poke(found)
        self.run_until(self.now_us + PRESS_US + PAUSE_US)

    # -- eyes

    def text(self) -> str:
        """Return what the page shows, in one line."""
        return " ".join(self.page.evaluate("document.body.innerText").split())

    def named(self, name: str) -> str:
        """Return the firmware's text of a name, as the page writes it on a button."""
        text = self.texts.get(name, name)
        return text[:1] + text[1:].lower()


class PhoneView(DeviceView):
    """What an `expect` sees on a phone: `screen` is the page's text, in any case of letters."""

    def senses(self, sense: str, text: str, wanted: bool) -> list[str] | None:
        if sense != "screen":
            return super().senses(sense, text, wanted)
        page: Any = self._device
        plain = " ".join(text.casefold().split())
        limit_us = max(self._t_us + LATE_US, self._limit_us())
        right, shown = self._watch(
            page.text, lambda seen: (plain in seen.casefold()) == wanted,
            min(limit_us, self._barrier_us or limit_us),
        )  # fmt: skip
        return None if right else [shown]


class PhoneMacros(Macros):
    """The macros of a scenario by the page's buttons and sheets."""

    _device: Phone

    def plan(self, macro: Act, t_us: int, before_us: int) -> None:
        """Plan nothing: a page's buttons are tapped when they are due."""

    def run(self, macro: Act, t_us: int | None = None) -> None:
        """Tap what the macro asks for; Refused if the page does not go along."""
        from playwright.sync_api import Error

        try:
            super().run(macro, t_us)
        except Error as error:  # the page has no such button, field or choice
            raise Refused(error.message.partition("\n")[0]) from error

    def _begun_early(self, verb: str, t_us: int) -> bool:
        self._device.settle(t_us)
        return False

    def leave(self) -> None:
        """Close what a refused macro has left open."""
        self._device.page.evaluate("document.querySelector('dialog[open]')?.close()")
        self._look()

    def _clear(self) -> None:
        """Leave open what is: the page's sheets stand beside its buttons."""

    def _look(self, for_us: int = 0) -> None:
        """Let the page look at the game."""
        self._device.run_until(self._device.now_us + for_us)

    def _arm(self) -> None:
        self._device.touch("#sheet .main")
        if self._fingers.phase() == "setup":
            raise Refused("the page does not start a game")

    def _stop(self, reason: str) -> None:
        self._fingers.tap("STOP")
        self._look(LATE_US)
        self._button(self._device.named(f"stop.{reason}"))

    def _button(self, text: str, inside: str = "#sheet") -> None:
        self._device.touch(f"{inside} button:text-is({json.dumps(text, ensure_ascii=False)})")

    def _item(self, name: str) -> None:
        self._device.touch("#menu")
        self._button(self._device.texts[f"menu.{name}"])

    def _mark(self, mark: str) -> None:
        if self._device.status()["marks"] != mark:
            self._device.touch("#menu")
            self._button(re.sub("^■ ", "", self._device.texts[f"mark.{mark}"]))

    def _edit(self) -> None:
        if not self._device.page.locator(".letters").count():
            self._button(self._device.texts["edit"])

    def _enter(self, words: Sequence[str]) -> None:
        """Tap the tiles of the words, and end the entry."""
        self._look(LATE_US)
        if not self._device.page.locator(".letters").count():
            raise Refused("the page takes no words")
        for number, word in enumerate(words):
            if number:
                self._device.poke(self._device.page.locator(".letters .row button").nth(1))
            for name in self._typist.tiles(word):
                self._device.poke(self._device.page.locator(f'.letters .tile:text-is("{name}")'))
        self._device.touch(".letters .main")

    def _both(self, *_places: str) -> None:
        self._look(LATE_US)
        super()._both()

    def _close(self) -> None:
        self._look(LATE_US)
        super()._close()

    def _next(self) -> None:
        self._look(LATE_US)
        self._device.touch("#sheet .main")
        if self._fingers.phase() == "closed":
            self._both()

    def _act(self, pin: str, action: str, args: list[str]) -> None:
        page = self._device.page
        self.leave()  # what the act before has told
        self._item("arbiter")
        if pin:
            page.fill("dialog input", pin)
            page.press("dialog input", "Enter")
        self._look(PRESS_US + PAUSE_US)
        self._button(self._device.texts[f"act.{action}"], "dialog .acts")
        if action == "lookup":
            self._enter(args)
            self.leave()
            return
        if action == "set":
            given = dict(zip("AB", args[1:])) if args[0] == "both" else {args[0]: args[1]}
            for player, clock in given.items():
                page.fill(f'dialog input[name="time-{player}"]', clock)
        else:
            self._fill(args)
        self._device.touch("dialog form .main")

    def _fill(self, args: Sequence[str]) -> None:
        """Fill in an act's form, field by field."""
        fields = self._device.page.locator("dialog form [name]")
        for field, value in zip(fields.all(), args):
            if field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(value="AB" if value == "both" else value)
            elif field.get_attribute("placeholder") and ":" not in value:
                field.fill(clock_text(int(value) * 1000).partition(".")[0])
            else:
                field.fill(value)


class PhoneRunner(Runner):
    """One scenario on one phone."""

    _view, _hands = PhoneView, PhoneMacros

    def run(self) -> Outcome:
        try:
            return super().run()
        except DeviceOnly as error:
            raise DeviceOnly(f"{self._scenario.path}: line {self._line}: {error}") from None
