"""Games of a hall: played by a scenario, or by the firmware's own recorder."""

from pathlib import Path
from typing import NamedTuple

from corrido.core import events
from corrido.services.messages import event_message
from corrido.store.journal.codec import Links
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout

from host_tools.hall.messages import Heard, Status
from host_tools.hall.messages import parse as parse_message
from host_tools.hall.results import SIGNED, desk
from host_tools.scenario.parser import parse_all
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from tests.conftest import type_in
from tests.log.conftest import PRESS, REGION, A, B, recording, sent

RING = (REGION.first, REGION.blocks)


STATUS = {
    "phase": "running", "running": "A", "turn": "A", "clock.A": "10:00.000",
    "clock.B": "10:00.000", "reason": "none",
}  # fmt: skip


class Course(NamedTuple):
    """A game that was played: its records as the radio gets them, and its last status."""

    records: list[tuple]
    status: dict[str, str]


def course_of(game, name="game"):
    """Play a scenario's text, which must pass, in virtual time."""
    scenario = parse_all(game, Path(name))[0]
    device = Device.provisioned(scenario.settings)
    outcome = Runner(scenario, device).run()
    assert outcome.passed, outcome.text()
    flash = device.world.flash
    found = Course(recorded(flash, *layout(flash)[2]), device.status())
    device.close()
    return found


def recorded(flash, first, blocks):
    """Return a journal's records in the form that the radio gets."""
    journal = Journal(flash, first, blocks)
    journal.mount()
    return [tuple(record[:8]) for record in journal.records()]


def told_of(records):
    """Return what a radio tells of a game's records."""
    return [event_message(record, n, -1, "", Links(None)) for n, record in enumerate(records, 1)]


def messages(labels, scores=(), opener="A", forfeit="", late_ms=0, signed=True):
    """Return what a radio tells of one game. late_ms: the opener's overtime of his minute."""
    flash, recorder = recording(budget_ms=60_000)
    first, second = (A, B) if opener == "A" else (B, A)
    recorder.arm(recorder.match.rules, labels, 0)
    end_ms = 71_000 + late_ms if late_ms else 61_000
    sent(
        recorder, (1_000, PRESS, second), (41_000, PRESS, first), (51_000, PRESS, second),
        (end_ms, PRESS, first), (end_ms + 1_000, events.MENU),
    )  # fmt: skip
    if forfeit:
        sent(recorder, (end_ms + 2_000, events.FORFEIT, events.WHO_NAMES.index(forfeit)))
    else:
        sent(recorder, (end_ms + 2_000, events.END))
    for who, score in zip((A, B), scores, strict=False):
        sent(recorder, (242_000, events.FINAL_SCORE, who, score))
    if signed:
        sent(recorder, (250_000, PRESS, A), (251_000, PRESS, B))
    return told_of(recorded(flash, *RING))


def status(device, now_s, store, **fields):
    """Let a device's radio tell the hall `club` its status, which is STATUS but for these."""
    whole = {**STATUS, "id": device, "table": device[1:], **fields}
    store.take(Heard("club", device, Status(whole)), now_s)


def rows(store, plan, round_name, complain):
    """Return the figures of every signed game of one round or of all; tell the rest."""
    found = desk(store, plan, round_name)
    for line in found:
        if line.state != SIGNED:
            complain(str(line))
    return [line.row for line in found if line.row]


def tell(store, device, told, began_s=1000.0):
    """Let a device's radio tell these messages to the hall `club`."""
    for number, message in enumerate(told):
        heard = parse_message(f"corrido/club/{device}/event", message)
        assert heard is not None, message
        store.take(heard, began_s + number)


def seat(store, table, round_name="", device="", **game):
    """Let the device of a table tell one game; game: arguments of messages(), and its names."""
    labels = {"table": table, "round": round_name}
    labels |= {name.replace("_", "-"): game.pop(name) for name in ("player_a", "player_b")
               if name in game}  # fmt: skip
    tell(store, device or f"t{table}", messages(labels, **game))


def exported(capsys, *words):
    """Return exit code, output and complaints of `corrido hall export`."""
    return type_in(capsys, "hall", "export", *map(str, words))
