"""A hall of simulated boards, provisioned at once.

`python -m tests.device.hall [BOARDS]` prints the times of one board and of all. Each board is the
real interpreter with the times of a W25Q16 flash (45 ms per erase, 0.7 ms per page).
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.device.rig import BOARD, SimulatedBoard

ERASE_US, PROGRAM_US = 45_000, 700
FULL_BLOCKS = 60


def hall(folder: Path, count: int, timed: bool = True) -> list[SimulatedBoard]:
    """Return this many boards, powered on."""
    times = (ERASE_US, PROGRAM_US) if timed else (0, 0)
    return [
        SimulatedBoard(folder / str(n), 350, *times, unique_id=f"{n:08x}").power_on()
        for n in range(count)
    ]


def write_plan(path: Path, boards: list[SimulatedBoard]) -> None:
    """Write a plan with one line per board, found by its serial number."""
    lines = [
        f"{n:08x},Mesa {n + 1},{n + 1},fise-corrido,1500,{4000 + n}" for n in range(len(boards))
    ]
    path.write_text("\n".join(["id,device-name,table,preset,budget,pin", *lines]))


def provision(boards: list[SimulatedBoard], *more: str) -> tuple[int, list[dict], float]:
    """Run the command as a user does; return exit code, report and seconds."""
    command = [sys.executable, "-m", "host_tools", "provision", "--json", "--board", BOARD]
    for board in boards:
        command += ["--port", board.port]
    started = time.monotonic()
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - started
    if not done.stdout:
        raise RuntimeError(done.stderr)
    return done.returncode, json.loads(done.stdout), seconds


def _switch_off(boards: list[SimulatedBoard]) -> None:
    for board in boards:
        board.power_off()


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = folder / "hall.csv"
        one = hall(folder / "one", 1)
        write_plan(plan, one)
        code, _, first_s = provision(one, "--plan", str(plan))
        print(f"one board: {first_s:.1f} s, exit {code}")
        _switch_off(one)
        boards = hall(folder / "all", count)
        write_plan(plan, boards)
        code, entries, all_s = provision(boards, "--plan", str(plan))
        print(f"{count} boards: {all_s:.1f} s, {all_s / first_s:.2f} times one, exit {code}")
        print(sum(entry["ok"] for entry in entries), "ready")
        for entry in entries:
            if not entry["ok"]:
                print(f"  FAILED {entry}")
        _switch_off(boards)


if __name__ == "__main__":
    main()
