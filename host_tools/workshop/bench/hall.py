"""`corrido bench hall`: delay, losses and the loop's longest turn with 1, 40 and 200 tables."""

import argparse
import signal
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools import arguments

if TYPE_CHECKING:
    from host_tools.workshop.bench._room import Club

SUMMARY = "a real Mosquitto and hall: entries lost, their delay, the radio's cost per turn"
EXAMPLE = "--tables 1 40 200"
TURN_MS = 4000
FROZEN_S, AGAIN_S = 12, 8  # frozen: longer than a device waits for an acknowledgement
TROUBLE_TURNS = 12
PATIENCE_S = 180  # after the last turn, for what a device is asked for again
BOOT_S = 0.4  # processor time per table
HEADINGS = ("tables", "entries", "lost", "delay 50 %", "95 %", "99 %", "most", "network", "turn",
            "presses off", "whole after")  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--tables", type=arguments.whole(1, 999_999), nargs="+", default=[1, 40, 200], metavar="N"
    )
    parser.add_argument(
        "--turns", type=arguments.whole(1, 999_999), default=8, help="per table (default 8)"
    )
    parser.add_argument(
        "--trouble", action="store_true",
        help="in mid-round: kill -9 of the broker, a broker that answers nothing for "
        f"{FROZEN_S} s, its restart, kill -9 of the hall",
    )  # fmt: skip


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Play each hall in turn, all tables powered at once, and then a table without radio."""
    return {
        "halls": [play(tables, args.turns, args.trouble) for tables in args.tables],
        "without": _without(args.turns),
    }


def _plan(tables: int, turns: int) -> dict[str, Any]:
    """Plan the games; every table is up before the first game begins, however many there are."""
    start_ms = 6000 + round(tables * BOOT_S * 1000)
    seconds = start_ms / 1000 + (turns + 2) * TURN_MS / 1000 + 12
    return {"turns": turns, "turn_ms": TURN_MS, "start_ms": start_ms, "seconds": round(seconds)}


def play(tables: int, turns: int, trouble: bool) -> dict[str, Any]:
    """Play one game at each of the tables; return what was lost, and delays in microseconds.

    turns: per table; with trouble TROUBLE_TURNS more.
    """
    from host_tools.workshop.bench._room import Seat, club

    with tempfile.TemporaryDirectory() as folder, club(Path(folder), tables) as opened:
        until = Path(folder, "ended")
        plan = _plan(tables, turns + (TROUBLE_TURNS if trouble else 0))
        plan |= {"drain": True, "until": str(until)}
        seats = [Seat(plan | {"id": f"{n:016x}"}, settings)
                 for n, settings in enumerate(opened.settings, 1)]  # fmt: skip
        time.sleep(plan["start_ms"] / 1000 + 3 * TURN_MS / 1000)
        if trouble:
            _trouble(opened)
        played_s = time.monotonic() + plan["turns"] * TURN_MS / 1000
        while time.monotonic() < played_s or not _settled(opened.heard(), tables, plan["turns"]):
            if time.monotonic() > played_s + PATIENCE_S:
                break
            time.sleep(2)
        settled_s = time.monotonic() - played_s
        until.touch()
        names = [settings["broker-user"] for settings in opened.settings]
        results = {name: seat.ended() for name, seat in zip(names, seats, strict=True)}
        return _judged(results, opened.heard(), settled_s)


def _trouble(opened: "Club") -> None:
    """Let happen what can: each time the games go on."""
    opened.stop("broker", signal.SIGKILL)
    time.sleep(5)
    opened.start("broker")
    time.sleep(AGAIN_S)
    opened.freeze(FROZEN_S)
    time.sleep(AGAIN_S)
    opened.stop("broker")
    opened.start("broker")
    opened.stop("hall", signal.SIGKILL)
    time.sleep(3)
    opened.start("hall")


def _settled(heard: dict[str, dict[int, int]], tables: int, turns: int) -> bool:
    """Return whether every table has told its turns, and no entry before its last is missing."""
    whole = [max(came) == len(came) > turns for came in heard.values()]
    return len(whole) == tables and all(whole)


def _judged(
    results: dict[str, dict[str, Any]], heard: dict[str, dict[int, int]], settled_s: float
) -> dict[str, Any]:
    delays_us: list[int] = []
    lost = 0
    for name, result in results.items():
        came = heard.get(name, {})
        lost += len(set(range(1, result["entries"] + 1)) - set(came))
        delays_us += [at - result["epoch_us"] for at in came.values() if at >= 0]
    return {
        "tables": len(results),
        "entries": sum(result["entries"] for result in results.values()),
        "lost": lost, "press_off_ms": max(result["press_ms"] for result in results.values()),
        "settled_s": round(settled_s, 1),
        "delay_us": _spread(delays_us),
        "network_us": _spread([result["network_us"] for result in results.values()]),
        "turn_us": _spread([result["turn_us"] for result in results.values()]),
        "heap_bytes": max(result["heap"] for result in results.values()),
    }  # fmt: skip


def _without(turns: int) -> dict[str, Any]:
    from host_tools.workshop.bench._room import Seat

    result = Seat(_plan(1, turns), {}).ended()
    return {"turn_us": result["turn_us"], "heap_bytes": result["heap"]}


def _spread(values: list[int]) -> dict[str, int]:
    """Return bounds for half, 95 %, 99 % and all of the values; 0 if there are none."""
    ordered = sorted(values) or [0]
    last = len(ordered) - 1
    shares = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))
    return {name: ordered[round(last * share)] for name, share in shares}


def failed(result: dict[str, Any]) -> bool:
    """Return whether an entry was lost, or a press was more than 1 ms off."""
    return any(h["lost"] or h["press_off_ms"] > 1 for h in result["halls"])


def table(result: dict[str, Any]) -> str:
    """Return the figures for people.

    Times are milliseconds. `turn` and `network` are each table's longest while a clock ran, given
    as the bound for half of the tables.
    """
    lines = ["{:>7} {:>8} {:>5} {:>11} {:>7} {:>7} {:>7} {:>8} {:>7} {:>11} {:>11}".format(
        *HEADINGS)]  # fmt: skip
    for hall in result["halls"]:
        delay = [hall["delay_us"][name] / 1000 for name in ("p50", "p95", "p99", "most")]
        lines.append(
            f"{hall['tables']:>7} {hall['entries']:>8} {hall['lost']:>5} "
            f"{delay[0]:>11.1f} {delay[1]:>7.1f} {delay[2]:>7.1f} "
            f"{delay[3]:>7.1f} {hall['network_us']['p50'] / 1000:>8.2f} "
            f"{hall['turn_us']['p50'] / 1000:>7.2f} {hall['press_off_ms']:>11} "
            f"{hall['settled_s']:>9} s"
        )
    without = result["without"]
    heap = max(hall["heap_bytes"] for hall in result["halls"])
    lines.append(f"without the radio: longest turn {without['turn_us'] / 1000:.2f} ms, "
                 f"heap {without['heap_bytes']:,} bytes; with it at most {heap:,}")  # fmt: skip
    return "\n".join(lines)
