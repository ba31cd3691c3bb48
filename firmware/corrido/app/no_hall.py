"""Stand in for the hall on a board without a network, with a quarter of its memory."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import load

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.app.hall import Hall


class NoHall:
    """A hall that never answers; its methods are those of Hall."""

    def apply_settings(self) -> None:
        """Do nothing: there is no radio to switch on."""

    def sign(self) -> str:
        """Return that the link is off."""
        return "off"

    def unheard(self) -> bool:
        """Return False: no radio is wanted."""
        return False

    def poll(self, now_ms: int, clock_runs: bool) -> bool:
        """Return False: there is nothing to do."""
        return False

    def due_ms(self, now_ms: int) -> int:
        """Return -1, for never."""
        return -1


def hall_of(app: "App") -> "Hall | NoHall":
    """Return the link to a hall if the board has a network, otherwise its stand-in."""
    return load("corrido.app.hall").Hall(app) if app.board.network else NoHall()
