"""Connect the radio to the device: when it is switched on and off."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import Lazy, Passing

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.parts import Network
    from corrido.services import radio
else:
    radio = Lazy("corrido.services.radio")

SETTINGS = ("hall", "broker", "broker-user", "broker-password", "wifi", "wifi-password")
_modules = Passing(stays=True)


def joined(app: "App", network: "Network") -> "radio.Radio":
    """Return the radio, switched on as set: up to 3 s, so never while a clock runs."""
    settings = [app.settings.get(name) for name in SETTINGS]
    if app.hall and app.hall.made_for == settings:
        return app.hall
    leave(app)
    with _modules:
        kind = radio.Radio
    now_ms = app.timebase.now_ms
    made = kind(network, app, now_ms())
    made.made_for = settings
    app.journal.on_entry = lambda entry: made.heard(entry, now_ms())
    return made


def leave(app: "App") -> None:
    """Switch off any radio, and unload what it needed."""
    if app.hall:
        app.hall.close()
        app.journal.on_entry = None
        _modules.unload()
