"""`corrido doctor`: finds the boards and diagnoses their faults, with remedies."""

import argparse
import json
from typing import Any, NamedTuple

from host_tools.device import faults, ports, ready
from host_tools.device.client import Client, NoFirmware, wait_for_firmware
from host_tools.device.deploy import MARK, identify
from host_tools.device.repl import Repl
from host_tools.errors import UserError
from host_tools.untrusted.text import visible

OLDEST_RELEASE = (1, 24)
# In earlier releases a timeout of the display's bus has no effect here (micropython PR 15861).
BUS_RELEASE, BUS_CHIPS = (1, 27), ("ESP32S3", "ESP32C3")
WORN_BATTERY_PERCENT = 10
FROZEN_HOW = "docs/hardware.md, 'Build an image', says how"
SAID_S = 8.0  # for the output of a firmware that fails at its start
LINE_LETTERS = 200
MARKS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


class Finding(NamedTuple):
    """A finding: `level` (`ok`, `warning` or `fault`), `what` is wrong, `mend` for the remedy."""

    level: str
    what: str
    mend: str = ""


def of_release(version: str, machine: str) -> list[Finding]:
    """Return the finding on the MicroPython version; `machine` names board and chip."""
    numbers = tuple(int(part) for part in version.split(".")[:2])
    if numbers < OLDEST_RELEASE:
        oldest = ".".join(map(str, OLDEST_RELEASE))
        text = f"MicroPython {version} is too old, {oldest} or newer is needed"
        return [Finding("fault", text, "corrido flash IMAGE")]
    if numbers < BUS_RELEASE and machine.endswith(BUS_CHIPS):
        text = f"a display that holds its bus down stops MicroPython {version} for seconds"
        return [Finding("warning", text, "corrido flash an image of 1.27 or newer")]
    return []


def of_start(last_line: str) -> Finding:
    """Return the finding on a firmware that does not start; `last_line` is its last output."""
    mend = "corrido deploy"
    if "MemoryError" in last_line:
        mend = f"corrido flash an image that has the firmware frozen in ({FROZEN_HOW})"
    return Finding("fault", f"the firmware does not start: {last_line}", mend)


def of_health(health: dict[str, Any]) -> list[Finding]:
    """Return the findings from the running firmware's report on its parts."""
    found = []
    dark = health["displays_wired"] - health["displays"]
    if dark > 0:
        text = f"display silent ({health['displays']} of {health['displays_wired']} answer)"
        found.append(Finding("fault", text, "check its four wires; the clock plays on without"))
    for key in sorted(set(health["stuck"]) | set(health["closed"])):
        text = f"button {key} is closed"
        found.append(Finding("fault", text, "release it; if nobody holds it, it sticks or its "
                                            "wire touches ground"))  # fmt: skip
    if health["overflows"]:
        text = f"{health['overflows']} contact edges lost since power-on"
        found.append(Finding("warning", text, "a contact chatters: change that button"))
    if health["battery"] is not None and health["battery"] < WORN_BATTERY_PERCENT:
        found.append(Finding("fault", f"battery at {health['battery']} %", "charge it"))
    if health["reset"] == "watchdog":
        text = "the watchdog caused the last restart"
        found.append(Finding("warning", text, "`corrido log pull`, then `corrido log show`, tells "
                                              "where the game stood"))  # fmt: skip
    if not health["lexicons"]:
        found.append(Finding("fault", "no lexicon on the board", "corrido deploy --lexicon es"))
    return found


class Examination:
    """The examination of one board, from port to parts; `facts` identify the board."""

    def __init__(self, port: str, pin: str | None) -> None:
        self.port = port
        self.findings: list[Finding] = []
        self.facts: dict[str, Any] = {"port": port}
        self._pin = pin

    def run(self) -> dict[str, Any]:
        """Return the report, for --json, on everything within reach.

        A fault in one part hides no other.
        """
        try:
            with Repl(self.port) as repl:
                self._on(repl)
        except UserError as error:
            text, _, mend = str(error).removeprefix(f"{self.port}: ").partition("; ")
            self.findings.append(Finding("fault", text, mend))
        return {**self.facts, "findings": [finding._asdict() for finding in self.findings]}

    def _on(self, repl: Repl) -> None:
        client = Client(self.port, repl.transport, self._pin)
        status = client.running()
        if status is None:
            self._standing(repl)
            if not self._started(repl, client):
                return
            status = client.ask("status")
        self.facts |= client.ask("about") | {"phase": status["phase"]}
        self.findings += of_release(self.facts["micropython"], self.facts["machine"])
        self.findings += of_health(client.ask("health"))
        answer = client.ask("lexicon", ready.LEXICON_S) if status["running"] == "none" else None
        if answer and not answer["ok"]:
            what = f"lexicon gives no verdict: {answer['why']}"
            self.findings.append(Finding("fault", what, ready.list_remedy(answer["why"])))

    def _standing(self, repl: Repl) -> None:
        """Find out why the firmware does not run: is MicroPython there, and are its files?"""
        repl.enter()
        identity = identify(repl)
        self.facts |= {"micropython": identity.version, "machine": identity.machine}
        self.findings += of_release(identity.version, identity.machine)
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

    def _started(self, repl: Repl, client: Client) -> bool:
        """Start the firmware and return whether it answers; if not, note why from its output."""
        if any(finding.level == "fault" for finding in self.findings):
            return False
        repl.restart()
        self.findings.append(Finding("warning", "the firmware stood still", "it was started now"))
        try:
            wait_for_firmware(client, ready.START_S)
            return True
        except NoFirmware:
            repl.restart()
            self.findings.append(of_start(_last_line(repl)))
            return False


def _last_line(repl: Repl) -> str:
    text = repl.wire.read_past(b">>> ", SAID_S, 2 * SAID_S).decode(errors="replace")
    lines = [line.strip() for line in text.splitlines() if ": " in line or "Error" in line]
    said = [line for line in lines if not line.startswith(("MicroPython", "File", "Type"))]
    return visible(said[-1])[:LINE_LETTERS] if said else "it says nothing"


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido doctor`: 0 if nothing is at fault, 1 if something is, or no board."""
    names = args.port or ports.boards()
    empty = Finding(
        "fault", "a board without MicroPython, or with BOOTSEL held", "corrido flash IMAGE.uf2"
    )
    drives = [] if args.port else ports.uf2_drives()
    reports: list[dict[str, Any]] = [
        {"port": str(path), "findings": [empty._asdict()]} for path in drives
    ]
    reports += [Examination(name, args.pin).run() for name in names]
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
