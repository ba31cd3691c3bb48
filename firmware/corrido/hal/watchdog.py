"""The hardware watchdog: started by the first feed, kept content while a developer looks on."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_BEAT_MS = const(2000)


class Watchdog:
    """A watchdog that resets the chip unless fed within limit_ms. machine: the port's module.

    Nothing stops a hardware watchdog once it runs, a soft reset neither. Where the firmware ends
    on purpose (Ctrl-C, a deploy) keep_alive() lets a timer feed it, so that a console stays
    usable; a feed() from the application, through whichever object, takes over again.
    """

    # The one timer: of all objects, for boot.py has one of its own; and safe from the collector.
    _timer = None

    def __init__(self, machine: "ModuleType", limit_ms: int) -> None:
        self._machine = machine
        self._limit_ms = limit_ms
        self._dog = None

    def feed(self) -> None:
        """Start the watchdog, or tell it that all is well."""
        if Watchdog._timer is not None:
            Watchdog._timer.deinit()
            Watchdog._timer = None
        self._feed()

    def keep_alive(self) -> None:
        """Let a timer feed it from now on; do nothing if it does not run."""
        if self._dog is not None and Watchdog._timer is None:
            Watchdog._timer = self._free_timer()
            Watchdog._timer.init(period=_BEAT_MS, callback=self._on_timer)

    def resume(self) -> None:
        """Take over a watchdog that still runs after a soft reset, and keep it alive."""
        self._feed()
        self.keep_alive()

    def _free_timer(self):
        try:
            return self._machine.Timer(-1)
        except ValueError:
            # An ESP32 has none in software; nobody else takes this one.
            return self._machine.Timer(0)

    def _on_timer(self, timer: "Any") -> None:
        self._feed()

    def _feed(self) -> None:
        if self._dog is None:
            self._dog = self._machine.WDT(timeout=self._limit_ms)
        self._dog.feed()
