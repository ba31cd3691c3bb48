"""Take up the game that the journal holds, even where memory is short."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import release_list_room, tidy, with_reserve
from corrido.services.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.events import Effect
    from corrido.core.rules import Rules
    from corrido.services.judge import Judge
    from corrido.store.journal.journal import Journal


def recover(
    journal: "Journal", rules: "Rules", act: "Callable[[Effect], None]", judge: "Judge"
) -> Recorder:
    """Return the recorder, its game recovered from the journal.

    Blocks of 4 KB are read for it: if memory runs out, first the reserve gives way, then the list.
    """
    tidy()  # what starting has left behind would split the large pieces
    try:
        return with_reserve(Recorder, journal, rules, act)
    except MemoryError:
        judge.give_way()
        release_list_room()
    return Recorder(journal, rules, act)
