"""Give access to the arbiter's actions: through the PIN."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.screens import beside

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator


def ask_arbiter(nav: "Navigator") -> None:
    """Open the arbiter's actions after the PIN; if no PIN is set, only setup opens them."""
    heading = nav.text("arbiter")
    if not nav.device.access.is_set():
        nav.push(beside("notes.NoteScreen")(nav, heading, nav.text("no-pin")))
        return

    def tried(digits: str) -> None:
        nav.device.access.ask(digits, lambda answer: _tried(nav, answer))

    ask_pin(nav, heading, tried)


def _tried(nav: "Navigator", answer: str) -> None:
    if answer == "right":
        nav.home()
        beside("arbiter.open_actions")(nav)
    else:
        refuse_pin(nav)
    nav.phase_changed()


def ask_pin(nav: "Navigator", heading: str, tried: "Callable[[str], None]") -> None:
    """Ask for the PIN and pass it to tried(digits); refuse while it is locked."""
    if nav.device.access.locked_ms():
        refuse_pin(nav)
    else:
        nav.push(beside("pin.PinScreen")(nav, heading, tried))


def refuse_pin(nav: "Navigator") -> None:
    """Close everything and say that the PIN is wrong or locked; leave the clocks alone."""
    locked_ms = nav.device.access.locked_ms()
    note = nav.text("pin-wrong")
    if locked_ms:
        note = "%s %d s" % (nav.text("locked"), (locked_ms + 999) // 1000)
    nav.home()
    nav.push(beside("notes.NoteScreen")(nav, nav.text("arbiter"), note))
