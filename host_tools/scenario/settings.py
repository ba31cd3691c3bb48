"""The `device` lines of a scenario."""

from host_tools.scenario.lexer import Complaint
from host_tools.scenario.model import Scenario
from host_tools.sim.provision import provision


def parse_settings(words: list[str], scenario: Scenario) -> None:
    """Add key=value words to the scenario's settings; raises Complaint or UserError."""
    if not words:
        raise Complaint("`device` alone: `device key=value` would be right")
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise Complaint(f"setting {word!r}: key=value would be right")
        provision({**scenario.settings, key: value}, scenario.path.parent)
        scenario.settings[key] = value
