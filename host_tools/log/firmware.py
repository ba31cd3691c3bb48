"""The firmware's own modules on the host: one journal, one rulebook, no second opinion."""

from corrido.core import events, phases
from corrido.core.game import Game as LiveGame
from corrido.core.game import taken_back
from corrido.core.match import Match, exact, rounded
from corrido.core.summary import summary
from corrido.core.why import why
from corrido.store.game_record import unfolded, unpack_rules
from corrido.store.journal import codec as codec
from corrido.store.journal.codec import BODY_AT, FormatError, Links
from corrido.store.journal.journal import Journal
from corrido.store.journal.ring import Ring, header_in, header_whole
from corrido.store.journal.survey import signed_with as signed_with

__all__ = (
    "BODY_AT",
    "FormatError",
    "Journal",
    "Links",
    "LiveGame",
    "Match",
    "Ring",
    "codec",
    "events",
    "exact",
    "header_in",
    "header_whole",
    "phases",
    "rounded",
    "signed_with",
    "summary",
    "taken_back",
    "unfolded",
    "unpack_rules",
    "why",
)
