"""The site's pages as pictures for the manual.

Uses this system's Chromium through playwright: `pip install -r requirements/test-all.txt`.
"""

import io
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.errors import UserError
from host_tools.web import publish, site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
IMAGES = Path(__file__).resolve().parents[3] / "docs" / "img"
PHONE, DESKTOP = (360, 740), (1280, 800)
WIDEST_PX = 800  # a page of text shows no more than this
COLOURS = 64
FILM_PX = 660
FRAME_MS = 60
READY = {
    "try.html": '#status td[data-field="phase"]:text-is("setup")',
    "clock.html": '.table[data-phase="setup"] .sheet .main',
    "judge.html": ".tiles",
}
PATIENCE_MS = 60_000


def browser_path() -> str:
    """Return the path of this system's Chromium; UserError if there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise UserError("no browser for the pages: apt-get install chromium")
    return found


@contextmanager
def opened() -> Iterator[tuple["Browser", str, site.Site]]:
    """Build the site, serve it, and start a browser; yield browser, address and site."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="corrido-site-") as folder:
        made = site.build(Path(folder))
        with publish.served(made.folder) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"]
            )
            try:
                yield browser, url, made
            finally:
                browser.close()


def _ready(page: "Page", url: str, name: str) -> None:
    page.goto(url + name)
    page.wait_for_selector(READY[name], state="attached", timeout=PATIENCE_MS)


def _game(page: "Page", url: str) -> None:
    """Open the device's page during a game."""
    _ready(page, url, "try.html")
    page.keyboard.press("Enter")
    page.wait_for_selector('#status td[data-field="phase"]:text-is("ready")', state="attached")
    page.keyboard.press("KeyL")
    page.wait_for_selector('#status td[data-field="running"]:text-is("A")', state="attached")
    page.wait_for_timeout(1500)


def _clock(page: "Page", url: str) -> None:
    """Open the clock during a game."""
    _ready(page, url, "clock.html")
    page.click("#sheet .main")
    page.wait_for_selector('.table[data-phase="ready"]')
    page.tap("#half-B")
    page.wait_for_selector("#half-A.running")
    page.wait_for_timeout(1500)


def _judge(page: "Page", url: str) -> None:
    """Open the judge with a verdict."""
    _ready(page, url, "judge.html")
    for tile in ("CH", "O", "RR", "E", "A", "B", "A"):
        page.click(f'.tile:text-is("{tile}")')
    page.click(".letters .main")
    for player in "AB":
        page.click(f'.confirm button:has-text("{player}:")')
    page.wait_for_selector(".verdict")


def _board(page: "Page", url: str) -> None:
    """Open the page for boards."""
    page.goto(url + "board.html")
    page.wait_for_selector("#board option", state="attached")


# Each page where it is used most, and as large.
USES: dict[str, tuple[Callable[["Page", str], None], tuple[int, int]]] = {
    "try-desktop": (_game, DESKTOP),
    "clock-phone": (_clock, PHONE),
    "judge-phone": (_judge, PHONE),
    "board-desktop": (_board, DESKTOP),
}


def small(picture: bytes) -> bytes:
    """Return a PNG as narrow as a page of text shows it, of few colours."""
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((WIDEST_PX, image.height))
    out = io.BytesIO()
    # Maximum coverage keeps a colour that appears on only one small key.
    few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def pictures(browser: "Browser", url: str) -> dict[str, bytes]:
    """Return {file name: PNG} for every use."""
    made = {}
    for name, (show, (width, height)) in USES.items():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            reduced_motion="reduce",
            locale="es-ES",
        )
        page = context.new_page()
        show(page, url)
        page.mouse.move(2, height - 2)
        made[f"web-{name}.png"] = small(page.screenshot())
        context.close()
    return made


# A game that has lasted a while; the rest is played by hand, before the camera.
BEGUN = """device preset=fise-corrido language=en budget-a=1312 budget-b=1423
at 0 power on
at 1 press B
"""


def film(browser: "Browser", url: str) -> bytes:
    """Return a GIF of some six seconds of a game: a turn handed over, a play challenged."""
    context = browser.new_context(
        viewport={"width": FILM_PX, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    _ready(page, url, "try.html")
    page.evaluate("document.getElementById('record').open = true")
    page.fill("#record-steps", BEGUN)
    page.click("#record-play")
    running = '#status td[data-field="running"]:text-is("A")'
    page.wait_for_selector(running, state="attached", timeout=PATIENCE_MS)
    page.evaluate("scrollTo(0, 0)")
    shots: list[tuple[float, bytes]] = []

    def shoot(seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            shots.append((time.monotonic(), page.locator("#device").screenshot()))
            page.wait_for_timeout(FRAME_MS)

    shoot(1.6)
    page.keyboard.press("KeyA", delay=200)
    shoot(1.0)
    page.keyboard.press("KeyC", delay=200)
    page.wait_for_selector("#device.entering", timeout=PATIENCE_MS)
    page.keyboard.type("casx", delay=60)
    page.wait_for_timeout(1000)
    shoot(0.4)
    page.keyboard.press("Enter")
    shoot(0.7)
    for key in ("KeyA", "KeyL"):
        page.keyboard.press(key, delay=100)
        shoot(0.3)
    shoot(1.4)
    context.close()
    return _moving(shots)


def _moving(shots: list[tuple[float, bytes]]) -> bytes:
    from PIL import Image

    images = [Image.open(io.BytesIO(shot)).convert("RGB") for _, shot in shots]
    colours = images[-1].quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    frames = [image.quantize(palette=colours, dither=Image.Dither.NONE) for image in images]
    times = [at for at, _ in shots]
    lasts = [min(400, round(1000 * (b - a))) for a, b in pairwise(times)]
    out = io.BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=[*lasts, 1500], loop=0
    )
    return out.getvalue()


def write_film() -> int:
    """Film the game of the first page again; return the exit code."""
    with opened() as (browser, url, _):
        data = film(browser, url)
    (IMAGES / "game.gif").write_bytes(data)
    print(f"docs/img/game.gif: {len(data)} bytes")
    return 0


def write() -> int:
    """Redraw the pictures of the pages, and print sizes; return the exit code."""
    with opened() as (browser, url, made):
        for name, data in pictures(browser, url).items():
            (IMAGES / name).write_bytes(data)
            print(f"docs/img/{name}: {len(data)} bytes")
        print(f"the site: {made.files} files, {made.size} bytes, {made.gzipped} gzipped")
    return 0
