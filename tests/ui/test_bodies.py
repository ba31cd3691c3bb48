"""One state, many bodies: what one of them tells, each other tells, or its omission was decided.

bodies.txt has a line a state: the scenario that leads there, and what each body tells
of it at least.
"""

from pathlib import Path

from corrido.app.aside import TAPS, Aside, Teller
from corrido.core import phases
from corrido.services.sound import PATTERNS
from corrido.ui.texts.source import read

from boards.web.panel import Panel
from host_tools.scenario.vocabulary import NOTICES
from host_tools.sim import ocr
from host_tools.workshop.screens.cases import walk

BODIES = ("display", "phone", "hall", "speech", "led", "motor")
ROWS = [
    [cell.strip() for cell in line.split("|")]
    for line in Path(__file__).with_name("bodies.txt").read_text("utf-8").splitlines()
    if line and line[0] != "#"
]
EXACT = ("led", "motor")
NAMES = {taps: name for name, taps in TAPS.items()}
SAMPLES, SAMPLE_MS = 20, 50


def lamp(table):
    """Return which LED is lit over a second, with how often it changes."""
    seen = []
    for _ in range(SAMPLES):
        seen.append("".join(name for name in "AB" if table.device.world.leds.get(name)))
        table.wait(SAMPLE_MS)
    changes = sum(one != other for one, other in zip(seen, seen[1:], strict=False))
    return (max(seen, key=len) or "none") + f" winks {changes}" * bool(changes)


def told(line, monkeypatch):
    """Return what each body tells at the end of a line, in Spanish, its state, and all felt."""
    felt, texts = [], read("es", "hall")
    monkeypatch.setattr(Aside, "_tap", lambda _, taps: felt.append(NAMES.get(taps, "")) or None)
    table = walk(f"after {line}", felt="yes")
    match, place = table.match, Panel(table.app).view()["place"]
    reason = f": {texts['reason.' + match.status()['reason']]}" if match.phase == "stopped" else ""
    lines = [place.get("heading", ""), *place.get("texts", ())]
    lines += [part for row in place.get("figures", ()) for part in row]
    lines += [f"urgency {level}" for level in place.get("urgency", ()) if level]
    answers = (
        " ".join(ocr.read_text(table.device.frame())),
        " ".join(filter(None, lines)),
        texts[f"phase.{match.phase}"] + reason,
        Teller(table.app.aside._text).news(match),
        lamp(table),
        ([name for name in felt if name] or ["none"])[-1],
    )
    return dict(zip(BODIES, answers, strict=True)), match, set(felt)


def test_each_body_tells_each_state(monkeypatch):
    seen, notices, patterns, wrong = set(), set(), set(), []
    for line, *wanted in ROWS:
        assert len(wanted) == len(BODIES) and all(wanted), f"{line}: an empty cell"
        answers, match, felt = told(line, monkeypatch)
        monkeypatch.undo()
        seen.add(match.phase)
        notices.add(match.notice)
        patterns |= felt
        for body, cell in zip(BODIES, wanted, strict=True):
            tells = cell == answers[body] if body in EXACT else cell in answers[body]
            if not (tells or cell == "none" and body not in EXACT):
                wrong.append(f"{line}: {body}: {cell}, not {answers[body]}")
    assert not wrong, "\n".join(wrong)
    assert seen == set(phases.ALL) and notices >= set(NOTICES)
    assert patterns >= set(PATTERNS) - {"press"}, "each sound can be felt"
