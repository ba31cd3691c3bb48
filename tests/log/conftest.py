"""A played log: two games through the firmware's own keeper and journal, in memory."""

import pytest

from host_tools.log.firmware import Journal, events
from host_tools.log.image import LogImage, MemoryFlash, Region

REGION = Region(block=4096, page=256, first=4, blocks=20)
DEVICE = {"id": "0011", "name": "Mesa 4", "lexicon": "es 1 0123abcd"}
A, B = events.A, events.B


def play(keeper, rules, labels):
    """A game in which A challenges nothing, B challenges once, the arbiter takes a press back."""
    keeper.arm(rules, labels, 0)
    keeper.send(events.PRESS, B, 0, 1_000)
    keeper.send(events.PRESS, A, 0, 61_000)
    keeper.send(events.PRESS, A, 0, 70_000)  # not his turn: ignored
    keeper.send(events.PRESS, B, 0, 121_000)
    keeper.send(events.CHALLENGE, B, 0, 150_000)
    keeper.send(events.SUBMIT, 0, 0, 160_000)
    keeper.send(events.PRESS, A, 0, 161_000)
    keeper.send(events.PRESS, B, 0, 162_000)
    payload = b"es 1 0123abcd: zuzar no, casa yes"
    keeper.send(events.VERDICT, 0, events.INVALID, 162_500, payload)
    keeper.send(events.OK, 0, 0, 170_000)
    keeper.send(events.PRESS, B, 0, 200_000)
    keeper.send(events.MENU, 0, 0, 205_000)
    keeper.log("lookup", b"es 1 0123abcd: figos no")
    keeper.send(events.PENALTY, A, 30 + 49_000, 207_000)
    keeper.send(events.UNDO, 0, 0, 210_000)
    keeper.send(events.END, 0, 0, 220_000)
    keeper.send(events.PRESS, A, 0, 221_000)
    keeper.send(events.PRESS, B, 0, 222_000)


@pytest.fixture
def flash():
    """A flash with a log of two games."""
    from corrido.core.presets import rules_for
    from corrido.services.keeper import Keeper

    flash = MemoryFlash(REGION, {})
    journal = Journal(flash, REGION.first, REGION.blocks)
    journal.mount()
    rules = rules_for("fise-corrido")
    keeper = Keeper(journal, rules, lambda effect: None)
    for number in (1, 2):
        play(keeper, rules, {"table": "4", "round": str(number), "player-a": "Ana, <b>"})
        keeper.send(events.OK, 0, 0, 230_000)
    return flash


def image_of(flash):
    """What a pull of this flash gives."""
    blocks = {}
    for number in range(REGION.first, REGION.first + REGION.blocks):
        data = bytearray(REGION.block)
        flash.read(number * REGION.block, data)
        if data.strip(b"\xff"):
            blocks[number] = bytes(data)
    return LogImage(dict(DEVICE), REGION, blocks)


@pytest.fixture
def image(flash):
    """The pulled log of two games."""
    return image_of(flash)
