"""The page of presets: every figure of the core's table, with its source."""

import textwrap
from collections import Counter

from corrido.core.presets import COMMON, PRESETS, rules_for
from corrido.core.rules import AFTER, END, NO_CORRIDO, OUT_OF_PLAY, OVERTIME, Rules

from host_tools.workshop.pages.sources import NOTES, SOURCES

MODE_NAMES = ("corrido", "no corrido", "temporizador", "duplicate")
AT_ZERO = {
    OVERTIME: "goes on",
    OUT_OF_PLAY: "moves no more, and the other plays on alone",
    END: "the game is over",
}
COLUMNS = ("preset", "mode", "time", "overtime", "challenge", "if valid", "verified")
WIDTH = 118
ALIKE = 6  # with as many equal figures a preset is told by its difference from another


def minutes(ms: int) -> str:
    """Return `30:00` for 1 800 000 ms."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def row(name: str) -> list[str]:
    """Return one preset as a row of COLUMNS."""
    rules = rules_for(name)
    time = "turn_ms" if rules.timed_turns() else "budget_ms"
    return [
        f"`{name}`",
        MODE_NAMES[rules.mode],
        *(value(rules, figure) for figure in (time, "overtime_points")),
        *(value(rules, figure) for figure in ("challenge_when", "failed_challenge")),
        _yes(rules.verified),
    ]


def value(rules: Rules, figure: str) -> str:
    """Return a setting of these rules in words, `-` where they have none."""
    told = {
        "turn_ms": f"{minutes(rules.turn_ms)} per turn",
        "budget_ms": f"{minutes(rules.budget_ms)} per game",
        "signals_ms": ", ".join(minutes(ms) for ms in rules.signals_ms),
        "overtime_limit_ms": _or_none(rules.overtime_limit_ms, minutes(rules.overtime_limit_ms)),
        "guard_ms": f"{rules.guard_ms} ms",
        "overtime_from_ms": f"{rules.overtime_from_ms} ms",
        "overtime_limit_beyond": _yes(rules.overtime_limit_beyond),
        "at_zero": AT_ZERO[rules.at_zero],
        "scoreless_at_zero": _yes(rules.scoreless_at_zero),
        "challenge_when": _when(rules),
        "failed_challenge": _cost(rules),
        "confirm_challenge": _yes(rules.confirm_challenge),
        "end_passes": _or_none(rules.end_passes, str(rules.end_passes)),
        "end_scoreless": _or_none(rules.end_scoreless, str(rules.end_scoreless)),
        "penalty_min": f"from {rules.penalty_min}",
        "official": rules.official,
        "language": rules.language or "any",
    }
    if rules.overtime_points:
        per = minutes(rules.overtime_unit_ms)
        told["overtime_points"] = f"{rules.overtime_points} per {per}"
    return told.get(figure) or "-"


def _or_none(number: int, text: str) -> str:
    """Return the text, or nothing for a negative number."""
    return text if number >= 0 else ""


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
    special = (
        "overtime_from_ms", "overtime_limit_beyond", "scoreless_at_zero", "hold_ms",
        "late_limit_ms", "at_zero",
    )  # fmt: skip
    wanted += [field for field in special if getattr(rules, field) != COMMON[field]]
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
    least_ms = COMMON["least_turn_ms"]
    lines += ["", f"A turn lasts at least {least_ms} ms everywhere; no preset has a game limit."]
    for name in PRESETS:
        lines += section(name)
    lines += ["", "## What presets cannot express", ""]
    for note in NOTES:
        lines += item(note)
    return "\n".join(lines) + "\n"


def section(name: str) -> list[str]:
    """Return the figures of a preset with their sources; what sources share is said once."""
    mine = facts(name)
    texts = [text.rpartition(", ")[0] for _, text in mine.values() if ", " in text]
    shared, count = Counter(texts).most_common(1)[0]
    head = f"A game by it: [game-{name}](../tests/scenarios/games.scn)."
    earlier = list(PRESETS)[: list(PRESETS).index(name)]
    like = [other for other in earlier if len(mine.items() & facts(other).items()) >= ALIKE]
    if like:
        mine = {
            figure: fact for figure, fact in mine.items() if facts(like[0]).get(figure) != fact
        }
        head = f"As [`{like[0]}`](#{like[0]}), but for what follows. {head}"
    if count > 1:
        head = f"*S* is {shared}. {head}"
    lines = ["", f"## {name}", "", *wrap(head), ""]
    for figure, (told, source) in mine.items():
        if count > 1 and source.startswith(shared + ", "):
            source = "*S*, " + source[len(shared) + 2 :]
        lines += item(f"`{figure}` {told}: {source}")
    return lines


def facts(name: str) -> dict[str, tuple[str, str]]:
    """Return each figure that matters in a preset: its value in words, and its source."""
    rules = rules_for(name)
    return {figure: (value(rules, figure), source_of(name, figure)) for figure in figures(name)}


def wrap(text: str) -> list[str]:
    """Return a paragraph in lines."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def item(text: str) -> list[str]:
    """Return a point of a list in lines."""
    return [("  " if number else "- ") + line for number, line in enumerate(wrap(text))]


HEAD = """# Presets

Made by `corrido rules presets` from `firmware/corrido/core/presets.py`; a test keeps this page in
step. A preset is *verified* if its figures were read in the rulebook itself, with the article; if
not, the device marks it `(?)`. All figures are settings. Figures that were found in no text are
left out of the preset (`-`, `nothing`), and the device says nothing about them.
"""
