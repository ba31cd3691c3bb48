"""`corrido status`: the state of running devices, read without disturbing them."""

import argparse
import json
from typing import Any

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError, tell


def ask(port: str) -> dict[str, Any]:
    """Return the name, serial number and status of a port's device; UserError without one."""
    with Client(port) as client:
        about = client.ask("about")
        status = client.ask("status")
    return {"port": port, "name": about["name"], "id": about["id"], **status}


def line(found: dict[str, Any]) -> str:
    """Return the status as one readable line."""
    who = found["name"] or found["id"]
    clocks = f"A {found['clock.A']}  B {found['clock.B']}"
    runs = {"none": "both stand", "AB": "both run"}.get(found["running"], "")
    runs = runs or f"{found['running']} runs"
    reason = f" ({found['reason']})" if found["phase"] == "stopped" else ""
    told = f"{found['port']}: {who}: game {found['game']}, {found['phase']}{reason}"
    return f"{told}, {runs}  {clocks}"


def command(args: argparse.Namespace) -> int:
    """Print every status; 0 if every device answered, 1 if one did not, 2 for a bad answer."""
    answers, failed = [], 0
    for port in ports.chosen(args.port):
        try:
            answers.append(ask(port))
        except UserError as error:
            failed = max(failed, error.exit_code)
            tell(error)
    if args.json:
        print(json.dumps(answers, indent=2, ensure_ascii=False))
    else:
        for found in answers:
            print(line(found))
    return failed
