"""Sound sources: a passive piezo on a PWM pin, or an active buzzer with a single tone."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Output, Tone


class PiezoBuzzer:
    """A passive piezo that plays any tone. pwm: a machine.PWM on its pin."""

    def __init__(self, pwm: "Tone") -> None:
        self._pwm = pwm
        self.off()

    def on(self, hz: int) -> None:
        """Sound a tone of hz (100 to 10,000) until off(); return at once."""
        self._pwm.freq(hz)
        self._pwm.duty_u16(32768)

    def off(self) -> None:
        """Be silent."""
        self._pwm.duty_u16(0)


class ActiveBuzzer:
    """A buzzer with a fixed tone, which ignores the pitch. pin: a machine.Pin, output."""

    def __init__(self, pin: "Output") -> None:
        self._pin = pin
        self.off()

    def on(self, hz: int) -> None:
        """Sound until off(); ignore hz."""
        self._pin.value(1)

    def off(self) -> None:
        """Be silent."""
        self._pin.value(0)


class NoBuzzer:
    """A board without a sound source."""

    def on(self, hz: int) -> None:
        """Do nothing."""

    def off(self) -> None:
        """Do nothing."""
