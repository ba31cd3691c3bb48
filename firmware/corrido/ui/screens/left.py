"""Show that a game goes on on another device, and the codes that take it there."""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import Passing, load
from corrido.ui import items
from corrido.ui.screens import Screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item, Square

CODE_X = const(66)
SHOWN_MS = const(3000)  # each code, once it is made


class LeftScreen(Screen):
    """The times with which the game left; its codes in turn, at once with UP and DOWN."""

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.at, self.next_ms = -1, 0
        self.code: "Square | None" = None
        self.steps: "Iterator[Square | None] | None" = None
        try:
            with Passing():
                self.parts: "list[str]" = load("corrido.app.carried").texts(nav.device)
        except MemoryError:
            self.parts = []  # it can still be taken over USB
        self._turn(1)

    def _turn(self, by: int) -> None:
        if self.parts:
            self.at = (self.at + by) % len(self.parts)
            self.code = None
            self.steps = load("corrido.ui.qr").encode(self.parts[self.at].encode())

    def items(self) -> "list[Item]":
        match, text = self.device.recorder.match, self.nav.text
        if self.steps:
            self.code = next(self.steps)
            if self.code:
                self.steps, self.next_ms = None, self.nav.t_ms + SHOWN_MS
        elif len(self.parts) > 1 and self.nav.t_ms >= self.next_ms:
            self._turn(1)
        lines = text("left").split("|")
        lines += ["%s %s" % (events.WHO_NAMES[who], match.shown(who)) for who in (1, 2)]
        lines.append("%d/%d" % (self.at + 1, len(self.parts)) if self.parts else "USB")
        lines.append(text("hold-next"))
        out = [items.text(0, 10 * y, CODE_X, 10, line) for y, line in enumerate(lines)]
        return out + [items.code(CODE_X, 0, 128 - CODE_X, 64, self.code)]

    def key(self, name: str, held: bool) -> None:
        if name == "OK" and held:
            self.device.send(events.OK)
        elif name == "BACK" and not held:
            self.nav.ask_arbiter()
        elif name in ("UP", "DOWN") and not held:
            self._turn(1 if name == "DOWN" else -1)

    def due_ms(self) -> int:
        if self.steps:
            return self.nav.t_ms
        return self.next_ms if len(self.parts) > 1 else -1
