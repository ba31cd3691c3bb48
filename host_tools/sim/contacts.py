"""Push-button contacts: when they close and open, and how they bounce, reproducibly."""

from typing import NamedTuple

_PAIRS_MOST = 6
_PAIR_US = 700  # mean interval between bounces


class Edge(NamedTuple):
    """One transition of a contact: `closed` from t_us on."""

    t_us: int
    closed: bool


def bounce(t_us: int, closed: bool, bounce_us: int, seed: int) -> list[Edge]:
    """Return the transitions of a contact that changes to `closed` at t_us and then settles.

    The first edge is at t_us and the last at t_us + bounce_us; the same seed gives the same
    waveform.
    """
    edges = [Edge(t_us, closed)]
    pairs = min(_PAIRS_MOST, bounce_us // _PAIR_US + 1) if bounce_us >= 4 else 0
    count = 2 * pairs
    state = (seed * 2654435761 + 12345) & 0xFFFFFFFF
    for number in range(1, count + 1):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        slot_us = bounce_us / count
        offset_us = bounce_us if number == count else (number - 1 + (state >> 8) / 2**24) * slot_us
        t_edge = max(t_us + int(offset_us), edges[-1].t_us + 1)
        edges.append(Edge(t_edge, closed if number % 2 == 0 else not closed))
    return edges


class Contact:
    """One button: the finger's planned moves, and the transitions that follow from them."""

    def __init__(self, index: int, bounce_us: int = 0) -> None:
        """Make the board's contact number `index`, open, bouncing for bounce_us at each move."""
        self.index = index
        self.bounce_us = bounce_us
        self.closed = False
        self.pressed_us = -1
        self._finger_down = False
        self._moves: list[Edge] = []
        self._wave: list[Edge] = []
        self._count = 0

    def press(self, t_us: int, hold_us: int) -> None:
        """Plan a press from t_us for hold_us; if it overlaps the previous one, prolong that."""
        until_us = t_us + hold_us
        if self._moves and self._moves[-1].t_us >= t_us and not self._moves[-1].closed:
            until_us = max(until_us, self._moves.pop().t_us)
        else:
            self.move(t_us, True)
        self.move(until_us, False)

    def move(self, t_us: int, closed: bool) -> None:
        """Plan the finger's move down or up at t_us, never before the last planned move."""
        down = self._moves[-1].closed if self._moves else self._finger_down
        if closed != down:
            self._moves.append(Edge(t_us, closed))

    def free_us(self) -> int | None:
        """Return when the last planned press ends; None if there is none or it has no end."""
        return self._moves[-1].t_us if self._moves and not self._moves[-1].closed else None

    def next_us(self) -> int | None:
        """Return when the next transition may come; None if nothing is planned."""
        if self._wave and self._moves:
            return min(self._wave[0].t_us, self._moves[0].t_us)
        upcoming = self._wave or self._moves
        return upcoming[0].t_us if upcoming else None

    def take(self, t_us: int) -> list[Edge]:
        """Take the transitions up to t_us, in order; `closed` is updated."""
        taken = []
        while (due := self.next_us()) is not None and due <= t_us:
            if self._moves and self._moves[0].t_us == due:
                move = self._moves.pop(0)  # its bounce ends the one before
                self._count += 1
                self._finger_down = move.closed
                self.pressed_us = move.t_us if move.closed else self.pressed_us
                seed = self.index * 1009 + self._count
                self._wave = bounce(move.t_us, move.closed, self.bounce_us, seed)
            edge = self._wave.pop(0)
            if edge.closed != self.closed:
                self.closed = edge.closed
                taken.append(edge)
        return taken
