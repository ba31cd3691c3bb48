"""The command of a host that speaks what the device would say."""

from corrido.app.commands import Refused
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.app.commands import Answer, Command
    from corrido.app.console import Console


def _said(console: "Console", app: "App", rest: str) -> "Answer":
    """Return the lines after a number as [number, for whom, text]: `said NUMBER`."""
    if not (app.aside and app.aside.hearers):
        raise Refused("speech is off: `corrido config set speech=a` (b, both, aloud) sets it")
    return app.aside.said(int(rest or "0"))


COMMANDS: "dict[str, Command]" = {"said": _said}
