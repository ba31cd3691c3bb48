"""`corrido status`: the state of running devices, read without disturbing them."""

import argparse
import json

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError, tell


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
            runs = {"none": "both stand", "AB": "both run"}
            told = runs.get(found["running"]) or f"{found['running']} runs"
            reason = f" ({found['reason']})" if found["phase"] == "stopped" else ""
            print(f"{found['port']}: {found['name'] or found['id']}: game {found['game']}, "
                  f"{found['phase']}{reason}, {told}  A {found['clock.A']}  "
                  f"B {found['clock.B']}")  # fmt: skip
    return failed
