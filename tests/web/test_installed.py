"""A phone and the site: it installs the site, and its system kills the browser in a game."""

import contextlib
import math
import os
import signal
from pathlib import Path

import pytest
from browsing import expect, persistent
from clockwork import Phone
from corrido.store.journal.codec import BEAT_MS

from tests.waiting import wait_until

sync_api = pytest.importorskip("playwright.sync_api")
BUDGET_MS = 30 * 60_000
# The pages of a test's context cannot show this: its profile is thrown away.
OF_THE_CONTEXT = "in-incognito"


def test_a_browser_offers_to_install_it(url, page):
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready")
    asked = page.context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"].endswith("manifest-es.webmanifest") and manifest["errors"] == []
    found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != OF_THE_CONTEXT] == []


def killed(profile):
    """Kill the browser of a profile at once, as a system short of memory does."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            line = (folder / "cmdline").read_bytes().decode(errors="replace")
            if f"--user-data-dir={profile}" in line and "--type=" not in line:
                found.append(int(folder.name))
    assert found, "the browser runs"
    for process in found:
        os.kill(process, signal.SIGKILL)


def test_a_killed_browser_loses_a_second_at_most(browser, url, tmp_path):
    if not Path("/proc/self/cmdline").is_file():
        pytest.skip("no /proc to find the browser's process by: Linux has one")

    context = persistent(browser, tmp_path)
    table = Phone(context.new_page(), url)
    table.start()
    began_ms = table.presses_ms()[-1]
    assert wait_until(lambda: table.journal().current.last_t_ms >= began_ms + 2 * BEAT_MS)
    played_ms = table.journal().current.last_t_ms - began_ms
    killed(tmp_path)
    with contextlib.suppress(sync_api.Error):  # of the killed browser
        context.close()
    context = persistent(browser, tmp_path)
    page = context.new_page()
    page.goto(url + "clock.html")
    page.wait_for_selector('.table[data-phase="recovered"]')
    table.page = page
    kept_ms = table.journal().current.last_t_ms - began_ms
    assert kept_ms >= played_ms, "what the browser had said to be kept is there"
    left_s = math.ceil((BUDGET_MS - kept_ms) / 1000)
    expect(page.locator("#half-A .time")).to_have_text(f"{left_s // 60}:{left_s % 60:02d}")
    context.close()
