"""Every sheet of the phone's clock at each size: pictures, height of the text, taps a task."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.files import made_folder
from host_tools.workshop.screens import site

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((320, 568), (390, 664), (390, 844), (664, 390), (1280, 800))
PHONE_MM, DISTANCE_MM = 68, 600  # the width of a phone held upright, and from where it is read
PHONE_PX = 1000  # a longer side is a computer's, which is no 68 mm wide
FORMS = ("setup", "pin", "arbiter")
FLOOR_ARCMIN = 16  # ISO 9241-303
PIN = "4711"
# The least height of a capital letter in the text that is seen, and that text; controls beyond the
# screen's edge. A form is read closer, as is what a button has in addition.
MEASURE = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const small = [...document.querySelectorAll(".table *")]
    .filter((e) => seen(e) && own(e) && !e.closest("label, details, .fine, .usual, .hidden"))
    .map((e) => {
      const style = getComputedStyle(e);
      pen.font = `${style.fontWeight} 100px ${style.fontFamily}`;
      const px = pen.measureText("H").actualBoundingBoxAscent * parseFloat(style.fontSize) / 100;
      return [px, e.textContent.trim().slice(0, 24)];
    }).filter(([px]) => px).sort((a, b) => a[0] - b[0])[0];
  const { innerWidth: w, innerHeight: h } = window;
  const beyond = [...document.querySelectorAll(".table button, dialog[open] button")].filter(seen)
    .map((e) => [e.getBoundingClientRect(), e.textContent.trim().slice(0, 24)])
    .filter(([b]) => b.left < -1 || b.top < -1 || b.right > w + 1 || b.bottom > h + 1);
  return [...(small || [1000, ""]), beyond.map(([, name]) => name)];
}"""


def arcmin(px: float, size: tuple[int, int]) -> float:
    """Return the angle of a height on a phone, from DISTANCE_MM, in minutes of arc."""
    return math.degrees(math.atan(px * PHONE_MM / min(size) / DISTANCE_MM)) * 60


class Walk:
    """A game on the phone's clock, tap by tap: every sheet is measured and drawn."""

    def __init__(self, page: "Page", url: str, folder: Path, size: tuple[int, int]) -> None:
        self.page, self.folder, self.size = page, folder, size
        self.taps = 0
        self.counts: dict[str, int] = {}
        self.sheets: list[tuple[str, float, str, list[str]]] = []
        page.goto(url + "clock.html")
        page.wait_for_selector("#sheet .main")

    def tap(self, *selectors: str) -> None:
        """Tap what the selectors name, one after another."""
        for selector in selectors:
            self.page.tap(selector, timeout=20_000)
            self.page.wait_for_timeout(350)  # a press within 200 ms of a turn hands nothing over
            self.taps += 1

    def task(self, name: str) -> None:
        """Keep the taps since the last task under a name."""
        self.counts[name], self.taps = self.taps, 0

    def sheet(self, name: str) -> None:
        """Measure what is on the screen, and draw it."""
        width, height = self.size
        px, text, beyond = self.page.evaluate(MEASURE)
        self.sheets.append((name, arcmin(px, self.size), text, beyond))
        self.page.screenshot(path=str(self.folder / f"{name}-{width}x{height}.png"))

    def game(self) -> None:
        """Play a game with everything that has a sheet."""
        page = self.page
        self.sheet("setup")
        pin = page.get_by_label("PIN nuevo", exact=True)
        page.evaluate("document.querySelector('#sheet details').open = true")
        pin.fill(PIN)
        pin.press("Tab")
        page.wait_for_timeout(800)
        self.tap("#sheet .row > .main")
        page.wait_for_selector('.table[data-phase="ready"]')
        self.sheet("ready")
        self.tap("#half-B")
        self.task("begin with the last settings")
        self.sheet("running")
        self.tap("#half-A")
        self.task("hand over")
        self.tap("#challenge")
        page.wait_for_selector(".tiles")
        self.sheet("letters")
        self.tap(*[f'.tile:text-is("{tile}")' for tile in "CASX"], ".letters .main")
        page.wait_for_selector("#half-A .note:has-text('○')")
        self.sheet("confirm")
        self.tap("#half-A", "#half-B")
        page.wait_for_selector(".verdict")
        self.task("challenge a word of four tiles")
        self.sheet("verdict")
        self.tap("#sheet .row > .main")
        self.task("leave the verdict")
        self.tap("#stop")
        page.wait_for_selector(".length")
        self.sheet("stopped")
        self.tap("#stop")
        self.task("stop, and go on")
        self.tap("#menu", '#sheet button:text-is("Árbitro")')
        page.fill("dialog input", PIN)
        self.taps += len(PIN)
        self.sheet("pin")
        page.press("dialog input", "Enter")
        page.wait_for_selector(".acts")
        self.sheet("arbiter")
        page.click("text=A +1:00")
        self.taps += 2
        page.wait_for_selector("dialog:not([open])", state="attached")
        self.task(f"the arbiter adds a minute, PIN of {len(PIN)} included")
        self.tap("#menu")
        self.sheet("menu")
        self.tap("text=Fin de partida")
        self.sheet("finish")
        self.tap("#half-A", "#half-B")
        page.wait_for_selector('.table[data-phase="over"]')
        self.task("end the game")
        self.sheet("summary")
        self.tap("#half-A", "#half-B")
        page.wait_for_selector('.table[data-phase="closed"]')
        self.task("close it")
        page.wait_for_timeout(1500)
        self.sheet("closed")


def write(output: str) -> int:
    """Play at every size; print taps, sizes, and controls off the screen; return the exit code."""
    made_folder(Path(output))
    counts: dict[str, int] = {}
    bad = 0
    with site.opened() as (browser, url, _):
        for size in SIZES:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, has_touch=True, locale="es-ES"
            )
            walk = Walk(context.new_page(), url, Path(output), size)
            walk.game()
            context.close()
            counts = walk.counts
            for name, arc, text, beyond in walk.sheets:
                low = max(size) < PHONE_PX and arc < FLOOR_ARCMIN and name not in FORMS
                bad += low or bool(beyond and name not in ("setup", "closed"))
                off = f"  beyond the edge: {', '.join(beyond)}" if beyond else ""
                print(f"{size[0]}x{size[1]} {name:<10} {arc:5.1f}' {text!r}{' LOW' * low}{off}")
    for task, taps in counts.items():
        print(f"{taps:>3} taps: {task}")
    return 1 if bad else 0
