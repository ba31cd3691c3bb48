"""`corrido bench hall`: delay, losses and the loop's longest turn with 1, 40 and 200 tables."""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from host_tools.workshop.bench._options import count

SUMMARY = "tables on a real Mosquitto: entries lost, end-to-end delay, the radio's cost per turn"
EXAMPLE = "--tables 1 40 200"
TURN_MS = 4000
STOP_EVERY = 20  # turns: in a stop, a device reads back the entries that its queue lost
BOOT_S = 0.4  # processor time per table
HEADINGS = ("tables", "entries", "lost", "twice", "disorder", "delay 50 %", "95 %", "99 %", "most",
            "network", "turn", "presses off")  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument("--tables", type=count, nargs="+", default=[1, 40, 200], metavar="N")
    parser.add_argument("--turns", type=count, default=8, help="per table (default 8)")
    parser.add_argument(
        "--outage", type=int, default=0, metavar="S",
        help="stop the broker in the third turn for S seconds (0 to 3600, default 0)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Play each hall in turn, all tables powered at once, and then a table without radio."""
    return {
        "halls": [_hall(tables, args.turns, args.outage) for tables in args.tables],
        "without": _without(args.turns),
    }


def _plan(tables: int, turns: int) -> dict[str, Any]:
    """Plan the games; every table is up before the first game begins, however many there are."""
    start_ms = 6000 + round(tables * BOOT_S * 1000)
    seconds = start_ms / 1000 + (turns + 2) * TURN_MS / 1000 + 12
    return {"turns": turns, "turn_ms": TURN_MS, "start_ms": start_ms, "seconds": round(seconds)}


def _hall(tables: int, turns: int, outage_s: int) -> dict[str, Any]:
    from host_tools.workshop.hall.room import HALL, Seat, Watch, broker

    turns += -(-outage_s * 1000 // TURN_MS)
    plan = _plan(tables, turns) | {"drain": True, "stop_every": STOP_EVERY if outage_s else 0}
    with tempfile.TemporaryDirectory() as folder, broker(Path(folder)) as there:
        watch = Watch(there.port)
        settings = {"hall": HALL, "broker": f"127.0.0.1:{there.port}"}
        seats = [Seat(n, plan, settings) for n in range(1, tables + 1)]
        back_us = 0
        if outage_s:
            time.sleep(plan["start_ms"] / 1000 + 3 * TURN_MS / 1000)
            there.stop()
            time.sleep(outage_s)
            there.start()
            back_us = time.time_ns() // 1000
        results = {seat.id: seat.ended() for seat in seats}
        time.sleep(1.0)
        watch.close()
    judged = _judged(tables, results, watch.heard)
    return judged | ({"outage": _caught_up(results, watch.heard, back_us)} if back_us else {})


def _caught_up(results: dict[str, Any], heard: dict[str, Any], back_us: int) -> dict[str, int]:
    """Return how many of the outage's entries arrived, and how soon the tables were back.

    Times are microseconds, from the broker's return to the slowest table's first entry, and to the
    last entry from before that return.
    """
    first, last, late = [], [], 0
    for name, came in heard.items():
        epoch_us = results[name]["epoch_us"]
        after = [(at, e) for at, e in came if at >= back_us]
        # Entries read again from the log have no instant of their own (-1).
        of_before = [at for at, e in after if e.us < back_us - epoch_us]
        late += len(of_before)
        first += [after[0][0] - back_us] if after else []
        last += [max(of_before) - back_us] if of_before else []
    return {"entries": late, "tables": len(first), "first_us": max(first or [0]),
            "all_us": max(last or [0])}  # fmt: skip


def _judged(tables: int, results: dict[str, Any], heard: dict[str, Any]) -> dict[str, Any]:
    delays_us: list[int] = []
    lost = twice = disorder = off_ms = 0
    for name, result in results.items():
        came = heard.get(name, [])
        numbers = [entry.n for _, entry in came]
        lost += len(set(range(1, result["entries"] + 1)) - set(numbers))
        twice += len(numbers) - len(set(numbers))
        disorder += sum(b < a for a, b in zip(numbers, numbers[1:]))
        off_ms = max(off_ms, result["press_ms"])
        delays_us += [at - result["epoch_us"] - e.us for at, e in came if e.us >= 0]
    return {
        "tables": tables,
        "entries": sum(result["entries"] for result in results.values()),
        "lost": lost, "twice": twice, "disorder": disorder, "press_off_ms": off_ms,
        "delay_us": _spread(delays_us),
        "network_us": _spread([result["network_us"] for result in results.values()]),
        "turn_us": _spread([result["turn_us"] for result in results.values()]),
        "heap_bytes": max(result["heap"] for result in results.values()),
    }  # fmt: skip


def _without(turns: int) -> dict[str, Any]:
    from host_tools.workshop.hall.room import Seat

    result = Seat(1, _plan(1, turns), {}).ended()
    return {"turn_us": result["turn_us"], "heap_bytes": result["heap"]}


def _spread(values: list[int]) -> dict[str, int]:
    """Return bounds for half, 95 %, 99 % and all of the values; 0 if there are none."""
    ordered = sorted(values) or [0]
    last = len(ordered) - 1
    shares = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))
    return {name: ordered[round(last * share)] for name, share in shares}


def failed(result: dict[str, Any]) -> bool:
    """Return whether an entry was lost or out of order, or a press was more than 1 ms off."""
    return any(h["lost"] or h["disorder"] or h["press_off_ms"] > 1 for h in result["halls"])


def table(result: dict[str, Any]) -> str:
    """Return the figures for people.

    Times are milliseconds. `turn` and `network` are each table's longest while a clock ran, given
    as the bound for half of the tables.
    """
    lines = ["{:>7} {:>8} {:>5} {:>6} {:>9} {:>11} {:>7} {:>7} {:>7} {:>8} {:>7} {:>11}".format(
        *HEADINGS)]  # fmt: skip
    for hall in result["halls"]:
        delay = [hall["delay_us"][name] / 1000 for name in ("p50", "p95", "p99", "most")]
        lines.append(
            f"{hall['tables']:>7} {hall['entries']:>8} {hall['lost']:>5} {hall['twice']:>6} "
            f"{hall['disorder']:>9} {delay[0]:>11.1f} {delay[1]:>7.1f} {delay[2]:>7.1f} "
            f"{delay[3]:>7.1f} {hall['network_us']['p50'] / 1000:>8.2f} "
            f"{hall['turn_us']['p50'] / 1000:>7.2f} {hall['press_off_ms']:>11}"
        )
        if "outage" in hall:
            back = hall["outage"]
            lines.append(
                f"        after the outage: {back['tables']} tables back in at most "
                f"{back['first_us'] / 1e6:.1f} s, {back['entries']} entries of before told in "
                f"{back['all_us'] / 1e6:.1f} s"
            )
    without = result["without"]
    heap = max(hall["heap_bytes"] for hall in result["halls"])
    lines.append(f"without the radio: longest turn {without['turn_us'] / 1000:.2f} ms, "
                 f"heap {without['heap_bytes']:,} bytes; with it at most {heap:,}")  # fmt: skip
    return "\n".join(lines)
