"""What each layout of the stores ever written looks like, made by the code of its time.

`golden/make.py` makes one. A file of an older layout is never replaced, that of the present one
whenever it changes before its release: `python tests/crash/golden/make.py
tests/crash/golden/format-N.json`.
"""

import base64
import json
import zlib
from pathlib import Path

import pytest
from corrido.app.app import App
from corrido.store.journal.codec import FORMAT, FormatError
from corrido.store.journal.journal import Journal
from corrido.store.journal.survey import verify
from corrido.store.nor import layout
from corrido.store.pin import Pin
from corrido.store.settings import Settings

from host_tools.device.norflash import NorFlash
from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError

GOLDEN = Path(__file__).parent / "golden"
NOW = f"format-{FORMAT}"
KEPT = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(GOLDEN.glob("*.json"))}
OLDER = sorted(set(KEPT) - {NOW})


def flash_of(name: str) -> NorFlash:
    image = zlib.decompress(base64.b85decode(KEPT[name]["flash"]))
    flash = NorFlash(len(image) // NorFlash.block_size)
    flash.load(image)
    return flash


def device_on(flash: NorFlash) -> Device:
    """A device with that flash, its own settings not written."""
    device = Device.provisioned({}, flash=NorFlash(flash.blocks))
    device.world.flash = flash
    return device


@pytest.mark.parametrize("name", OLDER)
def test_an_older_layout_is_refused_whole_in_words_and_left_alone(name: str) -> None:
    flash = flash_of(name)
    before = flash.image()
    for store in (
        lambda: Settings(flash, layout(flash)[0][0]),
        lambda: Pin(flash, layout(flash)[1][0], b""),
        lambda: Journal(flash, *layout(flash)[2]).mount(),
    ):
        with pytest.raises(FormatError, match="is of format ., this release reads .: use the one"):
            store()
    with pytest.raises(FirmwareError, match="FormatError: store CS is of format 1"):
        device_on(flash).power_on()
    assert flash.image() == before


def test_the_present_layout_is_the_one_that_is_kept() -> None:
    assert NOW in KEPT


@pytest.mark.parametrize("name", [name for name in KEPT if KEPT[name]["carried"]])
def test_a_carried_game_goes_on_or_is_refused_in_words(name: str) -> None:
    device = Device.provisioned({})
    device.power_on()
    data = KEPT[name]["carried"].encode()
    for at in range(0, len(data), 240):
        piece = base64.b64encode(data[at : at + 240]).decode()
        assert device.ask(f"put {piece}" if at else f"put new {piece}").startswith("ok")
    before, said = device.world.flash.image(), device.ask(f"put end {zlib.crc32(data)}")
    if name == NOW:
        device.run_until(1_000_000)
        assert device.status() == {**KEPT[NOW]["status"], "phase": "recovered", "reason": "none"}
    else:
        assert "the other device has another version of the firmware" in said
        assert device.world.flash.image() == before
    device.close()


def test_a_game_of_the_present_layout_goes_on() -> None:
    device = device_on(flash_of(NOW))
    device.power_on()
    found = device.status()
    assert found["phase"] == "recovered"
    assert {**found, "phase": "stopped", "reason": "other"} == KEPT[NOW]["status"]
    app: App = device.app
    assert app.settings.get("player-a") == "Ñandú" and app.settings.get("budget") == 600
    assert app.pin.is_set() and app.pin.check("90210", 0) and not app.pin.check("90211", 0)
    assert verify(app.journal)[0]
    device.close()
