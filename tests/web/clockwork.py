"""The phone's clock as two players use it, and its journal as stored by the browser."""

import base64

from browsing import expect
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout

from host_tools.device.norflash import NorFlash

LEAST_TURN_MS = 250  # a press within the first 200 ms of a turn hands nothing over


class Phone:
    """A page with the clock."""

    def __init__(self, page, url, address="clock.html"):
        self.page = page
        page.goto(url + address)
        self.phase("setup")
        page.wait_for_selector(".sheet .main")

    def phase(self, name):
        """Wait for a phase."""
        self.page.wait_for_selector(f'.table[data-phase="{name}"]')

    def choose(self, label, value):
        """Fill in a field of the settings; return when they are redrawn from the stored values."""
        field = self.page.get_by_label(label, exact=True)
        field.evaluate("field => { field.dataset.before = 'yes'; }")
        field.fill(value)
        field.press("Tab")
        expect(field).not_to_have_attribute("data-before", "yes")

    def start(self):
        """Arm the clock and let A open."""
        self.page.click("#sheet .main")
        self.phase("ready")
        self.tap("B")
        self.runs("A")

    def tap(self, player):
        """Tap a player's half."""
        self.page.tap(f"#half-{player}")

    def runs(self, player):
        """Wait until a player's clock runs."""
        self.page.wait_for_selector(f"#half-{player}.running")
        self.page.wait_for_timeout(LEAST_TURN_MS)

    def time(self, player):
        """Return the time shown on a half."""
        return self.page.text_content(f"#half-{player} .time")

    def spell(self, tiles):
        """Enter tiles, separated by spaces, and end the entry."""
        for tile in tiles.split():
            self.page.click(f'.tile:text-is("{tile}")')
        self.page.click(".letters .main")

    def both(self, *more):
        """Confirm for both players; more: what the first is asked besides."""
        note = self.page.locator("#half-A .note")
        expect(note).to_contain_text("○")
        self.tap("A")
        for part in more:
            self.page.click(part)
        expect(note).to_contain_text("✓")
        self.tap("B")

    def end(self):
        """End the game, which is stopped, and have both close it."""
        self.page.click("#menu")
        self.page.click("#sheet .menu >> text=Fin de partida")
        self.both()
        self.phase("over")
        self.both(".anyway")
        self.phase("closed")

    def stored(self):
        """Wait until the page says that all is stored, or says nothing of it any more."""
        again = "#unstored:has-text('vuelve'), #unstored:not(:visible)"
        self.page.wait_for_selector(again, state="attached")

    def journal(self):
        """Return the event log from the browser's storage, read by the code for a device's log."""
        flash = NorFlash()
        number, blocks = self.page.evaluate("probe.blocks('clock')")
        for block, text in blocks:
            at = block * flash.block_size
            flash.data[at : at + flash.block_size] = base64.b64decode(text)
        journal = Journal(flash, *layout(flash)[2], device=bytes.fromhex(number))
        journal.mount()
        return journal
