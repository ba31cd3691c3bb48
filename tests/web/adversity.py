"""What befalls a phone in a game: `python -m tests.web.adversity 100` does each so often.

With a name of KINDS after the number, only that. Kills the page, clears the site's data, starves
its storage, sets its system's clock and suspends it, in a real browser; reports what the games
lost and how soon their players were told.
"""

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "firmware")]

from browsing import FLAGS, chromium_path, context_of, served
from clockwork import Phone
from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_LOST_MS = 1000
MOST_UNTOLD_MS = 2000
SUSPENDED_S = 3.5
HALTED_S = 0.8
REOPENED_MS = 20_000
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# Keeps the status that the worker reports, whose times have milliseconds, and when it came.
WATCHED = """
  window.Worker = class extends Worker {
    constructor(...facts) {
      super(...facts);
      this.addEventListener("message", ({ data }) => {
        if (data.status) window.told = { ...data.status, at: performance.now() };
      });
    }
  };
"""
# The browser's quota cannot be lowered from outside: what it does to a transaction can be done.
FULL = """(() => {
  self.full = true;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...facts) {
    const request = put.apply(this, facts);
    if (self.full) this.transaction.abort();
    return request;
  };
})()"""
# While the page is halted, the system's clock goes on by a minute.
ASLEEP = """(() => {
  const { now } = Date;
  let [last, slept] = [performance.now(), 0];
  Date.now = () => {
    if (performance.now() - last > 600) slept += 60000;
    last = performance.now();
    return now() + slept;
  };
})()"""
# What a player's clock has now, in ms: as last reported, less what has passed if it runs.
LEFT_MS = """() => {
  const { "clock.A": shown, running, at } = window.told;
  const [minutes, seconds] = shown.split(":").map(Number);
  return minutes * 60000 + seconds * 1000 - (running === "A" ? performance.now() - at : 0);
}"""


class Outcome(NamedTuple):
    """How far A's clock went astray, and how long the players were not told, both in ms."""

    lost_ms: float
    untold_ms: float

    def is_good(self) -> bool:
        return abs(self.lost_ms) <= MOST_LOST_MS and self.untold_ms <= MOST_UNTOLD_MS


class Endangered(Phone):
    """A phone with A's clock running, in a browser that it shares with nobody."""

    def __init__(self, browser: "Browser", page: "Page", url: str) -> None:
        page.context.add_init_script(WATCHED)
        self.browser, self.url, self.reloads = browser, url, 0
        super().__init__(page, url)
        self.start()

    def left_ms(self) -> float:
        return self.page.evaluate(LEFT_MS)

    def lasts(self, ms: int) -> None:
        """Let time pass."""
        self.page.wait_for_timeout(ms)

    def told_ms(self, selector: str, since: float) -> float:
        """Wait for something on the screen; return how long it took, in ms."""
        self.page.wait_for_selector(selector)
        return (time.monotonic() - since) * 1000

    def stored(self) -> None:
        """Wait until the page says that all is stored, or says nothing of it any more."""
        self.page.wait_for_selector(
            "#unstored:has-text('vuelve'), #unstored:not(:visible)", state="attached"
        )

    def resume(self) -> None:
        """Go on after both clocks were stopped."""
        self.page.click("#sheet .main")
        self.page.wait_for_selector("#stop:enabled")
        self.page.tap("#stop")
        self.runs("A")

    def pages(self) -> list[int]:
        """Return the processes that the browser's pages run in."""
        asked = self.browser.new_browser_cdp_session()
        found = asked.send("SystemInfo.getProcessInfo")["processInfo"]
        asked.detach()
        return [process["id"] for process in found if process["type"] == "renderer"]

    def killed(self) -> Outcome:
        """The page's process is killed; it is opened again, and says so."""
        page = self.page.context.new_page()
        left_ms, since = self.left_ms(), time.monotonic()
        with contextlib.suppress(Error):  # of the page that dies of it
            self.page.goto("chrome://crash")
        passed_ms = (time.monotonic() - since) * 1000
        self.page.close()
        self.page = page
        try:
            page.goto(self.url + "clock.html", timeout=REOPENED_MS)
        except Error:  # the service worker died with the page: as its user would, load it again
            self.reloads += 1
            page.goto(self.url + "clock.html", timeout=REOPENED_MS)
        page.wait_for_selector("#sheet [role=alert]")
        lost_ms = self.left_ms() - (left_ms - passed_ms)
        return Outcome(lost_ms, 0)  # the first thing on the screen

    def cleared(self) -> Outcome:
        """The site's data are deleted, as in the browser's settings; then the page is killed."""
        since = time.monotonic()
        asked = self.page.context.new_cdp_session(self.page)
        origin = {"origin": self.page.evaluate("location.origin"), "storageTypes": "indexeddb"}
        asked.send("Storage.clearDataForOrigin", origin)
        untold_ms = self.told_ms("#unstored:visible", since)
        self.stored()
        return Outcome(self.killed().lost_ms, untold_ms)

    def starved(self) -> Outcome:
        """Every transaction aborts, as on a full phone; the game goes on; then a kill."""
        self.within(FULL)
        since = time.monotonic()
        untold_ms = self.told_ms("#unstored:visible", since)
        for player, next_player in ("AB", "BA"):
            self.tap(player)
            self.runs(next_player)
        self.within("self.full = false")
        self.stored()
        return Outcome(self.killed().lost_ms, untold_ms)

    def within(self, script: str) -> None:
        """Run a script in the worker of the game."""
        for worker in self.page.workers:
            worker.evaluate(script)

    def shifted(self, step_ms: int = 3_600_000) -> Outcome:
        """Somebody sets the system's clock: nobody's time changes."""
        left_ms, since = self.left_ms(), time.monotonic()
        step = f"(() => {{ const now = Date.now; Date.now = () => now() + {step_ms}; }})()"
        self.page.evaluate(step)
        self.within(step)
        untold_ms = self.told_ms("#stepped:visible", since)
        passed_ms = (time.monotonic() - since) * 1000
        return Outcome(left_ms - passed_ms - self.left_ms(), untold_ms)

    def suspended(self, seconds: float = SUSPENDED_S) -> Outcome:
        """The pages stand still, as on a phone that sleeps: told, both clocks stopped."""
        pages, left_ms, since = self.pages(), self.left_ms(), time.monotonic()
        for process in pages:
            os.kill(process, signal.SIGSTOP)
        time.sleep(seconds)
        for process in pages:
            os.kill(process, signal.SIGCONT)
        awake = time.monotonic()
        self.page.wait_for_selector("#sheet [role=alert]:has-text('suspendida')")
        untold_ms = (time.monotonic() - awake) * 1000
        passed_ms = (awake - since) * 1000
        return Outcome(self.left_ms() - (left_ms - passed_ms), untold_ms)

    def slept(self) -> Outcome:
        """The computer sleeps for a minute with the page in sight; its even clock stands still."""
        self.within(ASLEEP)
        return self.suspended(HALTED_S)


KINDS = ("killed", "cleared", "starved", "shifted", "suspended", "slept")


@contextlib.contextmanager
def browsers() -> Iterator["Browser"]:
    """A headless browser of one's own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


def tried(browser: "Browser", url: str, kind: str, times: int) -> int:
    """Do one thing so often; print its row, and return how often it went well."""
    context = context_of(browser, **PHONE)
    table = Endangered(browser, context.new_page(), url)
    outcomes = []
    for _ in range(times):
        table.lasts(300)
        outcomes.append(getattr(table, kind)())
        if kind != "shifted":
            table.resume()
    context.close()
    held = sum(outcome.is_good() for outcome in outcomes)
    lost_ms = max(abs(outcome.lost_ms) for outcome in outcomes)
    untold_ms = max(outcome.untold_ms for outcome in outcomes)
    print(
        f"| {kind} | {times} | {held} | {lost_ms:.0f} ms | {untold_ms:.0f} ms | {table.reloads} |",
        flush=True,
    )
    return held


def main() -> int:
    """Do each of KINDS so often, or those named; print the worst of each."""
    from host_tools.web import site

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    kinds = sys.argv[2:] or KINDS
    with tempfile.TemporaryDirectory() as folder, browsers() as browser:
        site.build(Path(folder))
        with served(Path(folder)) as url:
            print("| what | times | good | most lost | told within | loaded twice |")
            print("|---|---:|---:|---:|---:|---:|")
            good = sum(tried(browser, url, kind, times) for kind in kinds)
    return 0 if good == times * len(kinds) else 1


if __name__ == "__main__":
    sys.exit(main())
