"""The whole firmware at random tables: scenarios whose expectations come from the model."""

from pathlib import Path

import pytest
from corrido.core.presets import rules_for

from host_tools.scenario.parser import load
from host_tools.scenario.runner import run
from tests.model.model import Model
from tests.model.table import hand

GAMES = (
    ("fise-corrido", {"budget": 60}),
    ("fise-corrido", {"budget": 300, "limit": 200}),
    ("fise-no-corrido", {"budget": 90, "guard": 700}),
    ("fise-no-corrido", {"budget": 60, "limit": 150}),
    ("fise-temporizador", {"turn": 45}),
    ("fise-temporizador", {"turn": 30, "limit": 240, "guard": 300}),
    ("norsk", {"budget": 20, "overtime-limit": 70}),
)
ATTRIBUTES = {
    "budget": "budget_ms", "turn": "turn_ms", "limit": "limit_ms", "guard": "guard_ms",
    "overtime-limit": "overtime_limit_ms",
}  # fmt: skip
BUTTONS = ("A", "A", "A", "B", "B", "B", "STOP", "STOP")
PAUSES_MS = (200, 299, 300, 301, 499, 500, 501, 699, 700, 2000, 9000, 15000, 31000, 60000)
SHOWN = (
    "phase", "running", "turn", "clock.A", "clock.B", "points.A", "points.B", "turns.A",
    "turns.B", "limit", "reason", "notice", "forfeit", "marks",
)  # fmt: skip


def model_of(preset, settings):
    """Return the model of a game with these settings, in the scenario language's form."""
    scale = {key: 1 if key == "guard" else 1000 for key in settings}
    changes = {ATTRIBUTES[key]: value * scale[key] for key, value in settings.items()}
    return Model(rules_for(preset, **changes))


def scenario(seed):
    """Return the text of a random game, with the model's answers as expectations."""
    rng = hand(seed)
    preset, settings = GAMES[seed % len(GAMES)]
    model = model_of(preset, settings)
    model.feed(0, "arm")
    pairs = " ".join(f"{key}={value}" for key, value in settings.items())
    lines = [f"device preset={preset} {pairs}", "at 0 power on"]
    t = 1000
    for _ in range(40):
        t += rng.choice(PAUSES_MS) if rng.random() < 0.7 else rng.randrange(200, 20000)
        button = rng.choice(BUTTONS)
        if button == "STOP":
            model.feed(t, "stop")
        else:
            model.feed(t, "press", 1 if button == "A" else 2)
        status = model.status(t)
        wanted = ", ".join(f"{name} {status[name]}" for name in SHOWN)
        lines += [f"at {t / 1000:.3f} press {button}", f"expect {wanted}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(42))
def test_the_device_is_the_model(seed: int, tmp_path: Path) -> None:
    path = tmp_path / f"game-{seed}.scn"
    path.write_text(scenario(seed), encoding="utf-8")
    outcome = run(load(path)[0])
    assert outcome.passed, f"{outcome.text()}\n{path.read_text(encoding='utf-8')}"
