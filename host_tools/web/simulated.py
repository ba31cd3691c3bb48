"""The simulated device as the page sees it."""

from collections.abc import Callable
from functools import wraps

from host_tools.errors import UserError
from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError


def _firmware_ends_in_one_line(method: Callable) -> Callable:
    @wraps(method)
    def guarded(*args: object) -> object:
        try:
            return method(*args)
        except FirmwareError as error:
            raise UserError(f"the firmware ended: {error}", 1) from error

    return guarded


class SimulatedMachine:
    """A Machine (host_tools/web/machine.py) made of a simulated device."""

    def __init__(self, device: Device) -> None:
        """A device without power."""
        self._device = device
        self.keys = device.keys
        self.display_plugged = True
        self.answered = True
        self._heard_us = 0

    @property
    def now_us(self) -> int:
        """The device's present instant."""
        return self._device.now_us

    @property
    def powered(self) -> bool:
        """Whether it has power."""
        return self._device.powered

    @_firmware_ends_in_one_line
    def power_on(self) -> None:
        """Switch on."""
        self._device.power_on()

    def power_cut(self) -> None:
        """Pull the cable."""
        self._device.power_cut()

    @_firmware_ends_in_one_line
    def reset(self) -> None:
        """What the watchdog does."""
        self._device.reset()

    def contact(self, key: str, closed: bool) -> None:
        """Close or open the contact of a key."""
        self._device.finger(key, closed)

    def display(self, plugged: bool) -> None:
        """Plug the display's bus in or out."""
        self.display_plugged = plugged
        bus = self._device.world.bus
        bus.plug() if plugged else bus.unplug()

    @_firmware_ends_in_one_line
    def run_for_us(self, duration_us: int) -> None:
        """Let so much of the device's time pass."""
        self._device.run_until(self._device.now_us + duration_us)

    def frames(self) -> list[bytes]:
        """What each display shows."""
        return [self._device.frame(index) for index in range(len(self._device.world.displays))]

    def leds(self) -> dict[str, bool]:
        """The LEDs, and whether each is lit."""
        return {"A": False, "B": False, **self._device.world.leds}

    def take_buzzer(self) -> list[tuple[int, int]]:
        """The buzzer's edges since the last call."""
        since_us, self._heard_us = self._heard_us, self.now_us
        edges = []
        for tone in self._device.world.buzzer.tones(since_us, self.now_us):
            if since_us < tone.start_us:
                edges.append((tone.start_us, tone.hz))
            if tone.end_us is not None and since_us < tone.end_us:
                edges.append((tone.end_us, 0))
        return edges

    @_firmware_ends_in_one_line
    def status(self) -> dict[str, str]:
        """The firmware's status."""
        return self._device.status()

    def close(self) -> None:
        """Give back processes and files."""
        self._device.close()
