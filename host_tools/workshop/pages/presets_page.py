"""The page of presets: every figure of the table in the core, with where it comes from."""

from corrido.core.presets import COMMON, NO_CORRIDO, PRESETS, TEMPORIZADOR, rules_for

from host_tools.workshop.pages.sources import NOTES, SOURCES

MODE_NAMES = ("corrido", "no corrido", "temporizador")
COLUMNS = (
    "preset", "mode", "time", "signals", "overtime", "overtime limit", "failed challenge",
    "both confirm", "penalty", "verified",
)  # fmt: skip


def minutes(ms: int) -> str:
    """`30:00` for 1 800 000 ms."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def row(name: str) -> list[str]:
    """One preset as a row of COLUMNS."""
    rules = rules_for(name)
    turn = rules.mode == TEMPORIZADOR
    cost = rules.failed_challenge
    overtime = f"{rules.overtime_points} a {minutes(rules.overtime_unit_ms)}"
    limit = minutes(rules.overtime_limit_ms) if rules.overtime_limit_ms >= 0 else "-"
    return [
        f"`{name}`",
        MODE_NAMES[rules.mode],
        f"{minutes(rules.turn_ms)} a turn" if turn else f"{minutes(rules.budget_ms)} a game",
        ", ".join(minutes(ms) for ms in rules.signals_ms) or "-",
        overtime if rules.overtime_points else "-",
        limit,
        "turn" if cost < 0 else f"{cost} points" if cost else "free",
        "yes" if rules.confirm_challenge else "no",
        str(rules.penalty_points),
        "yes" if rules.verified else "no",
    ]


def figures(name: str) -> list[str]:
    """The settings that matter in this preset's mode: each needs a source."""
    mode = rules_for(name).mode
    wanted = (
        ["turn_ms", "signals_ms"]
        if mode == TEMPORIZADOR
        else [
            "budget_ms",
            "overtime_points",
            "overtime_limit_ms",
        ]
    )
    if mode == NO_CORRIDO:
        wanted.append("guard_ms")
    return [*wanted, "failed_challenge", "confirm_challenge", "penalty_points"]


def source_of(name: str, figure: str) -> str:
    """Where the figure comes from; KeyError if nobody has said."""
    own = SOURCES.get(name, {})
    return own[figure] if figure in own else SOURCES["*"][figure]


def markdown() -> str:
    """The whole page."""
    lines = [HEAD, "| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    lines += ["| " + " | ".join(row(name)) + " |" for name in PRESETS]
    lines += ["", f"The guard is {COMMON['guard_ms']} ms everywhere; no preset has a game limit."]
    for name in PRESETS:
        lines += ["", f"## {name}", ""]
        lines += [f"- `{figure}`: {source_of(name, figure)}" for figure in figures(name)]
    lines += ["", "## What a preset cannot say", "", *(f"- {note}" for note in NOTES)]
    return "\n".join(lines) + "\n"


HEAD = """# Presets

Made by `corrido rules presets` from `firmware/corrido/core/presets.py`; a test holds this page to
it. A preset is `verified` when every figure that makes it was read in the federation's own text
or in a page that states it; else the device says so too. All figures are settings.
"""
