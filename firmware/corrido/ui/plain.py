"""Stand in for a screen that has raised: both times, the phase and the fault; loaded if needed."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.ui.screens import Screen, placed, times

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Navigator, Place

AGAIN_MS = 250


class PlainScreen(Screen):
    """What players need to go on, without texts; BACK tries again, and held gives up."""

    boxes = ((20, 12), (34, 12), (50, 12))

    def __init__(self, nav: "Navigator", fault: str) -> None:
        self.nav, self.device, self._fault = nav, nav.device, fault

    def turns(self) -> int:
        return 0

    def place(self, whole: bool = False) -> "Place":
        return placed(
            name="plain", texts=[self.device.recorder.match.phase, self._fault, "OK   BACK"]
        )

    def items(self) -> "list[Item]":
        match = self.device.recorder.match
        return times(match, 0, match.run) + Screen.items(self)

    def key(self, name: str, held: bool) -> None:
        if name == "BACK" and held:
            self.device.send(events.CANCEL)  # a challenge whose words cannot be entered
        elif name == "BACK":
            self.nav.try_again()
        elif name == "OK" and not held:
            self.device.send(events.OK)

    def due_ms(self) -> int:
        return self.nav.t_ms + AGAIN_MS
