"""Connect the radio to the device: when it is switched on and off."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import Lazy, Passing

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.parts import Network
    from corrido.services import radio
    from corrido.store.settings_table import Value
else:
    radio = Lazy("corrido.services.radio")

SETTINGS = ("hall", "broker", "broker-user", "broker-password", "wifi", "wifi-password")
ON = "on"  # the broker answers
LOST = "lost"  # it does not answer at present


class Hall:
    """The link to a hall's broker; App has one while a board and its settings ask for it."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._radio: "radio.Radio | None" = None
        self._modules = Passing(stays=True)
        self._taken: "list[Value]" = []

    def apply_settings(self, network: "Network") -> None:
        """Switch the radio on as set; takes up to 3 s, so never while a clock runs."""
        settings = [self._app.settings.get(name) for name in SETTINGS]
        if settings != self._taken:
            self._taken = settings
            self.switch_off()
            self._switch_on(network)

    def _switch_on(self, network: "Network") -> None:
        with self._modules:
            kind = radio.Radio
        now_ms = self._app.timebase.now_ms
        made = self._radio = kind(network, self._app, now_ms())
        self._app.journal.on_entry = lambda entry: made.heard(entry, now_ms())

    def switch_off(self) -> None:
        """Drop the connection, and unload what it needed."""
        if self._radio:
            self._radio.close()
            self._radio = None
            self._app.journal.on_entry = None
            self._modules.unload()

    def sign(self) -> str:
        """Return the state of the link: ON or LOST."""
        return ON if self._radio and self._radio.online else LOST

    def unheard(self) -> bool:
        """Return whether the broker is out of reach."""
        return self.sign() != ON

    def poll(self, now_ms: int, clock_runs: bool) -> bool:
        """Take one short step; return True if there is more to do at once."""
        return self._radio is not None and self._radio.poll(now_ms, clock_runs)

    def due_ms(self, now_ms: int) -> int:
        """Return when to call poll() next, in ms; -1 while the radio is off."""
        return max(now_ms, self._radio.due_ms) if self._radio else -1
