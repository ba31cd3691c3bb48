"""The words of the scenario language, which authors of scenarios rely on.

They are written down here, not taken from the firmware: a word changed there by mistake must fail
a scenario, not change its meaning. tests/host_tools/test_scenario_vocabulary.py compares the two.
"""

KEYS = ("A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
PHASES = (
    "setup", "late", "ready", "running", "count", "stopped", "challenge", "verdict", "over",
    "closed", "recovered", "fault",
)  # fmt: skip
PLAYER = ("A", "B")
ANY = ("A", "B", "both")
WHO = ("none", "A", "B", "AB")
REASONS = ("verify", "score", "tiles", "arbiter", "other")
MARKS = ("play", "pass", "exchange")
CARDS = ("warning", "yellow", "red")
VERDICTS = ("valid", "invalid")
NOTICES = (
    "turn-expired", "last-turn", "time-over", "four-passes", "twelve-scoreless", "forfeit",
)  # fmt: skip
SOUNDS = (
    "warn1", "warn2", "warn3", "minute", "press", "valid", "invalid", "limit", "low", "end",
    "hold",
)  # fmt: skip
FELT = (
    "turn", "stop", "valid", "invalid", "warn1", "warn2", "warn3", "minute", "low", "hold",
    "limit", "end", "time",
)  # fmt: skip
LOG_KINDS = (
    "press", "ignored", "stop", "challenge", "verdict", "lookup", "penalty", "card", "adjust",
    "undo", "recovered", "fault", "start", "late", "absent", "back", "swap", "limit", "end",
    "void", "appeal", "close", "pin", "lose-turn", "forfeit", "sheet", "reopen", "revoke",
    "revert", "again", "amend", "hold", "handover", "takeover", "appeal-asked", "blank", "score",
    "said", "names", "consent", "resume",
)  # fmt: skip
MOST_WORDS = 8

TIME = "time"
NUMBER = "number"
TEXT = "text"
# Field of the status -> its kind, or its possible values.
FIELDS: dict[str, str | tuple[str, ...]] = {
    "phase": PHASES,
    "running": WHO,
    "turn": ("none", *PLAYER),
    "clock.A": TIME,
    "clock.B": TIME,
    "points.A": NUMBER,
    "points.B": NUMBER,
    "turns.A": NUMBER,
    "turns.B": NUMBER,
    "limit": TIME,
    "reason": ("none", *REASONS, "challenge"),
    "verdict": ("none", *VERDICTS),
    "notice": ("none", *NOTICES),
    "marks": MARKS,
    "locked": ("yes", "no"),
    "penalty.A": NUMBER,
    "penalty.B": NUMBER,
    "card.A": ("none", *CARDS),
    "card.B": ("none", *CARDS),
    "forfeit": WHO,
    "game": NUMBER,
    "preset": TEXT,
    "passes": NUMBER,
    "scoreless": NUMBER,
    "hold": WHO,
    "racks": ("none", "deduct", "keep", "unsaid"),
}

# Action of the arbiter -> its arguments: the kind of each, or its possible words.
ARBITER: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "late": (ANY,),
    "absent": (PLAYER,),
    "back": (PLAYER,),
    "set": (PLAYER, "M:SS"),
    "undo": (),
    "swap": (),
    "names": (),
    "penalty": (PLAYER, "POINTS", "ARTICLE"),
    "card": (PLAYER, CARDS),
    "revoke": (PLAYER,),
    "lose-turn": (PLAYER, ("pass",)),
    "forfeit": (ANY,),
    "sheet": (PLAYER,),
    "appeal": (("refused",),),
    "lookup": ("WORD",),
    "limit": ("SECONDS",),
    "end": (),
    "revert": (),
    "again": (),
    "amend": (),
    "void": (),
    "hand-over": (),
    "resume": (),
    "reopen": (),
}
# What both players may agree on where no PIN is set.
CONSENT = ("undo", "set", "swap", "names", "void", "resume", "amend")
# Actions whose last argument may be left out.
SHORTER = ("appeal", "lose-turn", "penalty")
