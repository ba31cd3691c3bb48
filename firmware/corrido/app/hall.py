"""Connect the radio to the device: when it is loaded, and what it may read."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import forget, load

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.parts import Network
    from corrido.services.messages import Entry
    from corrido.services.radio import Radio
    from corrido.store.settings_table import Value

MODULES = (
    "corrido.app.hall_table", "corrido.services.radio", "corrido.services.uplink",
    "corrido.services.messages",
)  # fmt: skip
SETTINGS = (
    "hall", "broker", "broker-user", "broker-password", "broker-fingerprint", "wifi",
    "wifi-password",
)  # fmt: skip
OFF = "off"
ON = "on"  # the broker answers
LOST = "lost"  # it does not answer at present
NO_LIBRARY = "no umqtt"


class Hall:
    """The link to a hall's broker, on a board with a network; off without the setting `hall`."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._radio: "Radio | None" = None
        self._taken: "list[Value]" = []
        self._lacking = False

    def apply_settings(self) -> None:
        """Switch the radio on or off as set; takes up to 3 s, so never while a clock runs."""
        settings = [self._app.settings.get(name) for name in SETTINGS]
        if settings == self._taken:
            return
        self._taken = settings
        self._switch_off()
        network = self._app.board.network
        if network and settings[0] and settings[1]:
            self._switch_on(network)

    def _switch_on(self, network: "Network") -> None:
        try:
            radio = load("corrido.services.radio")
        except ImportError:  # not every image includes umqtt.simple
            self._lacking = True
            return
        now_ms = self._app.timebase.now_ms()
        table = load("corrido.app.hall_table").HallTable(self._app)
        self._radio = radio.Radio(network, table, now_ms)
        self._app.journal.on_entry = self.heard

    def _switch_off(self) -> None:
        self._lacking = False
        if self._radio:
            self._radio.close()
            self._radio = None
            self._app.journal.on_entry = None
            for name in MODULES:
                forget(name)

    def sign(self) -> str:
        """Return the state of the link: OFF, ON, LOST or NO_LIBRARY."""
        if self._lacking:
            return NO_LIBRARY
        if not self._radio:
            return OFF
        return ON if self._radio.online else LOST

    def unheard(self) -> bool:
        """Return whether the radio is wanted but the broker is out of reach."""
        return self.sign() in (LOST, NO_LIBRARY)

    def delivered(self) -> bool:
        """Return whether the broker has acknowledged every entry of the log."""
        return self._radio is not None and self._radio.delivered

    def heard(self, entry: "Entry") -> None:
        """Take note of a new entry in the log."""
        if self._radio:
            self._radio.heard(entry, self._app.timebase.now_ms())

    def poll(self, now_ms: int, clock_runs: bool) -> bool:
        """Take one short step; return True if there is more to do at once."""
        return self._radio is not None and self._radio.poll(now_ms, clock_runs)

    def due_ms(self, now_ms: int) -> int:
        """Return when to call poll() next, in ms; -1 while the radio is off."""
        return max(now_ms, self._radio.due_ms) if self._radio else -1
