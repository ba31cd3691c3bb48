"""Contacts of an ESP32 board: each pin's interrupt stamps the first closing, then masks itself.

Interrupts are scheduled here, not hard: a stamp may be late by the longest single call in
progress: 1.6 ms for 64 bytes to the display, or one garbage collection, as long as no flash is
erased. A pin is masked once its handler has run; until then each bounce takes a place in the
scheduler's queue of eight, which drops further edges silently. The main loop finds a closing that
was dropped, and stamps it late. A handler may run between any two bytecodes of the main loop, so
it only stamps; the loop records.
"""

from machine import Pin

from corrido.compat import TYPE_CHECKING
from corrido.contacts import BLIND_US, OPEN_US, CaptureFollower, EdgeRing
from corrido.hal.encoder import Encoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corrido.parts import EncoderLines

    # The stubs give stamps their own type, which a ring of integers does not accept.
    def ticks_us() -> int: ...

    def ticks_diff(now_us: int, then_us: int) -> int: ...

else:
    from time import ticks_diff, ticks_us

_BOTH_EDGES = Pin.IRQ_FALLING | Pin.IRQ_RISING


class _Contact:
    """One pin: armed until it closes, armed again after OPEN_US of open samples.

    In between, once it is seen open, its interrupt only notes that it has closed again: a loop
    that then does not look for long would take a press that ends for a spike.
    """

    def __init__(self, follower: CaptureFollower, key: int, gpio: int) -> None:
        self._follower = follower
        self._key = key
        self.pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        self._armed = False
        self._again = False  # it has closed since it was seen to open
        self._stamp = -1  # of a closing not yet recorded
        self._open_since = self._looked_us = ticks_us()
        follower.start(key, self.level())
        self._watched = self.level()

    def level(self) -> int:
        return 1 - self.pin.value()

    def _on_close(self, _pin: Pin) -> None:
        stamp = ticks_us()
        self.pin.irq(handler=None)
        self._again = True
        if self._armed:  # the contact may be open again by now, in its bounce
            self._stamp = stamp
            self._armed = False

    def sample(self) -> None:
        """Record the interrupt's stamp; while it is masked, follow the level.

        A quiet contact is unmasked.

        A closing whose interrupt never came, or came before it was armed, is recorded here: late,
        but not lost.
        """
        if not self._armed and self._stamp < 0:
            self._follow()
        if self._armed and self.level():
            self._on_close(self.pin)
        if self._stamp >= 0:
            self._follower.booked(self._key, self._stamp)
            self._watched = 1
            self._stamp = -1

    def _follow(self) -> None:
        now, last = ticks_us(), self._looked_us
        level = self.level()
        blind = ticks_diff(now, last) >= BLIND_US
        if blind and not self._watched and (self._again or level):  # it closed soon after `last`
            self._follower.sampled(self._key, 1, last)
            self._watched = 1
        self._follower.sampled(self._key, level, now)
        self._looked_us = now
        if level != self._watched:
            self._watched = level
            self._open_since = now
            self._again = self._again and bool(level)
        elif not level and ticks_diff(now, self._open_since) >= OPEN_US:
            self._armed = True
        else:
            return
        if not level:
            self.pin.irq(handler=self._on_close, trigger=Pin.IRQ_FALLING)  # unmasked

    def restless(self) -> bool:
        """Return whether sample() has work: armed but closed, or neither armed nor held closed."""
        if self._armed:
            return bool(self.level())  # its interrupt was lost
        return not (self._watched and self.level())


class _MaskedEncoder(Encoder):
    """An encoder whose lines mask themselves, so that at most one edge of each is queued.

    A turning encoder moves its lines alternately, so an edge on one rearms the other, and bounce
    finds its line masked. Edges missed this way (a return over the same line) are seen by
    sample().
    """

    def __init__(self, ring: EdgeRing, up: int, down: int, a: Pin, b: Pin) -> None:
        super().__init__(ring, up, down, a, b)
        self._pins = (a, b)
        self._masked = 0  # bits: 1 line a, 2 line b
        self._sampling = False
        for line in (0, 1):
            self._arm(line)

    def _arm(self, line: int) -> None:
        self._masked &= ~(1 << line)
        self._pins[line].irq(handler=self._on_line, trigger=_BOTH_EDGES)

    def _on_line(self, pin: Pin) -> None:
        if self._sampling:
            return  # the main loop is reading the same levels
        line = 0 if pin is self._pins[0] else 1
        self._masked |= 1 << line
        pin.irq(handler=None)
        self.on_edge(None)
        if self._masked >> (1 - line) & 1:
            self._arm(1 - line)

    def sample(self) -> None:
        """Count the changes that the masked lines missed, and arm them."""
        if self._masked:
            self._sampling = True
            self.on_edge(None)
            self._sampling = False
            for line in (0, 1):
                self._arm(line)
            self.on_edge(None)  # a change in between

    def waiting(self) -> bool:
        """Return True if a line is masked or a detent has not been taken yet."""
        return bool(self._masked) or super().waiting()


class Esp32Buttons:
    """All contacts of a board, active low. gpios: a GPIO number per key, -1 for a virtual key.

    encoder: (a, b, key of UP, key of DOWN) or None.
    """

    def __init__(self, gpios: "Sequence[int]", encoder: "EncoderLines | None" = None) -> None:
        self._ring = EdgeRing()
        self._follower = CaptureFollower(self._ring, len(gpios))
        self._contacts = [
            _Contact(self._follower, key, gpio) if gpio >= 0 else None
            for key, gpio in enumerate(gpios)
        ]
        self._encoder = None
        if encoder is not None:
            a, b, up, down = encoder
            lines = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in (a, b)]
            self._encoder = _MaskedEncoder(self._ring, up, down, *lines)

    @property
    def overflows(self) -> int:
        return self._ring.overflows

    def get(self, edge: "list[int]") -> bool:
        if self._ring.get(edge):
            return True
        for contact in self._contacts:
            if contact is not None:
                contact.sample()
        if self._encoder is not None:
            self._encoder.sample()
            self._encoder.emit(ticks_us())
        return self._ring.get(edge)

    def level(self, key: int) -> int:
        contact = self._contacts[key]
        return 0 if contact is None else contact.level()

    def waiting(self) -> bool:
        """Return whether get() has an edge to return or a contact to follow."""
        if not self._ring.empty():
            return True
        for contact in self._contacts:
            if contact is not None and contact.restless():
                return True
        return self._encoder is not None and self._encoder.waiting()
