"""A played log: two games through the firmware's own recorder and journal, in memory."""

import pytest
from corrido.core import events
from corrido.store.journal.journal import Journal

from host_tools.device.norflash import NorFlash
from host_tools.log import games
from host_tools.log.image import LogImage, Region

REGION = Region(block=4096, page=256, first=4, blocks=20)
DEVICE = {"id": "0011", "name": "Mesa 4", "lexicon": "es 1 0123abcd"}
A, B, PRESS = events.A, events.B, events.PRESS


def sent(recorder, *rows):
    """Send events in their order: (ms, kind) and, if they are not zero, who, value, payload."""
    for at_ms, kind, *rest in rows:
        who, value, payload = (*rest, *(0, 0, b"")[len(rest) :])
        recorder.send(kind, who, value, at_ms, payload)


def play(recorder, labels):
    """Play a game in which B challenges once and the arbiter takes a press back."""
    recorder.arm(recorder.match.rules, labels, 0)
    sent(
        recorder, (1_000, PRESS, B), (61_000, PRESS, A),
        (70_000, PRESS, A),  # not this player's turn: ignored
        (121_000, PRESS, B), (150_000, events.CHALLENGE, B), (160_000, events.SUBMIT),
        (161_000, PRESS, A), (162_000, PRESS, B),
        (162_500, events.VERDICT, 0, events.INVALID, b"es 1 0123abcd: zuzar no, casa yes"),
        (170_000, events.OK), (200_000, PRESS, B), (205_000, events.MENU),
    )  # fmt: skip
    recorder.log("lookup", b"es 1 0123abcd: figos no")
    sent(
        recorder, (207_000, events.PENALTY, A, 30 + 49_000), (210_000, events.UNDO),
        (220_000, events.END), (221_000, PRESS, A), (222_000, PRESS, B),
    )  # fmt: skip


def games_of(image):
    """Return every game of a log."""
    return [games.one_game(image, number) for number in games.kept_of(image)]


def journal_on(flash, region=REGION, device=DEVICE["id"], key=b""):
    """Return a device's journal on a flash."""
    journal = Journal(flash, region.first, region.blocks, bytes.fromhex(device), key)
    journal.mount()
    return journal


def recording(region=REGION, device=DEVICE["id"], key=b"", **figures):
    """Return an empty flash and a device's recorder on it; figures: changes to FISE's rules."""
    from corrido.core.presets import rules_for
    from corrido.services.recorder import Recorder

    flash = NorFlash(region.first + region.blocks)
    rules = rules_for("fise-corrido", **figures)
    return flash, Recorder(journal_on(flash, region, device, key), rules, lambda effect: None)


def played(games=2):
    """Return a flash with a log of `games` games."""
    flash, recorder = recording()
    for number in range(1, games + 1):
        play(recorder, {"table": "4", "round": str(number), "player-a": "Ana, <b>"})
        recorder.send(events.OK, 0, 0, 230_000)
    return flash


def four_ends():
    """Return a flash with games of A in overtime: agreed, lost by A, lost by both, and void."""
    flash, recorder = recording(budget_ms=60_000)
    ends = [(events.END,), (events.FORFEIT, A), (events.FORFEIT, A | B), (events.END,)]
    for number, end in enumerate(ends, 1):
        recorder.arm(recorder.match.rules, {"round": str(number)}, 0)
        signed = (65_000, PRESS, A), (66_000, PRESS, B)
        sent(
            recorder, (1_000, PRESS, B), (30_000, events.BLANK, A, events.packed("CH")),
            (61_001, PRESS, A), (62_000, events.MENU), (62_000, *end),
            (63_000, events.FINAL_SCORE, A, 412), (64_000, events.FINAL_SCORE, B, 380),
            *(signed if number < len(ends) else [(65_000, events.VOID)]), (70_000, events.OK),
        )  # fmt: skip
    return flash


@pytest.fixture
def flash():
    """A flash with a log of two games."""
    return played()


def image_of(flash, region=REGION):
    """Return the result of pulling this flash."""
    numbers = range(region.first, region.first + region.blocks)
    blocks = {n: bytes(flash.data[n * region.block :][: region.block]) for n in numbers}
    written = {number: data for number, data in blocks.items() if data.strip(b"\xff")}
    return LogImage(dict(DEVICE), region, written)


@pytest.fixture
def image(flash):
    """The pulled log of two games."""
    return image_of(flash)
