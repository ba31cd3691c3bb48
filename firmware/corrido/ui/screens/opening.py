"""Open a screen over a running clock in steps: loading its modules takes a turn each."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import load
from corrido.ui.screens import beside, find, missing
from corrido.ui.screens.base import Screen

if TYPE_CHECKING:
    from corrido.ui.navigator import Navigator


def open_screen(nav: "Navigator", name: str) -> None:
    """Open `module.Class` over the present screen once its modules are loaded."""
    modules = missing(name)
    if modules:
        nav.push(Opening(nav, name, modules))
    else:
        _enter(nav, name)


def _enter(nav: "Navigator", name: str) -> Screen:
    screen = (beside if nav.covered() else find)(name)(nav)
    nav.push(screen)
    return screen


class Opening(Screen):
    """The place of a screen until its modules are loaded; the picture below stays."""

    def __init__(self, nav: "Navigator", name: str, modules: "list[str]") -> None:
        """Load the modules (full names, in order), then open `module.Class`."""
        Screen.__init__(self, nav)
        self._name, self._modules = name, modules

    def prepare(self) -> bool:
        if self._modules:
            load(self._modules.pop(0))
        else:
            self._give_way()
        return True

    def key(self, name: str, held: bool) -> None:
        """Open the screen at once: the key is meant for it."""
        self._give_way().key(name, held)

    def _give_way(self) -> Screen:
        self.nav.close(self)
        return _enter(self.nav, self._name)
