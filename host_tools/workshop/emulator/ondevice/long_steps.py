"""Run on the chip beside worst.py: name the parts of the firmware that take long in a turn."""

import time

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.app.app import App
    from corrido.app.console import Console

    Work = Callable[..., Any]

PART_US = 600  # a part that takes longer is named


def watch(app: "App", console: "Console") -> "list[tuple[str, str, int]]":
    """Time the parts; return the list to which they add name, screen and us when they take long.

    This makes every turn a little longer.
    """
    steps: list[tuple[str, str, int]] = []

    def noted(name: str, plain: "Work") -> "Work":
        def call(*args: "Any") -> "Any":
            begun = time.ticks_us()
            answer = plain(*args)
            took_us = time.ticks_diff(time.ticks_us(), begun)
            if took_us > PART_US:
                steps.append((name, app.navigator._screen().__class__.__name__, took_us))
            return answer

        return call

    # Named as attributes, not as text, because the firmware's names may have been shortened.
    app.loop.presses.answer = noted("answer", app.loop.presses.answer)
    app.follow_time = noted("follow_time", app.follow_time)
    app.navigator.lay_out = noted("lay_out", app.navigator.lay_out)
    app.navigator.painter.paint = noted("paint", app.navigator.painter.paint)
    app.displays.flush_step = noted("flush_step", app.displays.flush_step)
    if app.hall:
        app.hall.poll = noted("hall", app.hall.poll)
    app.recorder.beat = noted("beat", app.recorder.beat)
    app.recorder.send = noted("send", app.recorder.send)
    app.keys.poll = noted("keys", app.keys.poll)
    app.recorder.advance = noted("advance", app.recorder.advance)
    console.poll = noted("poll", console.poll)
    return steps
