"""The core as a table drives it, and a hand that presses for core and model."""

from corrido.core import events
from corrido.core.game import Game, replay
from corrido.core.presets import rules_for
from corrido.core.rules import AFTER, BEFORE

from tests.model.paper import TIMED

KINDS = {
    key: getattr(events, key.upper().replace("-", "_"))
    for key in (
        "press", "stop", "challenge", "ok", "reason", "mark", "submit", "edit", "cancel",
        "verdict", "fault", "finish", "arm", "power", "menu", "late", "absent", "back", "set",
        "swap", "penalty", "card", "revoke", "lose-turn", "forfeit", "sheet", "appeal", "limit",
        "end", "void", "again", "amend", "reopen", "close", "resume",
    )
}  # fmt: skip


class Core:
    """The core, driven as on a device: accepted inputs are recorded, an undo replays them."""

    def __init__(self, rules):
        self.rules = rules
        self.match = Game(rules)
        self.recorded = []
        self.seq = 0

    def feed(self, t, key, who=0, value=0):
        """Take one input at t ms; return its effects."""
        if key in ("undo", "revert"):
            return self.take_back(t, key)
        self.match.advance(t)
        kind, value = self.match.bound(KINDS[key], who, value)
        if kind in events.TAKES_BACK:
            return self.take_back(t, key, who)
        if key == "challenge":
            who = self.match.challenger
        self.seq += 1
        event = (self.seq, t, kind, who, value)
        effects = self.match.handle(event)
        said = [x[1] if x[0] == "log" else x[0] for x in effects]
        if "ignored" not in said and "refused" not in said:
            self.recorded.append(event)
        return effects

    def take_back(self, t, key, who=0):
        """Take back the last press, or the arbiter's own last act."""
        self.match.advance(t)
        kind = events.UNDO if key == "undo" else events.REVERT if key == "revert" else KINDS[key]
        kind, seq = self.match.bound(kind, who, 1)
        if not seq:
            return []
        self.seq += 1
        self.recorded.append((self.seq, t, kind, who, seq))
        self.match = replay(self.rules, lambda: iter(self.recorded))
        return [("log", key, 0, seq)]

    def status(self, t):
        """Return the core's fields at t ms."""
        self.match.advance(t)
        return self.match.status()


# -- a hand that presses -------------------------------------------------------------------------

ARBITER = (
    ("undo", 12), ("revert", 8), ("set", 4), ("penalty", 2), ("card", 2), ("revoke", 2),
    ("swap", 3), ("absent", 3), ("back", 2), ("lose-turn", 3), ("limit", 2), ("again", 2),
    ("forfeit", 1), ("end", 1), ("amend", 1), ("void", 1), ("sheet", 1), ("close", 1),
    ("reopen", 1), ("late", 1), ("appeal", 1), ("resume", 4),
)  # fmt: skip
HAND = {
    "setup": (("arm", 10), ("press", 1), ("stop", 1)),
    "late": (("press", 8), ("stop", 1), ("arbiter", 1), ("power", 1)),
    "ready": (("press", 12), ("late", 4), ("arbiter", 1), ("stop", 1), ("power", 1)),
    "running": (
        ("press", 40), ("stop", 8), ("challenge", 6), ("mark", 10), ("arbiter", 4), ("power", 1),
    ),
    "count": (
        ("press", 30), ("stop", 6), ("challenge", 8), ("mark", 8), ("arbiter", 3), ("power", 1),
        ("finish", 1), ("cancel", 1),
    ),
    "stopped": (
        ("stop", 20), ("reason", 12), ("challenge", 6), ("finish", 2), ("press", 6),
        ("arbiter", 10), ("power", 1), ("mark", 2), ("cancel", 2),
    ),
    "challenge": (
        ("submit", 20), ("press", 30), ("verdict", 20), ("edit", 2), ("cancel", 2), ("fault", 1),
        ("power", 1), ("stop", 2), ("challenge", 1), ("amend", 2),
    ),
    "verdict": (
        ("press", 10), ("ok", 10), ("stop", 6), ("appeal", 5), ("power", 1), ("amend", 4),
    ),
    "recovered": (("ok", 10), ("press", 1), ("stop", 1), ("power", 1)),
    "fault": (("ok", 10), ("press", 1), ("stop", 1), ("power", 1)),
    "over": (("press", 10), ("challenge", 3), ("arbiter", 6), ("stop", 3), ("power", 1)),
    "closed": (("press", 3), ("reopen", 2), ("stop", 1)),
}  # fmt: skip
EVERY_KEY = (*((key, 1) for key in KINDS), ("undo", 2), ("press", 12), ("stop", 4))
NEEDS_MENU = tuple(name for name, _ in ARBITER)
PAUSES = (
    0, 1, 7, 100, 199, 200, 300, 499, 500, 501, 1000, 3000, 4999, 5000, 9000, 20000, 59999, 60000,
    61000, 119000,
)  # fmt: skip


def pick(rng, weighted):
    """Return one of the names, by weight."""
    names, weights = zip(*weighted, strict=True)
    return rng.choices(names, weights)[0]


def reach_for(rng, phase, likely):
    """Return a key: with this likelihood one that means something in the phase, else any."""
    key = pick(rng, HAND[phase] if rng.random() < likely else EVERY_KEY)
    return pick(rng, ARBITER) if key == "arbiter" else key


def offered(table, key, who, value):
    """Return whether the device offers this input now; its screens give no others."""
    paper = table.model.paper
    if key in ("verdict", "fault"):
        return paper.phase == "challenge" and paper.looking
    if key in ("submit", "edit", "cancel"):
        return not (paper.phase == "challenge" and paper.looking)
    if key == "appeal":
        return paper.phase in ("stopped", "over", "verdict")
    if key == "amend":
        return not (paper.phase == "challenge" and paper.looking)
    if key == "again":
        below = paper.phase == "over" and paper.ids["verdict"]  # of a verdict under the end
        return paper.phase in ("stopped", "over") and not (paper.verdict_waits or below)
    if key in ("undo", "revert"):
        return paper.phase not in ("setup", "closed")
    if key in ("absent", "back", "forfeit", "end"):
        return paper.phase != "fault"
    if key == "sheet":
        return paper.rules.mode not in TIMED and not paper.running()
    if key == "limit" and paper.ended:
        by_limit = paper.ended.by_limit and paper.notice() == "time-over"
        return paper.opener and paper.phase == "over" and by_limit
    if key == "late":
        return paper.phase in ("ready", "late")
    if key in ("ok", "swap"):
        return paper.phase != "closed"
    if key == "mark":
        return who == paper.turn
    if key == "set" and paper.rules.mode in TIMED:
        if any(name == "turn-expired" for _, name in paper.conditions):
            return False
        return paper.phase in ("running", "count", "stopped") and value > 0 and who == paper.turn
    return True


def value_of(rng, key):
    """Return who and value for an input of this kind."""
    who = rng.choice((1, 2))
    values = {
        "reason": lambda: rng.randrange(1, 6),
        "mark": lambda: rng.choice((0, 1, 1, 2)),
        "verdict": lambda: rng.choice((1, 2)),
        "finish": lambda: rng.randrange(2),
        "set": lambda: rng.choice((-61000, -1, 0, 1, 5000, 60000, 600000)),
        "penalty": lambda: rng.choice((25, 30, 100)),
        "card": lambda: rng.randrange(1, 4),
        "limit": lambda: rng.choice((1000, 30000, 300000)),
        "appeal": lambda: rng.randrange(2),
        "fault": lambda: 1,
        "lose-turn": lambda: rng.randrange(2),
        "submit": lambda: rng.randrange(1, 4),
    }
    if key in ("late", "forfeit"):
        who = rng.choice((1, 2, 3))
    if key == "ok":
        who = 0
    return who, values.get(key, lambda: 0)()


def play(table, rng, steps):
    """Press `steps` times at random; return how many inputs were made."""
    made = 0
    while made < steps:
        t = table.t + (rng.choice(PAUSES) if rng.random() < 0.7 else rng.randrange(30000))
        table.look(t)
        phase = table.model.paper.phase
        key = reach_for(rng, phase, 1 if phase == "setup" else 0.8)
        if table.model.paper.appealable and rng.random() < 0.4:
            key = {"running": "stop", "count": "stop", "stopped": "appeal"}.get(phase, key)
        elif rng.random() < 0.1:
            key = rng.choice(("undo", "undo", "revert", "revoke", "appeal"))
        who, value = value_of(rng, key)
        if not offered(table, key, who, value):
            continue
        if key in NEEDS_MENU:
            table.step(t, "menu")
            made += 1
        if offered(table, key, who, value):
            table.step(t, key, who, value)
            made += 1
        if phase == "closed" and rng.random() < 0.1:
            break
    return made


# -- the kinds of game that the hands play -------------------------------------------------------

BEFORE_THE_PRESS = {"challenge_when": BEFORE}

GAMES = (
    ("fise-corrido", {}),
    ("fise-corrido", {"budget_ms": 60_000}),
    ("fise-corrido", {"budget_ms": 60_000, "limit_ms": 300_000}),
    ("fise-no-corrido", {}),
    ("fise-no-corrido", {"budget_ms": 90_000, "limit_ms": 400_000}),
    ("fise-temporizador", {}),
    ("fise-temporizador", {"limit_ms": 500_000}),
    ("norsk", {"budget_ms": 60_000, **BEFORE_THE_PRESS}),
    ("naspa", {"budget_ms": 120_000, **BEFORE_THE_PRESS}),
    ("wespa", {"least_turn_ms": 0, **BEFORE_THE_PRESS}),
    ("wespa", {}),
    ("wespa", {"budget_ms": 90_000, "limit_ms": 400_000}),
    ("naspa", {"budget_ms": 120_000}),
    ("naspa", {"budget_ms": 120_000, "limit_ms": 300_000, "confirm_challenge": True}),
    ("norsk", {"budget_ms": 60_000}),
    ("fise-no-corrido", {"challenge_when": AFTER, "failed_challenge": -1}),
    ("wespa", {"budget_a_ms": 90_000, "budget_b_ms": 240_000, "hold_ms": 20_000}),
    ("naspa", {"hold_ms": 15_000}),
    ("pfs", {"budget_ms": 60_000}),
    ("pfs", {"budget_ms": 60_000, "limit_ms": 150_000, **BEFORE_THE_PRESS}),
    ("frsc", {"budget_ms": 60_000}),
    ("fise-corrido", {"budget_ms": 90_000, "late_both": "half"}),
    ("fise-temporizador", {"turn_ms": 60_000, "turn_b_ms": 90_000}),
    ("fise-duplicada", {"turn_ms": 60_000}),
    ("duplicate-fr", {"limit_ms": 500_000}),
)


def kind_of(seed):
    """Return the rules of the game with this seed."""
    name, changes = GAMES[seed % len(GAMES)]
    return rules_for(name, **changes)
