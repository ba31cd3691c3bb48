"""The words of the scenario language: the firmware's own, which the scenarios hold as they are."""

from corrido.app.aside import TAPS
from corrido.core import events, phases
from corrido.parts import KEYS as KEYS
from corrido.services.sound import PATTERNS
from corrido.store.journal import codec
from corrido.ui.screens import actions
from corrido.ui.tiles import MOST_WORDS as MOST_WORDS

PLAYER = ("A", "B")
ANY = ("A", "B", "both")
REASONS = events.REASONS[events.VERIFY : events.REASONS.index("challenge")]
NOTICES = (
    "turn-expired", "last-turn", "time-over", "four-passes", "twelve-scoreless", "forfeit",
)  # fmt: skip
SOUNDS = tuple(PATTERNS)
FELT = (*TAPS, "time")
# Of an old record's end, and of a state that was taken in, none counts the entries.
LOG_KINDS = tuple(kind for kind in codec.LOG_KINDS if kind not in ("dropped", "folded"))

TIME = "time"
NUMBER = "number"
TEXT = "text"
_OF_PLAYERS: dict[str, str | tuple[str, ...]] = {
    "clock": TIME, "points": NUMBER, "turns": NUMBER, "penalty": NUMBER, "card": events.CARDS,
}  # fmt: skip
# Field of the status -> its kind, or its possible values.
FIELDS: dict[str, str | tuple[str, ...]] = {
    "phase": phases.ALL,
    "running": events.WHO_NAMES,
    "turn": ("none", *PLAYER),
    "limit": TIME,
    "reason": ("none", *REASONS, "challenge"),
    "verdict": events.VERDICTS,
    "notice": ("none", *NOTICES),
    "marks": events.MARKS,
    "locked": ("yes", "no"),
    "forfeit": events.WHO_NAMES,
    "game": NUMBER,
    "preset": TEXT,
    "passes": NUMBER,
    "scoreless": NUMBER,
    "hold": events.WHO_NAMES,
    "racks": ("none", "deduct", "keep", "unsaid"),
    **{f"{name}.{who}": kind for who in PLAYER for name, kind in _OF_PLAYERS.items()},
}

# What a question of the device's screens takes from a macro: the kind of each word, or its values.
_ASKED: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "who": (PLAYER,), "who3": (ANY,), "time": ("M:SS",), "points": ("POINTS", "ARTICLE"),
    "card": (events.CARDS[1:],), "limit": ("SECONDS",),
}  # fmt: skip
_APART = ("appeal-refused", "set-both", "lose-turn-pass", "close-for", "log")
# Action of the arbiter -> its arguments.
ARBITER: dict[str, tuple[str | tuple[str, ...], ...]] = {
    name: tuple(kind for question in asked for kind in _ASKED.get(question, ()))
    for name, _, asked, _ in actions.ACTIONS if name not in _APART
} | {"lookup": ("WORD",), "appeal": (("refused",),), "lose-turn": (PLAYER, ("pass",))}  # fmt: skip
# What both players may agree on where no PIN is set.
CONSENT = tuple(name for name in actions.CONSENT if name not in _APART)
# Actions whose last argument may be left out.
SHORTER = ("appeal", "lose-turn", "penalty")
