"""Compare a restarted device with the one that was stopped: is it the same game?"""

from collections import Counter
from typing import TYPE_CHECKING

from corrido.app.app import App
from corrido.core import phases, timeline
from corrido.core.replay import replay

from host_tools.log.firmware import unpack_rules

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

COME_BACK = (phases.SETUP, phases.OVER, phases.CLOSED)
WORST_MS = "worst time lost, ms"


def compare(
    app: App, before: App | None, told: "list[Fields]", own: int, found: Counter[str]
) -> str:
    """Return the fault of `app`, which has just recovered; "" for none.

    before: the app that was stopped, or None. told: the first six fields of every record
    acknowledged by then; at most one more may exist. own: how many records the recovery itself
    has written. The time lost goes into found[WORST_MS].
    """
    if not app.journal.verify()[0]:
        return "chain broken"
    if app.recorder.match.phase == phases.FAULT:
        return "a fault for nothing"
    kept = [record[:6] for record in app.journal.records()]
    kept = kept[: len(kept) - own]
    if kept[: len(told)] != told:
        return "record lost"
    if len(kept) > len(told) + 1:
        return "record from nowhere"
    return _compare_game(app, before, kept, found)


def _compare_game(app: App, before: App | None, kept: "list[Fields]", found: Counter[str]) -> str:
    if not kept:
        return "" if app.recorder.match.phase == phases.SETUP else "game from nowhere"
    game = max(record[0] for record in kept)
    events = [record[1:] for record in kept if record[0] == game and record[3]]
    if not events:
        return ""
    match = replay(unpack_rules(app.journal.payload_of(1)), lambda: iter(events))
    now = app.recorder.match
    if match.phase in COME_BACK and now.phase != match.phase:
        return "another phase"
    if match.turns != now.turns and match.phase != phases.SETUP:
        return "another state"
    # A press on its way to the flash may have started a clock before it was acknowledged.
    return _compare_time(app, before, game, found) if timeline.counts(match) else ""


def _compare_time(app: App, before: App | None, game: int, found: Counter[str]) -> str:
    """Return the fault if the cut cost over a second of game time or added any; "" for none."""
    if before is None or before.recorder.game != game or app.recorder.game != game:
        return ""
    if not timeline.counts(before.recorder.match):
        return ""
    true_ms = before.recorder.on_line(before.timebase.now_ms())
    lost_ms = true_ms - app.recorder.match.t_ms
    found[WORST_MS] = max(found[WORST_MS], lost_ms)
    if lost_ms > 1000:
        return "more than a second lost"
    return "time from nowhere" if lost_ms < 0 else ""
