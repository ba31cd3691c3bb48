"""Contacts of an RP2040 or RP2350: play keys by PIO capture, the others by hard interrupts."""

import machine
from machine import Pin

from corrido.compat import TYPE_CHECKING
from corrido.contacts import BLIND_US, OPEN_US, TICKS, CaptureFollower, EdgeRing
from corrido.hal.rp2_capture import GPIO_IN, MACHINES, PressCapture
from corrido.memory import Lazy

if TYPE_CHECKING:
    # The stubs give stamps their own type, which a ring of integers does not accept.
    def ticks_us() -> int: ...

    from collections.abc import Sequence
    from typing import Any, Protocol

    from corrido.hal import encoder as turning
    from corrido.parts import EncoderLines

    class Irq(Protocol):
        """The result of Pin.irq() on this port; the stubs declare another."""

        def trigger(self, events: int) -> None: ...

else:
    from time import ticks_us

    turning = Lazy("corrido.hal.encoder")  # few boards have one

_BOTH_EDGES = Pin.IRQ_FALLING | Pin.IRQ_RISING


class _Contact:
    """A key on a hard interrupt: both edges are stamped where they happen."""

    def __init__(self, ring: EdgeRing, key: int, gpio: int) -> None:
        self._ring = ring
        self._key = key
        self._pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        self._pin.irq(self._on_edge, _BOTH_EDGES, hard=True)

    def _on_edge(self, pin: Pin) -> None:
        self._ring.put(self._key, 1 - self._pin.value(), ticks_us())


class _Line:
    """A captured contact: what is known of it, and an interrupt that ends a sleep.

    It does so only once, so that an oscillating line costs one interrupt. While not armed, `us` is
    when the edge came, and `opened` whether the contact was open then. bit: in a mask of lines.
    opened_us: when it was last seen to open. booked_us: when it was last pressed, by the capture.
    """

    def __init__(self, contact: Pin, gpio: int) -> None:
        self.bit = 1 << gpio
        self.opened_us = self.booked_us = 0
        self.armed = True
        self.us = self.opened = 0
        self._irq: "Irq | None" = None
        made: "Any" = contact.irq(self._on_edge, _BOTH_EDGES, hard=True)
        self._irq = made

    def arm(self) -> None:
        """Let the next edge interrupt."""
        self.armed = True
        if self._irq:
            self._irq.trigger(_BOTH_EDGES)

    def _on_edge(self, pin: Pin) -> None:
        if self._irq:
            self._irq.trigger(0)
            self.us, self.opened = ticks_us(), pin.value()
            self.armed = False


class Rp2Buttons:
    """All contacts of a board, active low. gpios: a GPIO number per key, -1 for a virtual key.

    The first four are the play keys and go to the PIO. encoder: (a, b, key of UP, key of DOWN)
    or None.
    """

    def __init__(self, gpios: "Sequence[int]", encoder: "EncoderLines | None" = None) -> None:
        self._ring = EdgeRing()
        self._struck = EdgeRing()  # filled by hard interrupts, which never interrupt each other
        self._gpios = tuple(gpios)
        captured = self._gpios[:MACHINES]
        self._mask = sum([1 << gpio for gpio in captured])
        self._capture = PressCapture(captured)
        self._follower = CaptureFollower(self._ring, len(captured))
        for key, gpio in enumerate(self._gpios):
            if key >= MACHINES and gpio >= 0:
                _Contact(self._struck, key, gpio)  # the port keeps its handler, and so the contact
        self._lines = [_Line(*line) for line in zip(self._capture.contacts, captured)]
        self._encoder = None
        if encoder is not None:
            a, b, up, down = encoder
            lines = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in (a, b)]
            self._encoder = turning.Encoder(self._ring, up, down, *lines)
            for pin in lines:
                pin.irq(self._encoder.on_edge, _BOTH_EDGES, hard=True)
        self._seen = machine.mem32[GPIO_IN] & self._mask
        # What waiting() has met since the latest get(), which may follow it by 2 ms, and when.
        self._met, self._met_us = self._seen, 0
        self._closed = self._mask ^ self._seen  # lines whose latest edge is a closing
        self._opened = 0  # lines seen to open within OPEN_US: in a bounce, or for good
        self._looked_us = 0  # the latest look at them
        self._booking = self._book  # made once: allocating might collect garbage
        for key, line in enumerate(self._lines):
            self._follower.start(key, 1 if self._closed & line.bit else 0)

    @property
    def overflows(self) -> int:
        self._ring.overflows += self._capture.lost()
        return self._ring.overflows + self._struck.overflows

    def get(self, edge: "list[int]") -> bool:
        if self._struck.get(edge) or self._ring.get(edge):
            return True
        levels = machine.mem32[GPIO_IN] & self._mask
        now = ticks_us()
        if self._opened and (now - self._looked_us) & TICKS >= BLIND_US:
            self._look_back()
            levels = machine.mem32[GPIO_IN] & self._mask
        if levels != self._seen or self._capture.pending():
            known = levels == self._met != self._seen
            self._follow(levels, self._met_us if known else now)
        self._met = self._seen
        if self._encoder is not None:
            self._encoder.emit(ticks_us())
        return self._ring.get(edge)

    def level(self, key: int) -> int:
        gpio = self._gpios[key]
        return 0 if gpio < 0 else 1 - (machine.mem32[GPIO_IN] >> gpio & 1)

    def waiting(self) -> bool:
        """Return whether get() has an edge to return; cheap, allocates nothing.

        To be asked in each turn: it notices when nobody has looked for long.
        """
        if self._opened:
            self._look_back()
        levels = machine.mem32[GPIO_IN] & self._mask
        if levels != self._met:
            self._met, self._met_us = levels, ticks_us()
        if levels != self._seen or self._capture.pending():
            return True
        if not (self._struck.empty() and self._ring.empty()):
            return True
        return self._encoder is not None and self._encoder.waiting()

    def at_rest(self) -> bool:
        """Return True if all captured contacts are open and seen to be; their next edge wakes.

        While one is closed, it must be sampled every few milliseconds: a contact that reopens
        before a press has settled was not pressed.
        """
        if machine.mem32[GPIO_IN] & self._mask != self._mask:
            return False
        if self._opened and self.waiting():
            return False
        for line in self._lines:
            if not line.armed:
                if self._opened & line.bit:
                    return False  # what it has noted is for the next look
                line.arm()
        return not (self.waiting() or self.stirred())

    def stirred(self) -> bool:
        """Return whether an edge has come since at_rest() returned True."""
        for line in self._lines:
            if not line.armed:
                return True
        return False

    def _look_back(self) -> None:
        """Put the closings of contacts that were seen open in a bounce, then not observed."""
        self._looked_us = ticks_us()
        for key in range(len(self._lines)):
            if self._opened & self._lines[key].bit:
                self._reconsider(key)

    def _reconsider(self, key: int) -> None:
        """Put a closing that nobody has observed for BLIND_US.

        Without it, a press that ends before the next look would be taken for a spike, and another
        dated too late. An interrupt has noted it, or the opening after a closing that came before
        the interrupt was armed. After a release it may be the next press's own, which the capture
        has.
        """
        line = self._lines[key]
        since_us, noted = line.opened_us, not line.armed
        closed = not machine.mem32[GPIO_IN] & line.bit
        now = ticks_us()  # only now: what comes in between is for the next look
        if noted and not line.opened:
            since_us = line.us
        if (noted or closed) and (now - since_us) & TICKS >= BLIND_US:
            self._opened &= ~line.bit
            released = (line.opened_us - line.booked_us) & TICKS >= OPEN_US  # it is no bounce
            if not (released and self._capture.waits(key)):
                # Whether it is closed still, the next sample shows.
                self._closed |= line.bit
                self._seen &= ~line.bit
                self._follower.sampled(key, 1, since_us)
        elif noted and not closed:
            line.opened_us = now  # it has bounced
            line.arm()
        elif (now - since_us) & TICKS >= OPEN_US:
            self._opened &= ~line.bit

    def _follow(self, before: int, then: int) -> None:
        """Empty the FIFOs and bring the levels up to date. before: sampled at `then`, in us.

        A closing seen before the FIFOs were emptied but not in them is bounce. An open contact
        must be sampled after them, or a press that came in between would be taken for a spike.
        """
        self._capture.drain(self._booking)
        after = machine.mem32[GPIO_IN] & self._mask
        levels = before ^ (before ^ after) & self._closed
        changed = levels ^ self._mask ^ self._closed
        if changed:
            self._follow_lines(changed, then)
        self._seen = levels
        self._opened &= levels
        self._closed = self._mask ^ levels

    def _open(self, key: int) -> None:
        """Put an opening of this moment, and let an interrupt note the next edge."""
        now, line = ticks_us(), self._lines[key]
        if not self._opened:
            self._looked_us = now
        line.opened_us = now
        self._follower.sampled(key, 0, now)
        if not line.armed:
            line.arm()
        self._opened |= line.bit

    def _follow_lines(self, changed: int, then: int) -> None:
        """Put the edges of the changed lines: an opening is dated now, a closing `then`."""
        for key in range(len(self._lines)):
            bit = self._lines[key].bit
            if changed & self._closed & bit:
                self._open(key)
            elif changed & bit:
                self._follower.sampled(key, 1, then)

    def _book(self, key: int, stamp_us: int) -> None:
        """Take a press from the capture."""
        self._closed |= self._lines[key].bit
        self._lines[key].booked_us = stamp_us
        self._follower.booked(key, stamp_us)
