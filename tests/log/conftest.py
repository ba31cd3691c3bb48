"""A played log: two games through the firmware's own recorder and journal, in memory."""

import pytest
from corrido.core import events
from corrido.store.journal.journal import Journal

from host_tools.log.image import LogImage, PulledFlash, Region

REGION = Region(block=4096, page=256, first=4, blocks=20)
DEVICE = {"id": "0011", "name": "Mesa 4", "lexicon": "es 1 0123abcd"}
A, B = events.A, events.B


class MemoryFlash(PulledFlash):
    """NOR flash in memory."""

    def program(self, addr, buf):
        for offset, byte in enumerate(buf, addr):
            self.data[offset] &= byte

    def erase(self, block):
        start = block * self.block_size
        self.data[start : start + self.block_size] = b"\xff" * self.block_size


def play(recorder, labels):
    """Play a game in which B challenges once and the arbiter takes a press back."""
    recorder.arm(recorder.match.rules, labels, 0)
    recorder.send(events.PRESS, B, 0, 1_000)
    recorder.send(events.PRESS, A, 0, 61_000)
    recorder.send(events.PRESS, A, 0, 70_000)  # not this player's turn: ignored
    recorder.send(events.PRESS, B, 0, 121_000)
    recorder.send(events.CHALLENGE, B, 0, 150_000)
    recorder.send(events.SUBMIT, 0, 0, 160_000)
    recorder.send(events.PRESS, A, 0, 161_000)
    recorder.send(events.PRESS, B, 0, 162_000)
    payload = b"es 1 0123abcd: zuzar no, casa yes"
    recorder.send(events.VERDICT, 0, events.INVALID, 162_500, payload)
    recorder.send(events.OK, 0, 0, 170_000)
    recorder.send(events.PRESS, B, 0, 200_000)
    recorder.send(events.MENU, 0, 0, 205_000)
    recorder.log("lookup", b"es 1 0123abcd: figos no")
    recorder.send(events.PENALTY, A, 30 + 49_000, 207_000)
    recorder.send(events.UNDO, 0, 0, 210_000)
    recorder.send(events.END, 0, 0, 220_000)
    recorder.send(events.PRESS, A, 0, 221_000)
    recorder.send(events.PRESS, B, 0, 222_000)


def recording(region=REGION, device=DEVICE["id"], key=b"", **figures):
    """Return an empty flash and a device's recorder on it; figures: changes to FISE's rules."""
    from corrido.core.presets import rules_for
    from corrido.services.recorder import Recorder

    flash = MemoryFlash(region, {})
    journal = Journal(flash, region.first, region.blocks, bytes.fromhex(device), key)
    journal.mount()
    return flash, Recorder(journal, rules_for("fise-corrido", **figures), lambda effect: None)


def played(games=2):
    """Return a flash with a log of `games` games."""
    flash, recorder = recording()
    for number in range(1, games + 1):
        play(recorder, {"table": "4", "round": str(number), "player-a": "Ana, <b>"})
        recorder.send(events.OK, 0, 0, 230_000)
    return flash


@pytest.fixture
def flash():
    """A flash with a log of two games."""
    return played()


def image_of(flash, region=REGION):
    """Return the result of pulling this flash."""
    blocks = {}
    for number in range(region.first, region.first + region.blocks):
        data = bytearray(region.block)
        flash.read(number * region.block, data)
        if data.strip(b"\xff"):
            blocks[number] = bytes(data)
    return LogImage(dict(DEVICE), region, blocks)


@pytest.fixture
def image(flash):
    """The pulled log of two games."""
    return image_of(flash)
