"""What a cut may end anywhere: called again on the same flash, each goes on from what is there.

`corrido bench faults` cuts each operation and calls again. `flash.told` outlives the cut: what was
acknowledged, and what was tried.
"""

from corrido.store.journal.codec import BEAT_MS, GAME, SEQ
from corrido.store.journal.ring import BAD
from corrido.store.pin import Pin
from corrido.store.settings import Settings
from nor_flash import SMALL, Flash
from played_journal import PRESS, mounted

GAMES, PRESSES = 5, 16
LONGEST = (0, 0, 9, 90, 300)  # payloads in turn, in bytes
SALT = b"bench"


class Told:
    """The acknowledged entries; the times acknowledged and tried; how often it was begun."""

    def __init__(self):
        self.entries = []
        self.beat_ms = self.tried_ms = self.starts = 0

    def entry(self, entry):
        """Take note of an entry that is on the flash; a game's own time begins with its first."""
        if entry[SEQ] == 1:
            self.beat_ms = self.tried_ms = 0
        self.entries.append(tuple(entry[:6]))
        self.beat_ms = max(self.beat_ms, entry[2])

    def compare(self, journal):
        """Compare a mounted journal: all is there, perhaps also what was being written."""
        kept = [tuple(record[:6]) for record in journal.records()]
        if kept and kept[-1:] != self.entries[-1:]:
            self.entry(kept[-1])
        told, current = self.entries, journal.current
        assert kept == told[len(told) - len(kept) :], "an entry is another"
        game = told[-1][GAME] if told else 0
        lost = [entry for entry in told if entry[GAME] == game and entry not in kept]
        assert not lost and current.game in (game, 1), "an entry is lost"
        unread = BAD in list(journal.ring.states)
        assert (current.whole or unread) and journal.steady, "a loss is told, and there is none"
        self.tried_ms = max(self.tried_ms, self.beat_ms)
        assert self.beat_ms <= current.last_t_ms <= self.tried_ms, "the time is another"


def test_games_go_on(flash=None):
    flash = flash or Flash(8, SMALL)
    told = flash.told = getattr(flash, "told", None) or Told()
    told.starts += 1
    journal = mounted(flash)
    told.compare(journal)
    journal.on_entry = told.entry
    game, seq = told.entries[-1][:2] if told.entries else (0, PRESSES)
    while (game, seq) != (GAMES, PRESSES):
        if seq == PRESSES:
            game, seq = game + 1, 1
            while journal.prepare():
                pass
            journal.begin(game, bytes(LONGEST[game % 5]))
            continue
        seq += 1
        for _ in range(seq % 4):
            told.tried_ms = max(told.tried_ms, journal.current.last_t_ms) + 700
            journal.heartbeat(told.tried_ms)
            told.beat_ms = max(told.beat_ms, told.tried_ms - BEAT_MS)
        told.tried_ms += told.starts  # what is written after a cut is not what was
        payload = bytes([told.starts % 256] * LONGEST[(seq + told.starts) % 5])
        journal.append(seq, told.tried_ms, PRESS, 1 + seq % 2, -told.starts, ("press",), payload)
    told.compare(mounted(flash))


def test_settings_are_those_before_or_after(flash=None):
    flash = flash or Flash(4)
    told = flash.told = getattr(flash, "told", None) or [None, None]
    settings = Settings(flash, 0)
    budget = settings.get("budget")
    assert budget in told, "a setting is lost"
    first = told[0] is None  # of which a cut may leave bits that read either way
    assert not settings.damaged or first and flash.weak(), "damage is told, and there is none"
    for number in range(budget or 99, 119):
        settings, told[:] = Settings(flash, 0), [budget, number + 1]
        settings.set("budget", number + 1)
        settings.set("player-a", "x" * (number % 25))
        settings.commit()
        told[0] = budget = Settings(flash, 0).get("budget")
        assert budget == number + 1, "it was not set"


def test_a_pin_and_its_wrong_tries_stay(flash=None):
    flash = flash or Flash(4)
    told = flash.told = getattr(flash, "told", [])
    pin = Pin(flash, 2, SALT)
    if not told:  # what a cut leaves of a first one opens nothing
        pin.set("4271")
        told[:] = [0]
    while told[-1] < 12:
        pin = Pin(flash, 2, SALT)
        wrong = 3 * pin._locks + pin._wrong
        assert pin.is_set() and not pin.damaged, "the PIN is lost"
        assert wrong in told, "a wrong try is lost, or made up"
        told[:] = wrong, wrong + 1
        late_ms = pin.locked_ms(0)
        pin.poll(late_ms)
        assert not pin.check("0000", late_ms)
        told[:] = [wrong + 1]
    pin = Pin(flash, 2, SALT)
    pin.poll(pin.locked_ms(0))
    assert pin.check("4271", pin.locked_ms(0) + 1_000_000), "the PIN is another"


REENTRANT = (test_games_go_on, test_settings_are_those_before_or_after,
             test_a_pin_and_its_wrong_tries_stay)  # fmt: skip
