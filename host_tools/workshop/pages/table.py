"""The phase table: every control's effect in every phase, computed by the core itself."""

from typing import TYPE_CHECKING, Any

from corrido.core import events
from corrido.core.arbiter import ACTS
from corrido.core.match import Match
from corrido.core.replay import replay
from corrido.services.recorder import TAKEN_BACK

from host_tools.workshop.pages.presets_page import item
from host_tools.workshop.pages.stages import MODES, T_MS, Step, at, stages

if TYPE_CHECKING:
    from corrido.core.effects import Effect

ControlTable = dict[str, tuple[int, int, int]]

BUTTONS: ControlTable = {
    "A (mover)": (events.PRESS, events.A, 0),
    "B": (events.PRESS, events.B, 0),
    "STOP": (events.STOP, 0, 0),
    "CHALLENGE": (events.CHALLENGE, events.B, 0),
    "OK": (events.OK, 0, 0),
}
ITEMS: ControlTable = {
    "reason": (events.REASON, 0, events.VERIFY),
    "asked by": (events.ASKED, events.B, 0),
    "mark": (events.MARK, events.A, events.PASS),
    "finish": (events.FINISH, 0, 0),
    "words entered": (events.SUBMIT, 0, 0),
    "back to words": (events.EDIT, 0, 0),
    "give up": (events.CANCEL, 0, 0),
    "verdict": (events.VERDICT, 0, events.VALID),
    "refusal": (events.FAULT, 0, 1),
    "power back": (events.POWER, 0, 0),
}
ARBITER: ControlTable = {
    "menu": (events.MENU, 0, 0),
    "late B": (events.LATE, events.B, 0),
    "absent B": (events.ABSENT, events.B, 0),
    "back A": (events.BACK, events.A, 0),
    "set A": (events.SET, events.A, 300_000),
    "undo": (events.UNDO, 0, 0),
    "swap": (events.SWAP, 0, 0),
    "penalty A": (events.PENALTY, events.A, 30),
    "card A": (events.CARD, events.A, 2),
    "lose-turn A": (events.LOSE_TURN, events.A, 0),
    "lose-turn B": (events.LOSE_TURN, events.B, 0),
    "forfeit A": (events.FORFEIT, events.A, 0),
    "sheet A": (events.SHEET, events.A, 0),
    "appeal": (events.APPEAL, 0, 1),
    "limit": (events.LIMIT, 0, 300_000),
    "end": (events.END, 0, 0),
    "void": (events.VOID, 0, 0),
    "revert": (events.REVERT, 0, 0),
    "again": (events.AGAIN, 0, 0),
    "reopen": (events.REOPEN, 0, 0),
    "close for B": (events.CLOSE, events.B, 0),
}
CONTROLS = {**BUTTONS, **ITEMS, **ARBITER}


def use(
    match: Match, steps: list[Step], control: tuple[int, int, int]
) -> "tuple[Match, list[Effect]]":
    """Return the match after the control, and the effects; undo replays the recorded events."""
    kind, who, value = control
    seq = len(steps) + 1
    if kind not in TAKEN_BACK:
        return match, match.handle((seq, T_MS, kind, who, value))
    name, seq_of = TAKEN_BACK[kind]
    taken = seq_of(match)
    if not taken:
        return match, [("refused", kind)]
    recorded = [(n, *step) for n, step in enumerate(steps, 1)]
    recorded.append((seq, T_MS, kind, 0, taken))
    return replay(match.rules, lambda: iter(recorded)), [("log", name, 0, taken)]


def answer(mode: int, steps: list[Step], control: tuple[int, int, int]) -> str:
    """Return one cell: phase and changes; `ignored` is logged, `-` means no effect at all."""
    match = at(mode, steps)
    before = match.status()
    inner = _inner(match)
    match, effects = use(match, steps, control)
    after = match.status()
    said = [effect[1] if effect[0] == "log" else effect[0] for effect in effects]
    if "ignored" in said:
        return "ignored"
    if "refused" in said:
        return "refused" if control[0] in {**ACTS, **TAKEN_BACK} else "-"
    parts = [_where(before, after), *_changes(before, after)]
    if _inner(match) != inner:
        parts.append(_noted(match, control))
    parts += ["look-up"] if "lookup" in said else []
    text = ", ".join(part for part in parts if part)
    logs = [name for name in said if name in LOGGED]
    return text or (f"log {logs[0]}" if logs else "-")


def _signed(match: Match) -> int:
    """Return who has confirmed the question put to both, or the summary."""
    if match.question:
        return match.question.said
    return match.ending.signed if match.ending else events.NONE


def _inner(match: Match) -> tuple[int, ...]:
    """Return the state that a control may change but no field shows."""
    noted = [match.asking, _signed(match), match.stop.asked if match.stop else events.NONE]
    for player in match.players:
        noted += [len(player.turns_to_lose), player.absent]
    return tuple(noted)


LOGGED = (
    "undo",
    "again",
    "absent",
    "back",
    "late",
    "appeal",
    "adjust",
    "limit",
    "close",
    "lose-turn",
)


def _where(before: dict[str, Any], after: dict[str, Any]) -> str:
    if (before["phase"], before["running"]) == (after["phase"], after["running"]):
        return ""
    runs = "" if after["running"] == "none" else f" ({after['running']} runs)"
    return f"**{after['phase']}**{runs}"


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the fields, apart from phase and running, that the control changed."""
    parts = []
    for name in (
        "turn",
        "turns.A",
        "turns.B",
        "reason",
        "marks",
        "verdict",
        "notice",
        "forfeit",
        "penalty.A",
        "card.A",
        "limit",
    ):
        if before[name] != after[name] and after[name] != "none":
            parts.append(f"{name} {after[name]}")
    if before["clock.A"] != after["clock.A"]:
        parts.append(f"clock.A {after['clock.A']}")
    return parts


def _noted(match: Match, control: tuple[int, int, int]) -> str:
    """Return the changes that no field shows."""
    kind = control[0]
    if kind in (events.PRESS, events.CLOSE):
        signed = _signed(match)
        return "signed by " + events.WHO_NAMES[signed] if signed else ""
    names = {
        events.ASKED: "noted", events.SUBMIT: "both to sign", events.FINISH: "both to sign",
        events.REOPEN: "both to sign", events.EDIT: "", events.CANCEL: "dropped",
        events.ABSENT: "absent", events.BACK: "back", events.LOSE_TURN: "next turn lost",
    }  # fmt: skip
    return names.get(kind, "")


def rows(mode: int) -> dict[str, dict[str, str]]:
    """Return the answer to each control in each stage of a mode."""
    return {
        name: {control: answer(mode, steps, what) for control, what in CONTROLS.items()}
        for name, steps in stages(mode).items()
    }


def markdown() -> str:
    """Return the whole page; a stage is told by what differs from the likest one before it."""
    lines = [HEAD]
    known: dict[str, dict[str, str]] = {"": dict.fromkeys(CONTROLS, "-")}
    for mode, preset in enumerate(MODES):
        lines += ["", f"## {preset}", ""]
        for stage, answers in rows(mode).items():
            like = min(known, key=lambda name: len(_differing(answers, known[name])))
            groups: dict[str, list[str]] = {}
            for control in _differing(answers, known[like]):
                groups.setdefault(answers[control], []).append(f"`{control}`")
            told = [f"{' '.join(names)} {said}" for said, names in groups.items()]
            if mode == 0 or like != stage or told:
                as_there = [f"as *{like}*"] if like else []
                lines += item(f"{stage}: " + "; ".join(as_there + told))
            known[stage] = answers
    return "\n".join(lines) + "\n"


def _differing(answers: dict[str, str], like: dict[str, str]) -> list[str]:
    return [control for control in CONTROLS if answers[control] != like[control]]


HEAD = """# Phase x control

Made by `corrido rules table` from the core; a test keeps this page in step. A is the mover; the
control is used 100 s into a game with plenty of time left. What each control does, by
the stage of the game:

- **phase**: the phase that follows, and whose clock runs in it; then the fields that change.
- ignored: nothing changes; a press of A, B, STOP or CHALLENGE is logged as ignored.
- refused: the arbiter is told that the act is not possible here; nothing changes.
- `-`, or a control that is not named: nothing happens; the screen does not offer it.
- *as STAGE*: like that stage, or that of the mode before, but for what follows.
- a stage that is left out: as in the mode before.
"""
