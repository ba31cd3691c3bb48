"""Come to a game: take up the one on record, or prepare all that a new one needs."""

from corrido import memory
from corrido.compat import TYPE_CHECKING
from corrido.core import phases
from corrido.services.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.app.app import App
    from corrido.core.rules import Rules

COMMANDS = "corrido.app.commands"  # a host that asks while a clock runs has them loaded again


def recover(app: "App", rules: "Rules") -> Recorder:
    """Return the recorder, recovered: if memory runs out the reserve gives way, then the list."""
    memory.collect()  # what starting has left behind would split the large pieces
    parts = app.journal, rules, app.act, app.witness
    try:
        return memory.with_reserve(Recorder, *parts)
    except MemoryError:
        app.judge.drop()
        memory.release_list_room()
    return Recorder(*parts)


def arming(app: "App", asked_ms: int, state: bytes = b"") -> "Iterator[int]":
    """Make a game ready, one slow step at a time; it begins at asked_ms, however long that takes.

    In RAM the list comes first, while the heap has large pieces. state: as pack_fold() packed it.
    """
    while app.recorder.prepare() or app.pin.erase_spare():
        yield 0
    rules = labels = None
    if app.recorder.match.phase == phases.SETUP:
        if memory.IN_RAM:  # before the settings' table comes in, which goes before the list comes
            app.navigator.clear()
            yield 0
        app.choose_list()
        rules, labels = app.settings.rules(), app.settings.labels()
        app.settings.put_away()
        yield 0
    if memory.IN_RAM and rules:
        memory.collect()
        yield from app.judge.opening()
        # Only if it must: small pieces that stay would lie where the reserve was. An ESP32's heap
        # in pieces has no other place for it, and without it no screen opens over a clock.
        if not app.judge.lexicon and not memory.NATIVE_STAYS and memory.release_reserve():
            yield from app.judge.opening()
        memory.release_list_room()  # still kept if there is no list to open
        memory.collect()  # the reserve gets its piece back before the screens of play fill it
    if rules and labels is not None and app.recorder.match.phase == phases.SETUP:
        memory.unload(*memory.loaded_under(COMMANDS + "."))
        if not memory.IN_RAM:  # from files, it might find no memory again
            memory.unload(COMMANDS)
        app.navigator.shelf.load_play()  # too slow while a clock runs
        with memory.Passing():
            if state:
                app.recorder.take_over(state, asked_ms)
            else:
                app.recorder.arm(rules, labels, asked_ms)
    memory.unload(__name__)
