"""The Wi-Fi of a Pico W or an ESP32 as board.network; not yet measured on hardware."""


class Wifi:
    """A station that joins one network. The chip's driver is loaded by the first join()."""

    def __init__(self) -> None:
        self._station = None

    def join(self, name: str, password: str) -> None:
        """Switch the radio on and begin to join; up to 3 s. OSError if the chip refuses."""
        if self._station is None:
            import network

            self._station = network.WLAN(network.STA_IF)
        self._station.active(True)
        self._station.connect(name, password or None)

    def joined(self) -> bool:
        """Return whether the radio has an address."""
        return self._station is not None and self._station.isconnected()

    def leave(self) -> None:
        """Switch the radio off."""
        if self._station is not None:
            self._station.active(False)
