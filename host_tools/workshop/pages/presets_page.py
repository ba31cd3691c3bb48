"""The page of presets: every figure of the core's table, with its source."""

from pathlib import Path

from corrido.core.presets import COMMON, PRESETS, rules_for
from corrido.core.rules import AFTER, NO_CORRIDO, Rules

from host_tools.workshop.pages.sources import NOTES, SOURCES

SCENARIOS = Path(__file__).resolve().parents[3] / "tests" / "scenarios"
MODE_NAMES = ("corrido", "no corrido", "temporizador", "duplicate")
COLUMNS = (
    "preset", "mode", "time", "signals", "overtime", "overtime limit", "challenge", "if valid",
    "both confirm", "passes", "without score", "penalty", "official", "language", "verified",
    "source",
)  # fmt: skip


def minutes(ms: int) -> str:
    """Return `30:00` for 1 800 000 ms."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def row(name: str) -> list[str]:
    """Return one preset as a row of COLUMNS."""
    rules = rules_for(name)
    turn = rules.timed_turns()
    overtime = f"{rules.overtime_points} per {minutes(rules.overtime_unit_ms)}"
    limit = minutes(rules.overtime_limit_ms) if rules.overtime_limit_ms >= 0 else "-"
    return [
        f"`{name}`",
        MODE_NAMES[rules.mode],
        f"{minutes(rules.turn_ms)} per turn" if turn else f"{minutes(rules.budget_ms)} per game",
        ", ".join(minutes(ms) for ms in rules.signals_ms) or "-",
        overtime if rules.overtime_points else "-",
        limit,
        _when(rules),
        _cost(rules),
        _yes(rules.confirm_challenge),
        str(rules.end_passes) if rules.end_passes >= 0 else "-",
        str(rules.end_scoreless) if rules.end_scoreless >= 0 else "-",
        f"from {rules.penalty_min}",
        rules.official,
        rules.language or "any",
        _yes(rules.verified),
        f"[{rules.source}](#{name})",
    ]


def _when(rules: Rules) -> str:
    """Return the text that says when a play is challenged."""
    if rules.one_clock():
        return "none"
    return "after the press" if rules.challenge_when == AFTER else "before the press"


def _cost(rules: Rules) -> str:
    """Return the price of challenging a valid play."""
    if rules.one_clock():
        return "-"
    cost, per_word = rules.failed_challenge, " per word" if rules.cost_per_word else ""
    return "the turn" if cost < 0 else f"{cost} points{per_word}" if cost else "nothing"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def figures(name: str) -> list[str]:
    """Return the settings that matter in this preset's mode; each needs a source."""
    rules = rules_for(name)
    wanted = ["turn_ms", "signals_ms"] if rules.timed_turns() else [
        "budget_ms", "overtime_points", "overtime_limit_ms",
    ]  # fmt: skip
    if rules.mode == NO_CORRIDO:
        wanted.append("guard_ms")
    return [
        *wanted, "challenge_when", "failed_challenge", "confirm_challenge", "end_passes",
        "end_scoreless", "penalty_min", "official", "language",
    ]  # fmt: skip


def source_of(name: str, figure: str) -> str:
    """Return the figure's source; KeyError without one."""
    own = SOURCES.get(name, {})
    return own[figure] if figure in own else SOURCES["*"][figure]


def markdown() -> str:
    """Return the whole page."""
    lines = [HEAD, "| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    lines += ["| " + " | ".join(row(name)) + " |" for name in PRESETS]
    lines += ["", f"The guard is {COMMON['guard_ms']} ms and a turn lasts at least "
              f"{COMMON['least_turn_ms']} ms everywhere; no preset has a game limit."]  # fmt: skip
    for name in PRESETS:
        lines += ["", f"## {name}", ""]
        lines += [f"- `{figure}`: {source_of(name, figure)}" for figure in figures(name)]
        lines += game(name)
    lines += ["", "## What presets cannot express", "", *(f"- {note}" for note in NOTES)]
    return "\n".join(lines) + "\n"


def game(name: str) -> list[str]:
    """Play the suite's scenario by the preset's rules; return the game step by step."""
    path = SCENARIOS / f"game-{name}.scn"
    told = path.read_text(encoding="utf-8").rstrip()
    link = f"[`{path.stem}`](../tests/scenarios/{path.name})"
    return ["", f"A game by these rules, as the suite plays it ({link}):", "", "```", told, "```"]


HEAD = """# Presets

Made by `corrido rules presets` from `firmware/corrido/core/presets.py`; a test keeps this page in
step. A preset is `verified` if each of its figures was read in the federation's own text or on a
page that states it; if not, the device says so. All figures are settings. Figures that were found
in no text are left out of the preset (`-`, `nothing`), and the device says nothing about them.
"""
