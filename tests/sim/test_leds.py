"""The LEDs beside the buttons, as the board's pins see them."""

from corrido.app.aside import LONG_MS, SHORT_MS

from host_tools.workshop.screens.cases import walk

A_TURN = "preset=fise-temporizador @_play 79.9s"  # A's first


def test_the_time_is_tapped_minutes_long_tens_of_seconds_short() -> None:
    device = walk(A_TURN, "es", felt="yes").device
    since_us = device.now_us
    device.press("B", device.now_us, 1_000_000)  # a full turn of 2:00 is B's
    device.run_until(since_us + 3_000_000)
    device.press("UP")  # A has 37 s left
    device.run_until(since_us + 6_000_000)
    lengths = [
        (tone.end_us - tone.start_us) // 1000
        for tone in device.world.motor.tones(since_us, device.now_us)
        if tone.end_us is not None
    ]
    assert lengths == [LONG_MS] * 2 + [SHORT_MS] * 3


def test_the_lights_flash_with_a_sound_that_is_off() -> None:
    device = walk(A_TURN, "es", flashes="yes", sounds="none").device
    before = dict(device.world.leds)
    assert before == {"A": True, "B": False}
    device.run_until(device.now_us + 10_100_000)  # the first warning has begun: 30 s are left
    assert device.world.leds["B"], "B's too, which no clock lights now"
    device.run_until(device.now_us + 300_000)
    assert not device.world.leds["B"]
