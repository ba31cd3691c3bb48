"""The time chart of a game as SVG: each player's remaining time over the game's timeline.

A is a solid line with discs, B a dashed one with squares, so that the two can be told apart
without colours, in print or by a colour-blind reader.
"""

from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 44, 52
MINUTE_MS = 60_000


class Sample(NamedTuple):
    """Both players' remaining time at a moment; `still` if no clock runs from then on."""

    t_ms: int
    left_ms: tuple[int, int]
    still: bool


class Mark(NamedTuple):
    """An event at a moment, to mark at the foot of the chart."""

    t_ms: int
    text: str


class _Scale:
    """The conversion from milliseconds to coordinates in the picture."""

    def __init__(self, samples: list[Sample]) -> None:
        lefts = [left for sample in samples for left in sample.left_ms]
        self.end_ms = max(samples[-1].t_ms, MINUTE_MS)
        self.high_ms = max(*lefts, MINUTE_MS)
        self.low_ms = min(*lefts, 0)

    def x(self, t_ms: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * t_ms / self.end_ms, 1)

    def y(self, left_ms: int) -> float:
        span = self.high_ms - self.low_ms
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high_ms - left_ms) / span, 1)


def svg(
    title: str, players: tuple[str, str], samples: list[Sample], marks: list[Mark], unit: str
) -> str:
    """Draw the chart from one or more samples in time order. unit: the word for minutes."""
    scale = _Scale(samples)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>',
        *_bands(samples, scale),
        *_axes(scale, unit),
        _line(samples, scale, 0, 'stroke="#00429d"'),
        _line(samples, scale, 1, 'stroke="#b3250a" stroke-dasharray="7 4"'),
        *_legend(players),
        *_marks(marks, scale),
        "</svg>",
    ]
    return "\n".join(parts)


def _bands(samples: list[Sample], scale: _Scale) -> list[str]:
    """Draw grey bands where both clocks were stopped."""
    bands = []
    for here, after in zip(samples, samples[1:]):
        width = scale.x(after.t_ms) - scale.x(here.t_ms)
        if here.still and width > 0:
            bands.append(
                f'<rect x="{scale.x(here.t_ms)}" y="{TOP}" width="{width:.1f}" '
                f'height="{HEIGHT - TOP - BOTTOM}" fill="#e4e4e4"/>'
            )
    return bands


def _axes(scale: _Scale, unit: str) -> list[str]:
    parts = [
        f'<line x1="{LEFT}" y1="{scale.y(0)}" x2="{WIDTH - RIGHT}" y2="{scale.y(0)}" '
        'stroke="#000"/>'
    ]
    step = _step(scale.high_ms - scale.low_ms)
    for value in range(-(-scale.low_ms // step) * step, scale.high_ms + 1, step):
        y = scale.y(value)
        parts.append(f'<line x1="{LEFT - 4}" y1="{y}" x2="{LEFT}" y2="{y}" stroke="#000"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{value // MINUTE_MS}</text>'
        )
    for value in range(0, scale.end_ms + 1, _step(scale.end_ms)):
        x, y = scale.x(value), HEIGHT - BOTTOM
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x}" y2="{y + 4}" stroke="#000"/>')
        parts.append(
            f'<text x="{x}" y="{y + 17}" text-anchor="middle">{value // MINUTE_MS}</text>'
        )
    foot = HEIGHT - BOTTOM + 17
    parts.append(f'<text x="{LEFT - 8}" y="{foot}" text-anchor="end">{unit}</text>')
    parts.append(f'<text x="8" y="{TOP - 8}">{unit}</text>')
    return parts


def _step(span_ms: int) -> int:
    """Return the minutes between two ticks, for at most a dozen of them."""
    for minutes in (1, 2, 5, 10, 15, 30, 60):
        if span_ms <= 12 * minutes * MINUTE_MS:
            return minutes * MINUTE_MS
    return -(-span_ms // (12 * 120 * MINUTE_MS)) * 120 * MINUTE_MS


def _line(samples: list[Sample], scale: _Scale, player: int, style: str) -> str:
    points = " ".join(f"{scale.x(s.t_ms)},{scale.y(s.left_ms[player])}" for s in samples)
    return f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>'


def _legend(players: tuple[str, str]) -> list[str]:
    x = WIDTH - 260
    return [
        f'<line x1="{x}" y1="14" x2="{x + 30}" y2="14" stroke="#00429d" stroke-width="2"/>',
        f'<text x="{x + 36}" y="18">{escape(players[0])}</text>',
        f'<line x1="{x}" y1="31" x2="{x + 30}" y2="31" stroke="#b3250a" stroke-width="2" '
        'stroke-dasharray="7 4"/>',
        f'<text x="{x + 36}" y="35">{escape(players[1])}</text>',
    ]


def _marks(marks: list[Mark], scale: _Scale) -> list[str]:
    """Draw for each mark a thin line with a number at its foot and a tooltip."""
    parts = []
    for number, mark in enumerate(marks, 1):
        x = scale.x(mark.t_ms)
        y = HEIGHT - 24 + 10 * (number % 3)  # so that neighbours do not overlap
        parts.append(
            f'<g><title>{escape(mark.text)}</title><line x1="{x}" y1="{TOP}" x2="{x}" '
            f'y2="{HEIGHT - BOTTOM}" stroke="#666" stroke-dasharray="2 3"/>'
            f'<text x="{x}" y="{y}" text-anchor="middle" font-size="10">{number}</text>'
            "</g>"
        )
    return parts
