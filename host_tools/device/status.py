"""`corrido status`: the state of running devices, read without disturbing them."""

import argparse
import json
from typing import Any

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError, tell


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
            with Client(port) as client:
                about, status = client.ask("about"), client.ask("status")
            told = {"port": port, "name": about["name"], "id": about["id"]}
            answers.append(told | status)
        except UserError as error:
            failed = max(failed, error.exit_code)
            tell(error)
    if args.json:
        print(json.dumps(answers, indent=2, ensure_ascii=False))
    else:
        for found in answers:
            print(line(found))
    return failed
