"""The firmware inside a simulated device that runs in this interpreter."""

from typing import Any

from corrido.app.app import App

from host_tools.sim.device import Device
from host_tools.sim.runtime import DirectRuntime, FirmwareError


def made_app(device: Device) -> Any:
    """Return the object that the device polls: an App, a factory's stand-in, or None."""
    runtime = device._runtime
    return runtime._app if isinstance(runtime, DirectRuntime) else None


def app_of(device: Device) -> App:
    """Return the App of a device; raise FirmwareError if none runs in it."""
    app = made_app(device)
    if not isinstance(app, App):
        raise FirmwareError("no app runs in the device")
    return app
