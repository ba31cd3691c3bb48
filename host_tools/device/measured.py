"""`corrido report`: what the first owner of a board measures and sends, in one file, no names."""

import argparse
import json
import time
from datetime import date
from statistics import median
from typing import Any

from host_tools.device import ports, prelude, ready
from host_tools.device.client import Client, refuse_in_play, wait_for_firmware
from host_tools.device.doctor import Examination
from host_tools.device.repl import Repl
from host_tools.errors import UserError
from host_tools.files import write_whole

FORMAT = 1
ASKS = 20
DRIFT_S = 10.0
ANONYMOUS = ("port", "name", "id", "game", "pin", "lexicon")  # what tells whose board it is
# What takes hands: jumper wires from free pins to A and B, or a thumb on each key.
BY_HAND = ("bounce of each key", "press to durable by two jumper wires", "ppm over an hour")


def of_running(client: Client) -> dict[str, Any]:
    """Return what is measured while the firmware runs: answers, and its clock against this one.

    Milliseconds; ppm with the uncertainty that the answers' spread gives it.
    """
    answers_ms: list[float] = []
    for _ in range(ASKS):
        before = time.perf_counter()
        client.ask("status")
        answers_ms.append((time.perf_counter() - before) * 1000)
    first, here = client.ask("about")["uptime_ms"], time.perf_counter()
    time.sleep(DRIFT_S)
    passed_ms = client.ask("about")["uptime_ms"] - first
    host_ms = (time.perf_counter() - here) * 1000
    spread_ms = max(answers_ms) - min(answers_ms)
    return {
        "parts": client.ask("health"),
        "answer_ms": {"min": round(min(answers_ms), 2), "median": round(median(answers_ms), 2),
                      "max": round(max(answers_ms), 2)},
        "ppm": round((passed_ms - host_ms) / host_ms * 1e6),
        "ppm_uncertain": round(spread_ms / host_ms * 1e6),
    }  # fmt: skip


def of_stopped(repl: Repl, client: Client) -> dict[str, Any]:
    """Return what is measured at the prompt, and the seconds of the start after it."""
    repl.enter()
    repl.empty()  # with the firmware as files its memory would not do
    told = repl.told(prelude.code("measure"))
    repl.restart()
    begun = time.perf_counter()
    wait_for_firmware(client, ready.START_S)
    return {**told, "start_s": round(time.perf_counter() - begun, 2)}


def report(port: str, pin: str | None, force: bool) -> dict[str, Any]:
    """Return the report on one board; UserError if nothing answers or a clock runs."""
    examined = Examination(port, pin).run()
    found: dict[str, Any] = {
        "corrido_report": FORMAT,
        "date": date.today().isoformat(),
        "board": {key: value for key, value in examined.items()
                  if key not in (*ANONYMOUS, "findings")},
        "findings": examined["findings"],
    }  # fmt: skip
    if port.startswith("socket://"):
        with Client(port, pin=pin) as client:
            running, stopped = of_running(client), None
    else:
        with Repl(port) as repl:
            client = Client(port, repl.transport, pin)
            if not refuse_in_play(client, force):
                told = f"{port}: no running Corrido answers; `corrido deploy` puts it there"
                raise UserError(told)
            running, stopped = of_running(client), of_stopped(repl, client)
    return {**found, "running": running, "stopped": stopped, "by_hand": list(BY_HAND)}


def row(found: dict[str, Any]) -> str:
    """Return a report on a board that was stopped as its row in docs/evidence/hardware.md."""
    board, running, stopped = found["board"], found["running"], found["stopped"]
    block_ms, loop_ms = (median(stopped[name]) / 1000 for name in ("block_us", "loop_us"))
    return (
        f"| {board['machine']}, {board['micropython']} | {running['answer_ms']['median']:.0f} ms "
        f"| {running['ppm']} ± {running['ppm_uncertain']} "
        f"| {block_ms:.1f} ms | {loop_ms:.1f} ms | {stopped['start_s']} s |"
    )


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido report`: write the file; 1 if a part is at fault."""
    found = report(ports.only(args.port), args.pin, args.force)
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    write_whole(args.output, text.encode())
    print(f"{args.output}: no names in it; docs/hardware.md says where to send it")
    if found["stopped"]:
        print(row(found))
    return 1 if any(one["level"] == "fault" for one in found["findings"]) else 0
