"""Screens with just a message: done, refused, or asking for confirmation."""

from corrido.compat import TYPE_CHECKING
from corrido.ui import items
from corrido.ui.screens import Screen, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Callable, Item, Navigator, Place


class SureScreen(Screen):
    """A last question before an irreversible act: OK does it, BACK cancels."""

    name = "sure"
    boxes = ((18, -1), (40, 12), (52, 12))

    def __init__(self, nav: "Navigator", heading: str, done: "Callable[[int], None]") -> None:
        Screen.__init__(self, nav)
        self.heading, self.done = heading, done

    def place(self, whole: bool = False) -> "Place":
        told = self.tell(1) if self.tell else ""
        texts = [self.nav.text("sure"), told, self.nav.text("yes-no")]
        return placed(name=self.name, heading=self.heading, texts=texts)

    def pressed(self, name: str) -> None:
        self.nav.pop()
        if name == "OK":
            self.done(1)


class NoteScreen(Screen):
    """A note that something was done or refused; it closes by itself or with any key."""

    name = "notice"
    boxes = ((26, 13), (40, 13))
    SHOWN_MS = 2500

    def __init__(self, nav: "Navigator", heading: str, line: str) -> None:
        Screen.__init__(self, nav)
        self.heading, self.line = heading, line
        self.end_ms = nav.t_ms + self.SHOWN_MS

    def place(self, whole: bool = False) -> "Place":
        return placed(name=self.name, heading=self.heading, texts=self.line.split("|"))

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self.end_ms:
            self.nav.close(self)
        return Screen.items(self)

    def pressed(self, name: str) -> None:
        self.nav.pop()

    def due_ms(self) -> int:
        return self.end_ms


class RefusalScreen(NoteScreen):
    """Why CHALLENGE, a screen for which memory is short, or an early key does nothing: for 2 s."""

    name = "refused"
    boxes = ((24, 0), (44, 0))
    SHOWN_MS = 2000

    def __init__(self, nav: "Navigator", reason: str) -> None:
        heading = {"memory": "not-opened", "starting": "press-again"}.get(reason, "refused")
        NoteScreen.__init__(self, nav, nav.text(heading), nav.text("no." + reason))

    def items(self) -> "list[Item]":
        heading = items.large(0, 0, 128, self.heading, items.CENTRE, True)
        return [heading] + NoteScreen.items(self)[1:]
