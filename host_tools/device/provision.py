"""`corrido provision`: many boards at once, each with its files and its settings."""

import argparse
import json
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corrido.app.commands.settings import TAG_TAKEN

from host_tools import ending
from host_tools.arguments import once
from host_tools.build import mpy
from host_tools.device import config, faults, payload, plan, ports, ready, report, session
from host_tools.device.client import Client, Refused, wait_for_firmware
from host_tools.device.keys import Keys
from host_tools.device.progress import Progress, many_boards, silent
from host_tools.device.repl import Repl
from host_tools.errors import UserError, tell

AT_ONCE = 64  # boards: more than any hub has places for
LOOK_S = 0.2  # Windows ignores Ctrl-C while a thread waits without a timeout


@dataclass
class Batch:
    """The shared state of one run: options, plan, and files compiled once per kind of board."""

    options: session.Options
    plan: plan.Plan
    common: dict[str, Any]
    keys: Keys | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _files: dict[tuple[mpy.Target, Path, bool], payload.Files] = field(default_factory=dict)

    def assemble(self, target: mpy.Target, board: Path, frozen: bool) -> payload.Files:
        """Return the files for a kind of board, compiled when first needed."""
        with self._lock:
            key = (target, board, frozen)
            if key not in self._files:
                self._files[key] = self.options.assemble(*key)
            return self._files[key]

    def one(self, port: str, index: int, progress: Progress) -> dict[str, Any]:
        """Provision one board; return its report entry, `ok` false with `error` if it failed."""
        started = time.monotonic()
        entry: dict[str, Any] = {"port": port, "ok": False, "error": ""}
        try:
            self._deploy(port, entry, self._stoppable(progress))
            self._configure(port, index, entry, self._stoppable(progress))
            entry["ok"] = True
        except UserError as error:
            entry["error"] = str(error).removeprefix(f"{port}: ")
        entry["seconds"] = round(time.monotonic() - started, 1)
        return entry

    def _stoppable(self, progress: Progress) -> Progress:
        def step(name: str, done: int, total: int) -> None:
            if self.stop.is_set():
                raise UserError(f"stopped by Ctrl-C; {faults.GOES_ON}")
            progress(name, done, total)

        return step

    def _deploy(self, port: str, entry: dict[str, Any], progress: Progress) -> None:
        progress("connect", 0, 1)
        if port.startswith("socket://"):  # a table of `corrido sim --tables` has its firmware
            with Client(port) as client:
                board = client.ask("about")["board"]
            if board == "sim":
                entry |= {"board": board, "micropython": "", "firmware_sha256": "", "files": 0,
                          "sent": 0, "resumed": False}  # fmt: skip
                return
        with Repl(port) as repl, session.standing(repl, self.options.force, self.options.pin):
            done = session.bring(repl, self.options, progress, self.assemble)
        entry |= {
            "board": done.board,
            "micropython": done.identity.version,
            "firmware_sha256": done.outcome.fingerprint,
            "files": done.outcome.files,
            "sent": done.outcome.sent,
            "resumed": done.outcome.resumed,
        }

    def _configure(self, port: str, index: int, entry: dict[str, Any], progress: Progress) -> None:
        progress("settings", 0, 1)
        with Client(port, pin=self.options.pin) as client:
            about = wait_for_firmware(client, ready.START_S)
            row = self.plan.take(port, about["id"], index)
            values = self.common | (row.settings if row else {})
            if self.keys and config.LOG_KEY not in values:
                values[config.LOG_KEY] = self.keys.key_for(about["id"])
            progress("settings", 0, len(values) or 1)
            changed = self._write(client, about, values)
            ready.check_list(client)
            about = client.ask("about")
        entry |= {"id": about["id"], "name": about["name"], "lexicon": about["lexicon"]}
        # The report is printed and signed.
        shown = values | dict.fromkeys(values.keys() & ready.SECRETS, report.HIDDEN)
        entry |= {"settings": shown, "changed": changed}

    def _write(self, client: Client, about: dict[str, Any], values: dict[str, Any]) -> list[str]:
        """Write the settings that differ; replace a new log key that the device refuses."""
        try:
            return config.write(client, values)
        except Refused as refused:
            if TAG_TAKEN not in str(refused) or not self.keys:
                raise
        values[config.LOG_KEY] = self.keys.key_for(about["id"], other=True)
        return config.write(client, values)


def run(batch: Batch, names: list[str], quiet: bool) -> list[dict[str, Any]]:
    """Provision all boards, AT_ONCE at a time; return a report entry for each."""
    entries: dict[str, dict[str, Any]] = {}
    with many_boards(names, quiet) as bars, ThreadPoolExecutor(AT_ONCE) as pool:
        waiting: dict[Future, str] = {}
        for index, name in enumerate(names):
            progress = bars[name] if bars else silent
            waiting[pool.submit(batch.one, name, index, progress)] = name
        while waiting:
            for future in wait(waiting, LOOK_S, FIRST_COMPLETED).done:
                name = waiting.pop(future)
                if error := future.exception():  # an unforeseen one: others must go on
                    text = f"unforeseen {type(error).__name__}: {error}"
                    text += f"; `corrido doctor --port {name}` says more"
                    entry = {"port": name, "ok": False, "error": text, "seconds": 0.0}
                else:
                    entry = future.result()
                entries[name] = entry
                if bars:
                    bars[name].end(entry["ok"], report.why(entry))
    return [entries[name] for name in names]


def unmet(lines: plan.Plan) -> list[dict[str, Any]]:
    """Return a report entry for each line of the plan that no board took."""
    return [
        {"port": row.port or "-", "id": row.id, "ok": False, "seconds": 0.0,
         "error": f"{row.where}: no board was made ready for this line"}
        for row in lines.unmet()
    ]  # fmt: skip


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido provision`: 0 if every board is ready, 1 if one failed, 130 on Ctrl-C."""
    rows = plan.load(args.plan)
    common = once(config.parse(text) for text in args.set)
    keys = Keys(args.keys, new=True) if args.keys else None
    batch = Batch(session.Options.of(args), rows, common, keys)
    if args.report:
        report.try_out(args.report)  # better to fail now than after forty boards
    names = ports.chosen(args.port)
    if keys:
        keys.save()  # unchanged: better to fail now
    # Noted, not raised: boards stop at their next step, and the report still covers them all.
    with ending.noted(batch.stop):
        entries = run(batch, names, quiet=args.json) + unmet(rows)
        told = json.dumps(entries, indent=2, ensure_ascii=False)
        print(told if args.json else report.table(entries))
        written = not args.report or report.write(args.report, entries)
    if batch.stop.is_set():
        tell(f"stopped by Ctrl-C; {faults.GOES_ON}")
        return 130
    return (0 if all(entry["ok"] for entry in entries) else 1) if written else 2
