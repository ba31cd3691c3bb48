"""Give access to the arbiter's actions: through the PIN."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.screens import beside

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator
    from corrido.ui.screens.base import Screen


def ask_arbiter(nav: "Navigator") -> "Screen":
    """Return what BACK opens: the PIN's entry, or a note that only setup has the actions."""
    heading = nav.text("arbiter")
    if not nav.device.access.is_set():
        return beside("notes.NoteScreen")(nav, heading, nav.text("no-pin"))

    def tried(digits: str) -> None:
        nav.device.access.ask(digits, lambda answer: _tried(nav, answer))

    return ask_pin(nav, heading, tried)


def _tried(nav: "Navigator", answer: str) -> None:
    if answer == "right":
        nav.home()
        nav.open("arbiter.open_actions")
    else:
        nav.push(refuse_pin(nav))
    nav.phase_changed()


def ask_pin(nav: "Navigator", heading: str, tried: "Callable[[str], None]") -> "Screen":
    """Return the PIN's entry, which passes it to tried(digits); a note while it is locked."""
    if nav.device.access.locked_ms():
        return refuse_pin(nav)
    return beside("pin.PinScreen")(nav, heading, tried)


def refuse_pin(nav: "Navigator") -> "Screen":
    """Close everything, leaving the clocks alone; return a note: the PIN is wrong or locked."""
    locked_ms = nav.device.access.locked_ms()
    note = nav.text("pin-wrong")
    if locked_ms:
        note = "%s %d s" % (nav.text("locked"), (locked_ms + 999) // 1000)
    nav.home()
    return beside("notes.NoteScreen")(nav, nav.text("arbiter"), note)
