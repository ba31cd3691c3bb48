"""Run in the real interpreter: the simulator's server, each job of the main loop timed."""

import time

from corrido.compat import TYPE_CHECKING

import boards.sim.hooks as hooks
import boards.sim.pipe as pipe

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.app.app import App

    Job = Callable[[int], int]


class Timed(hooks.Hooks):
    """The simulator's hooks, with how often each job ran, its us in all, and the most."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        jobs = app.loop._jobs  # pyright: ignore[reportPrivateUsage]
        self._spent = [[0, 0, 0] for _ in jobs]
        timed = tuple([self._timed(job, row) for job, row in zip(jobs, self._spent)])
        app.loop._jobs = timed  # pyright: ignore[reportPrivateUsage]

    def _timed(self, job: "Job", row: "list[int]") -> "Job":
        def call(now_ms: int) -> int:
            begun = time.ticks_us()
            due_ms = job(now_ms)
            took_us = time.ticks_diff(time.ticks_us(), begun)
            row[:] = (row[0] + 1, row[1] + took_us, max(row[2], took_us))
            return due_ms

        return call

    def spent(self) -> "list[list[int]]":
        """Return the figures of each job, in the order of the loop."""
        return self._spent


hooks.Hooks = Timed
pipe.main()
