"""The log of a game that a scenario plays."""

from pathlib import Path

from corrido.store.journal.journal import Journal
from corrido.store.layout import layout

from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device


def records_of(game: str, name: str) -> list[tuple]:
    """Play a scenario's text, which must pass; return its records in the form the radio gets."""
    scenario = parse(game, Path(name))
    device = Device.provisioned(scenario.settings)
    outcome = Runner(scenario, device).run()
    assert outcome.passed, outcome.text()
    flash = device.world.flash
    journal = Journal(flash, *layout(flash)[2])
    journal.mount()
    found = [tuple(record[:8]) for record in journal.records()]
    device.close()
    return found
