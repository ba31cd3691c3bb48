"""Shared by the tests of the pages: the browser, the packages, a server of files."""

import asyncio
import shutil
import threading
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from host_tools import npm
from host_tools.errors import UserError
from host_tools.loopback import LOOPBACK, listen
from host_tools.scenario.phone import BROWSERS
from host_tools.sim.server import serve

# Be patient: the computer may be running other things too.
PATIENCE_MS = 120_000
# No other host name resolves: a request to a third party fails. That of INSECURE is this computer,
# but to the browser it is a stranger without https.
INSECURE = "table.test"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
    f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1, MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]  # fmt: skip
# A page hears nothing until its modules have run, which wait for its texts; its load does not.
MODULES = """() => Promise.allSettled(
  [...document.querySelectorAll("script[type=module][src]")].map(({ src }) => import(src)))"""
PROBE = Path(__file__).with_name("probe.js")


def chromium_path():
    """Return the path of this system's browser; skip if there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no browser to test the page with: apt-get install chromium")
    return found


def context_of(browser, **options):
    """Return a fresh context of a Spanish browser, as patient as everything here."""
    context = browser.new_context(**{"locale": "es-ES", **options})
    context.add_init_script(path=PROBE)
    context.set_default_timeout(PATIENCE_MS)
    new_page = context.new_page
    context.new_page = lambda: listening(new_page())
    return context


@contextmanager
def watched(browser, **options):
    """A fresh page of a context with these options; fails on any error of its scripts."""
    context = context_of(browser, **options)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert not errors, errors


def persistent(browser, profile):
    """Return a Spanish phone's browser that keeps what its pages store in a profile's folder."""
    context = browser.browser_type.launch_persistent_context(
        profile, executable_path=chromium_path(), args=FLAGS, has_touch=True, locale="es-ES",
        viewport={"width": 360, "height": 740},
    )  # fmt: skip
    context.add_init_script(path=PROBE)
    context.set_default_timeout(PATIENCE_MS)
    return context


def listening(page):
    """Let a page that is opened or loaded again be returned when it listens, not before.

    Unless the test says with `wait_until` what it waits for.
    """

    def loaded(load, *words, **options):
        load(*words, **options)
        if "wait_until" not in options:
            page.evaluate(MODULES)

    for name in ("goto", "reload", "go_back"):
        setattr(page, name, partial(loaded, getattr(page, name)))
    return page


def expect(part):
    """Return assertions on a part of a page, which wait until they hold."""
    from playwright.sync_api import expect as patient

    patient.set_options(timeout=PATIENCE_MS)
    return patient(part)


def needs_packages():
    """Skip if npm cannot fetch the site's packages; a failing build is no reason to skip."""
    try:
        for name in npm.RELEASES:
            npm.package(name)
    except UserError as error:
        pytest.skip(str(error))


@contextmanager
def running(start):
    """Run an endless coroutine start(ready) in a thread; yield ready()'s argument."""
    ready: Queue[Any] = Queue()
    loop = asyncio.new_event_loop()
    job = loop.create_task(start(ready.put))

    def run():
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(job)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield ready.get(timeout=120)
    finally:
        loop.call_soon_threadsafe(job.cancel)
        thread.join(60)
        assert not thread.is_alive(), "it ends when it is told to"
        loop.close()


@contextmanager
def serving(engine):
    """Serve one engine on a free port; yield the page's address."""
    with running(lambda ready: serve(engine, 0, ready)) as url:
        yield url


@contextmanager
def apps(*made):
    """Serve applications, each on a free port; yield their addresses."""

    async def start(ready):
        runners = [await listen(app, LOOPBACK, 0) for app in made]
        ready([f"http://{LOOPBACK}:{port}/" for _, port in runners])
        try:
            await asyncio.Event().wait()
        finally:
            for runner, _ in runners:
                await runner.cleanup()

    with running(start) as addresses:
        yield addresses
