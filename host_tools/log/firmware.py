"""The firmware's own modules on the host: one journal, one rulebook, no second opinion."""

from corrido.core import events, phases
from corrido.core.clock import exact, rounded
from corrido.core.match import Match
from corrido.core.summary import summary
from corrido.services import journal_codec as codec
from corrido.services.journal import STRIP_BYTES, Journal
from corrido.services.journal_codec import FormatError
from corrido.services.journal_ring import BODY_AT
from corrido.services.keeper import unpack_rules

__all__ = (
    "BODY_AT",
    "FormatError",
    "Journal",
    "Match",
    "STRIP_BYTES",
    "codec",
    "events",
    "exact",
    "phases",
    "rounded",
    "summary",
    "unpack_rules",
)
