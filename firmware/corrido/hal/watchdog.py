"""The hardware watchdog: started by the first feed, kept fed while the REPL is in use."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from types import ModuleType

_BEAT_MS = const(2000)


class Watchdog:
    """A watchdog that resets the chip unless fed within limit_ms. machine: the port's module.

    Nothing stops a hardware watchdog once it runs, not even a soft reset. When the firmware ends
    on purpose (Ctrl-C, a deploy), feed_by_timer() lets a timer feed it, so that the console stays
    usable; a feed() from the application, through any object, takes over again.
    """

    # One timer for all objects, since boot.py has its own; kept here, it is not collected.
    _timer = None

    def __init__(self, machine: "ModuleType", limit_ms: int) -> None:
        self._machine = machine
        self._limit_ms = limit_ms
        self._dog = None

    def feed(self) -> None:
        if Watchdog._timer is not None:
            Watchdog._timer.deinit()
            Watchdog._timer = None
        self._feed()

    def feed_by_timer(self) -> None:
        """Let a timer feed it from now on; do nothing if it does not run."""
        if self._dog is not None and Watchdog._timer is None:
            try:
                Watchdog._timer = self._machine.Timer(-1)
            except ValueError:  # an ESP32 has no software timers; nothing else uses this one
                Watchdog._timer = self._machine.Timer(0)
            Watchdog._timer.init(period=_BEAT_MS, callback=lambda timer: self._feed())

    def resume(self) -> None:
        """Take over a watchdog that still runs after a soft reset, and feed it by a timer."""
        self._feed()
        self.feed_by_timer()

    def _feed(self) -> None:
        if self._dog is None:
            self._dog = self._machine.WDT(timeout=self._limit_ms)
        self._dog.feed()
