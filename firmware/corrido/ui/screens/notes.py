"""Screens with just a message: done, refused, or asking for confirmation."""

from corrido.compat import TYPE_CHECKING
from corrido.ui import items
from corrido.ui.screens import Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item


class SureScreen(Screen):
    """A last question before an irreversible act: OK does it, BACK cancels."""

    def __init__(self, nav: "Navigator", heading: str, done: "Callable[[int], None]") -> None:
        Screen.__init__(self, nav)
        self.heading, self.done = heading, done

    def items(self) -> "list[Item]":
        return [
            items.title(self.heading),
            items.big(18, self.nav.text("sure")),
            items.line(40, 12, self.tell(1) if self.tell else ""),
            items.line(52, 12, self.nav.text("yes-no")),
        ]

    def pressed(self, name: str) -> None:
        self.nav.pop()
        if name == "OK":
            self.done(1)


class NoteScreen(Screen):
    """A note that something was done or refused; it closes by itself or with any key."""

    SHOWN_MS = 2500

    def __init__(self, nav: "Navigator", heading: str, line: str) -> None:
        Screen.__init__(self, nav)
        self.heading, self.line = heading, line
        self.end_ms = nav.t_ms + self.SHOWN_MS

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self.end_ms:
            self.nav.close(self)
        return [items.title(self.heading), items.line(26, 13, self.line)]

    def pressed(self, name: str) -> None:
        self.nav.pop()

    def due_ms(self) -> int:
        return self.end_ms


class RefusalScreen(NoteScreen):
    """Why CHALLENGE, a screen for which memory is short, or an early key does nothing: for 2 s."""

    SHOWN_MS = 2000

    def __init__(self, nav: "Navigator", reason: str) -> None:
        heading = {"memory": "not-opened", "starting": "press-again"}.get(reason, "refused")
        NoteScreen.__init__(self, nav, nav.text(heading), nav.text("no." + reason))

    def items(self) -> "list[Item]":
        NoteScreen.items(self)  # this closes it when its time is up
        out = [items.large(0, 0, 128, self.heading, items.CENTRE, True)]
        for at, line in enumerate(self.line.split("|")):
            out.append(items.large(0, 24 + 20 * at, 128, line))
        return out
