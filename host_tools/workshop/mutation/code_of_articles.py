"""The functions of the firmware that implement each article of the rulebook."""

# Article, numbered as in docs/rules-by-article.md -> functions, by file.
ABOUT: dict[str, tuple[str, ...]] = {
    "4": ("core/controls.py: _start", "core/turn.py: start"),
    "5.2": ("core/arbiter.py: sheet",),
    "10": ("ui/tiles.py: put", "core/turn.py: say_blank"),
    "24": ("core/arbiter.py: lose_turn", "core/turn.py: take_lost_turn"),
    "25": ("core/turn.py: say_mark",),
    "26": ("core/turn.py: say_mark",),
    "30": (
        "core/limit.py: begin", "core/limit.py: give", "core/limit.py: counts",
        "core/limit.py: left_ms", "core/limit.py: ran_out", "core/limit.py: owes_turn",
        "core/limit.py: turn_completed",
    ),
    "31": ("core/clock.py: Clock.run", "core/turn.py: fresh"),
    "32": (
        "core/controls.py: _first_press", "core/controls.py: _second_press",
        "core/turn.py: begin_count", "core/turn.py: hand_over", "core/turn.py: complete",
        "core/turn.py: too_soon",
    ),
    "33": ("core/signals.py: wait_ms", "core/signals.py: give"),
    "34": (
        "core/controls.py: stop_key", "core/stop.py: enter", "core/stop.py: go_on",
        "core/stop.py: reason",
    ),
    "35": (
        "core/clock.py: minutes_begun", "core/clock.py: Clock.over_ms",
        "core/clock.py: Clock.points", "core/overtime.py: lose", "core/overtime.py: announce",
    ),
    "36": ("core/late.py: missing", "core/late.py: arrive", "core/controls.py: _arrive"),
    "37": (
        "core/late.py: absent", "core/late.py: back", "core/late.py: here_again",
        "core/overtime.py: lose",
    ),
    "38": ("core/challenge.py: refusal", "core/replay.py: undoable"),
    "39": (
        "core/challenge.py: refusal", "core/challenge.py: _wrong_moment",
        "core/challenge.py: challenged", "core/challenge.py: leave",
    ),
    "40": (
        "core/challenge.py: submit", "core/challenge.py: verdict", "core/challenge.py: again",
        "core/challenge.py: refusal", "ui/tiles.py: put",
    ),
    "41": ("core/stop.py: enter", "core/stop.py: go_on"),
    "42": (
        "core/controls.py: _confirm", "core/controls.py: _look_up", "core/challenge.py: verdict",
        "core/challenge.py: appeal", "core/challenge.py: ask_appeal",
        "ui/screens/verdict.py: ConfirmScreen.items",
    ),
    "43": ("services/judge.py: Judge.look_up",),
    "44": (
        "core/controls.py: _sign", "core/ending.py: sign", "core/ending.py: end_by_itself",
        "core/ending.py: deaf_ms", "core/match.py: Match._act", "core/controls.py: _reopen",
        "core/reopen.py: reopen", "core/reopen.py: agreed", "core/ending.py: score",
    ),
    "45.1": ("core/controls.py: _finish", "core/ending.py: finish", "core/ending.py: finished"),
    "45.2": (
        "core/scoreless.py: Row.add",
        "core/scoreless.py: Row._count",
        "core/scoreless.py: count",
    ),
    "45.3": (
        "core/scoreless.py: Row.add",
        "core/scoreless.py: Row._count",
        "core/scoreless.py: count",
    ),
    "45.4": ("core/controls.py: _finish", "core/ending.py: finish", "core/ending.py: finished"),
    "45.5": ("core/limit.py: ran_out", "core/ending.py: end"),
    "46.5": ("core/arbiter.py: lose_game", "core/ending.py: forfeit"),
    "47.5": ("core/stop.py: book", "core/stop.py: asked"),
    "48": (
        "core/arbiter.py: set_clock", "core/arbiter.py: end_game", "core/arbiter.py: void",
        "core/replay.py: revertible", "core/match.py: Match._answer",
    ),
    "49": (
        "core/arbiter.py: penalty", "core/arbiter.py: card", "core/arbiter.py: revoke",
        "core/status.py: penalty", "core/status.py: card",
    ),
}  # fmt: skip
# Functions whose emptying changes nothing a scenario could see, each with the reason.
SAME: dict[str, str] = {}
