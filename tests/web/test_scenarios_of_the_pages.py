"""Scenarios as a page plays them: by its own player, with macros, on its own device."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.npm import node
from host_tools.paths import lexicons_dir
from host_tools.sim import wasm
from host_tools.sim.build import compiled_for_wasm
from host_tools.web.site import STATIC

SCRIPT = Path(__file__).with_name("scenarios.mjs")
FILES = sorted((Path(__file__).resolve().parent.parent / "scenarios").glob("*.scn"))
WRONG = """device preset=fise-corrido budget=600
at 0 power on
at 1 press B
+1 expect {}
"""


def played(*files: Path) -> list[dict[str, object]]:
    """Return how each scenario went."""
    try:
        command = [*node(), str(SCRIPT), str(STATIC), str(wasm.interpreter())]
    except UserError as error:
        pytest.skip(str(error))
    command += [str(compiled_for_wasm()), str(lexicons_dir()), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_scenarios_hold_on_the_device_of_the_pages(tmp_path: Path) -> None:
    """A sample, for all take minutes: a page plays one scenario a file."""
    texts = re.split(r"^scenario .+$", "".join(f.read_text("utf-8") for f in FILES), flags=re.M)
    sample = []
    for number, text in enumerate(texts[4::80]):
        sample.append(tmp_path / f"{number}.scn")
        sample[-1].write_text(text, encoding="utf-8")
    outcomes = played(*sample)
    assert len(outcomes) == len(sample) > 2
    assert [outcome for outcome in outcomes if not outcome["passed"]] == []


def test_what_does_not_hold_is_seen(tmp_path: Path) -> None:
    wrong = [
        "running B", "clock.A 9:58.999", "log press 2", 'no screen "29:59"', "heard warn1 1.5",
    ]  # fmt: skip
    files = []
    for number, item in enumerate(wrong):
        files.append(tmp_path / f"{number}.scn")
        files[-1].write_text(WRONG.format(item.replace("29:59", "9:59")))
    outcomes = played(*files)
    assert [(outcome["passed"], outcome["line"]) for outcome in outcomes] == [(False, 4)] * len(
        wrong
    )
