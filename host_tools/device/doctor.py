"""`corrido doctor`: finds the boards and diagnoses their faults, with remedies."""

import argparse
import json
from pathlib import Path
from typing import Any

from host_tools.device import (
    faults,
    findings,
    payload,
    ports,
    ready,
)
from host_tools.device.client import Client, NoFirmware, wait_for_firmware
from host_tools.device.deploy import MARK, identify
from host_tools.device.findings import Finding
from host_tools.device.repl import Repl
from host_tools.errors import UserError
from host_tools.untrusted.text import visible

SAID_S = 8.0  # for the output of a firmware that fails at its start
LINE_LETTERS = 200
LEXICON_S = 30.0  # the whole list is read once
MARKS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


class Examination:
    """The examination of one board, from port to parts; `facts` identify the board."""

    def __init__(self, port: str, args: argparse.Namespace) -> None:
        self.port = port
        self.findings: list[Finding] = []
        self.facts: dict[str, Any] = {"port": port}
        self._args = args

    def run(self) -> "Examination":
        """Examine everything within reach; a fault in one part hides no other."""
        try:
            with Repl(self.port) as repl:
                self._on(repl)
        except UserError as error:
            text, _, mend = str(error).removeprefix(f"{self.port}: ").partition("; ")
            self.findings.append(Finding("fault", text, mend))
        return self

    def _on(self, repl: Repl) -> None:
        client = Client(self.port, repl.transport, self._args.pin)
        status = client.running()
        if status is None:
            self._standing(repl)
            client_about = self._started(repl, client)
            if client_about is None:
                return
            status = client.ask("status")
        self._playing(client, status)

    def _standing(self, repl: Repl) -> None:
        """Find out why the firmware does not run: is MicroPython there, and are its files?"""
        repl.enter()
        identity = identify(repl)
        self.facts |= {"micropython": identity.version, "machine": identity.machine}
        self.findings += findings.of_release(identity.version, identity.machine)
        there = set(repl.told_lines("_walk('/')", "path"))
        if MARK in there:
            text = "a deployment was cut after its commit"
            self.findings.append(Finding("warning", text, "it goes on at the next start"))
        if "/main.py" not in there:
            self.findings.append(Finding("fault", "no firmware on the board", "corrido deploy"))
        elif not identity.frozen and not any(path.startswith("/corrido") for path in there):
            text = "another program is on the board (/main.py), no Corrido"
            self.findings.append(Finding("fault", text, "corrido deploy --over replaces it"))
            repl.restart()

    def _started(self, repl: Repl, client: Client) -> dict[str, Any] | None:
        """Start the firmware and check that it answers; if not, report why from its output."""
        if any(finding.level == "fault" for finding in self.findings):
            return None
        repl.restart()
        self.findings.append(Finding("warning", "the firmware stood still", "it was started now"))
        try:
            return wait_for_firmware(client, ready.START_S)
        except NoFirmware:
            repl.restart_quietly()
            self.findings.append(findings.of_start(_last_line(repl)))
            return None

    def _playing(self, client: Client, status: dict[str, str]) -> None:
        self.facts |= client.ask("about")
        self.facts["phase"] = status["phase"]
        self.findings += findings.of_release(self.facts["micropython"], self.facts["machine"])
        self.findings += findings.of_state(self.facts.get("state", ""), payload.source_state())
        self.findings += findings.of_health(client.ask("health"))
        if status["running"] == "none":
            self.findings += findings.of_lexicon(client.ask("lexicon", LEXICON_S))

    def as_dict(self) -> dict[str, Any]:
        """Return the result for --json."""
        return {**self.facts, "findings": [finding._asdict() for finding in self.findings]}


def _last_line(repl: Repl) -> str:
    text = repl.wire.read_past(b">>> ", SAID_S, 2 * SAID_S).decode(errors="replace")
    lines = [line.strip() for line in text.splitlines() if ": " in line or "Error" in line]
    said = [line for line in lines if not line.startswith(("MicroPython", "File", "Type"))]
    return visible(said[-1])[:LINE_LETTERS] if said else "it says nothing"


def _drive(path: Path) -> dict[str, Any]:
    finding = Finding(
        "fault", "a board without MicroPython, or with BOOTSEL held", "corrido flash IMAGE.uf2"
    )
    return {"port": str(path), "findings": [finding._asdict()]}


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido doctor`: 0 if nothing is at fault, 1 if something is, or no board."""
    names = args.port or [port.name for port in ports.boards()]
    reports = [_drive(path) for path in ports.uf2_drives()] if not args.port else []
    reports += [Examination(name, args).run().as_dict() for name in names]
    if not reports:
        raise faults.NoBoard
    if args.json:
        print(json.dumps(reports, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_text(report) for report in reports))
    bad = any(f["level"] == "fault" for report in reports for f in report["findings"])
    return 1 if bad else 0


def _text(report: dict[str, Any]) -> str:
    who = " ".join(str(report[key]) for key in ("name", "board", "id") if report.get(key))
    release = f", MicroPython {report['micropython']}" if report.get("micropython") else ""
    lines = [f"{report['port']}: {who or 'board'}{release}"]
    for finding in report["findings"]:
        mend = f": {finding['mend']}" if finding["mend"] else ""
        lines.append(f"  {MARKS[finding['level']]} {finding['what']}{mend}")
    if not report["findings"]:
        lines.append("  ok      nothing wrong")
    return "\n".join(lines)
