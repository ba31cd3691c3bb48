"""The command `log`: pull, verify, show, export, gcg, closing."""

import argparse
import json
import os
import re
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.device.keys import Keys
from host_tools.errors import UserError, tell
from host_tools.files import made_folder, read_bytes, write_whole
from host_tools.log import account, export, gcg, receipts
from host_tools.log import image as images
from host_tools.log.blocks import End
from host_tools.log.games import Game, Report, each, one_game, readable, since, verify

EXAMPLES = {
    "log": "example: corrido log pull --all -o round3",
    "pull": """example: corrido log pull --all -o round3

A device gives its log to whoever has its cable, without a PIN. The file says which word of a
challenge failed: it is for the arbiter. For players: show and export with --no-words.""",
    "verify": """examples:
  corrido log verify round2 round3 --key hall.keys    does each device's log go on from round2's?
  corrido log verify mesa-4.corridolog --end 7:64    was anything cut off at its end?""",
    "show": "example: corrido log show mesa-4.corridolog --game 7 --language en --no-words",
    "why": "example: corrido log why mesa-4.corridolog --game 7 --language en --no-words",
    "export": "example: corrido log export round3 --last -o round3.csv",
    "gcg": """example: corrido log gcg mesa-4.corridolog --game 7 --into BOARD.gcg -o CLOCKS.gcg

Adds to an annotated game the clock after each turn (`#note clock 12:34`), what overtime and failed
challenges cost, and plays that were challenged off. The price of a challenge is written as the
other player's bonus, which is the form's own way.""",
    "words": """example: corrido log words round3 --last > challenged.tsv

A line a word: device, game, word, what the device answered, formation, article, certainty. It is
refused while one of the games is open: nobody looks a word up before he plays it.""",
    "closing": "example: corrido log closing table7.jpg --key hall.keys",
    "watch": """example: corrido watch --port socket://127.0.0.1:9001

The lines are those of `corrido log show`; Ctrl-C ends it. Nothing is written to the device.""",
}
PROVES_CODE = (
    "The figures are those that the device showed as it closed the game. That does not prove who "
    "pressed, that the scores entered were those on the board, that the game was not reopened "
    "later, or that nobody has read the key out of the device's flash."
)
PROVES = (
    "A chain without a key shows accidents and clumsy hands, not a forger: who can write the file "
    "can make a new chain. Pull the log yourself, from the device."
)
PROVES_KEYED = (
    "A chain with a key shows forgers too, as long as they have not read the device's flash: the "
    "key lies there."
)
LOOK_S = 0.3  # between two looks of `watch`
UNSIGNED = 3  # exit code of `verify`: nothing is wrong, and nobody has signed for it


def _pull(args: argparse.Namespace) -> int:
    from host_tools.device import ports

    names = ports.chosen(args.port) if args.all else [ports.only(args.port)]
    saved, failed = [], 0
    for name in names:
        try:
            saved.append({"port": name, "file": str(_pull_one(name, args))})
        except UserError as error:
            if len(names) == 1:
                raise
            failed = max(failed, error.exit_code)
            tell(error)
    if args.json:
        print(json.dumps(saved))
    elif saved:
        print("\n".join(entry["file"] for entry in saved))
        tell("for the arbiter: it says which words failed; --no-words of show and export does not")
    return failed


def _pull_one(port: str, args: argparse.Namespace) -> Path:
    from host_tools.device.client import Client
    from host_tools.log.pull import pull

    with Client(port, pin=args.pin) as client:
        image = pull(client)
    path = Path(args.output or ".")
    # `round3/` means a folder, whether it exists or not.
    named = args.output is not None and args.output.endswith(("/", os.sep))
    if args.all or args.output is None or named or path.is_dir():
        path = _own_file(made_folder(path), image)
    known = path.exists() and _whose(path, image) == image.device.get("id")
    before = images.load(path) if known else image
    if gone := since(before, image):
        kept = path.with_stem("-".join([path.stem, *(str(value) for value in gone[0].values)]))
        before.save(kept)
        image.save(path)
        raise UserError(f"{path}: {gone[0]}: the earlier log is now {kept}", exit_code=1)
    image.save(path)
    return path


def _own_file(folder: Path, image: images.LogImage) -> Path:
    """Return the file of a device's log, with its number if its name's is another device's."""
    number = image.device.get("id") or "device"
    name = image.device.get("name") or number
    found = (folder / (re.sub(r"\W|_", "-", str(one)).lower() + images.SUFFIX)
             for one in (name, f"{name}-{number}"))  # fmt: skip
    path = next(found)
    return path if _whose(path, image) == image.device.get("id") else next(found)


def _whose(path: Path, image: images.LogImage) -> str | None:
    """Return the id of the device whose log is at `path`; this image's own if there is none."""
    try:
        return (images.load(path) if path.exists() else image).device.get("id")
    except UserError:
        return None


def _verify(args: argparse.Namespace) -> int:
    named, keys = images.named(args.files), Keys(args.key)
    if args.end and len(named) > 1:
        raise UserError("--end is for one log: name one file")
    found = {str(path): images.load(path, keys) for path in named}
    reports = {path: verify(image, args.end) for path, image in found.items()}
    earlier: dict[str, images.LogImage] = {}
    for path, image in sorted(found.items(), key=lambda one: images.pulled_s(one[1])):
        before = earlier.get(own := str(image.device.get("id") or path))
        reports[path].findings.extend(since(before, image) if before else [])
        earlier[own] = image
    if args.json:
        print(json.dumps([{
            "file": file, "whole": one.whole, "signed": bool(found[file].key),
            "entries": one.entries, "bad": one.bad, "games": one.games,
            "chain_whole": one.proven, "findings": list(map(str, one.findings)),
            "dropped": one.dropped,
        } for file, one in reports.items()]))  # fmt: skip
    else:
        for file, one in reports.items():
            print("\n".join(_report_lines(file, one, bool(found[file].key))))
        print(PROVES_KEYED if all(image.key for image in found.values()) else PROVES)
    if not all(one.whole for one in reports.values()):
        return 1
    return 0 if all(image.key for image in found.values()) else UNSIGNED


def _report_lines(file: str, report: Report, signed: bool) -> list[str]:
    """Return the report on a log: a line for the verdict, and one for each fault."""
    lines, games = list[str](), report.games
    if not report.unbroken:
        lines.append(f"BROKEN at entry {report.bad}: altered, another device's, or one before it "
                     "is gone")  # fmt: skip
    lines += [f"NOT WHOLE: {finding}" for finding in report.findings]
    kept = f"games {games[0]} to {games[-1]}" if games else "no game"
    lines = lines or [
        f"{'whole, signed' if signed else 'unbroken, unsigned'}, {report.entries} entries, {kept}"
    ]
    if report.dropped:
        lines.append(f"{report.dropped} presses without effect, or a few more, are not in it: "
                     "too many were made: they were only counted")  # fmt: skip
    return [f"{file}: {line}" for line in lines]


def _end(text: str) -> End:
    found = re.fullmatch("([0-9]{1,9}):([0-9]{1,9})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not GAME:ENTRY, as in 7:64")
    return End(int(found[1]), int(found[2]))


def _show(args: argparse.Namespace) -> int:
    image = images.load(images.only(args.file), Keys(args.key))
    game, words = one_game(image, args.game), not args.no_words
    with readable(game):
        if args.json:
            told = export.as_dict(game, verify(image), words)
            text = json.dumps(told, indent=2, ensure_ascii=False)
        else:
            text = account.text(game, args.language, words, args.verb == "why")
            text = "\n".join([*account.warnings(verify(image), args.language), text])
    print(text)
    return 0


def _gcg(args: argparse.Namespace) -> int:
    game = one_game(images.load(images.only(args.file), Keys(args.key)), args.game)
    board = gcg.Board(read_bytes(args.into), str(args.into))
    with readable(game):
        added = gcg.into(board, game, not args.no_words)
    target = args.output or args.into
    write_whole(target, board.data(), [args.file])
    if args.json:
        print(json.dumps({"file": str(target), **asdict(added)}))
    else:
        print(f"{added.clocks} clocks, {added.withdrawn} plays challenged off, {added.challenges} "
              f"failed challenges, {added.times} of time: {target}")  # fmt: skip
    return tell(*(f"{args.into}: {line}" for line in added.told))


def _closing(args: argparse.Namespace) -> int:
    keys, told = Keys(args.key).by_device(), []
    words = {receipts.FORGED: "NOT authenticated: made up or altered, by the key that it names",
             receipts.UNKNOWN: "unknown key: whose it is, nobody can say here"}  # fmt: skip
    codes = [[found] if (found := receipts.parse(code)) else receipts.load(Path(code))
             for code in args.codes]  # fmt: skip
    for receipt in [one for some in codes for one in some]:
        signer = receipt.signer(keys)
        verdict = words.get(signer, f"authenticated by device {signer}")
        if not receipt.tag:
            verdict = "not authenticated: the device had no key"
        known = signer not in words
        told.append({"authenticated": known, "verdict": verdict, "device": signer if known else "",
                     "table": receipt.table, "round": receipt.round, "game": receipt.game,
                     "figures": [str(side) for side in receipt.sides]})  # fmt: skip
    if args.json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        for one in told:
            print(f"table {one['table'] or '?'}, round {one['round'] or '?'}, game {one['game']}: "
                  f"{'; '.join(one['figures'])}: {one['verdict']}")  # fmt: skip
        print(PROVES_CODE)
    return 0 if all(one["authenticated"] for one in told) else 1


def _export(args: argparse.Namespace) -> int:
    files = images.named(args.files)

    def told_of(game: Game, report: Report) -> dict[str, Any]:
        if args.json:
            return export.as_dict(game, report, not args.no_words)
        return export.row(game, report)

    found, lacking = each(files, told_of, args.game, args.last, Keys(args.key))
    if found:
        text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
        if not args.json:
            text = export.as_csv(found, {name: name for name in export.COLUMNS}, args.excel)
        if args.output:
            write_whole(args.output, text.encode(), files)
        else:
            sys.stdout.write(text)
    return tell(*lacking)


def _words(args: argparse.Namespace) -> int:
    """List the challenged words of a round; refused while one of its games is open."""
    from host_tools.log import challenged

    files = images.named(args.files)
    found, lacking = each(files, challenged.rows, args.game, args.last, Keys(args.key))
    rows = [row for some in found for row in some]
    challenged.explain(rows, args.lexicon, args.language)
    if args.json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
    for row in () if args.json else rows:
        print("\t".join(row.values()))
    return tell(*lacking)


def _watch(args: argparse.Namespace) -> int:
    """Print the latest game's entries, then each new one, until Ctrl-C."""
    from host_tools.device import ports
    from host_tools.device.client import Client
    from host_tools.device.faults import DeviceFault
    from host_tools.log.pull import pull

    blocks: dict[int, bytes] = {}
    seen, number, told = None, 0, 0
    with Client(ports.only(args.port), pin=args.pin) as client:
        while True:
            place = client.ask("region")
            try:
                image = pull(client, blocks) if place != seen and place["game"] else None
            except DeviceFault:  # events kept coming: the next look has them all
                image = None
            if image is not None:
                game, seen = one_game(image, None), place
                with readable(game):
                    rows = account.lines(game, args.language)
                if game.number != number:
                    print(account.heading(game, args.language))
                    number, told = game.number, 0
                for row in rows[told:]:
                    print("  ".join(filter(None, row)), flush=True)
                told = len(rows)
            time.sleep(LOOK_S)


_LOG = ("file", {"type": arguments.path, "metavar": "FILE",
                 "help": "a log from `corrido log pull`"})  # fmt: skip
_LOGS = ("files", {"nargs": "+", "type": arguments.path, "metavar": "FILE",
                   "help": "logs from `corrido log pull`, or folders of them"})  # fmt: skip
_KEY = ("--key", {"type": arguments.path, "metavar": "FILE",
                  "help": "the devices' keys, from `corrido provision --keys`"})  # fmt: skip
_GAME: tuple[arguments.Option, ...] = (
    arguments.JSON, _KEY,
    ("--game", {"type": arguments.whole(0, 999_999), "metavar": "N",
                "help": "number on the device"}),
)  # fmt: skip
_PORT = ("--port", {"action": "append", "metavar": "PORT", "help": "serial port of the device"})
_PIN = ("--pin", {"help": "the arbiter's PIN, where the console is closed"})
_LANGUAGE = ("--language", {"choices": LANGUAGES, "default": "es", "help": "for the account"})
_NO_WORDS = ("--no-words", {"action": "store_true", "help": "leave out which words were valid, "
                            "and hashes that would reveal it: for players"})  # fmt: skip
_TOLD = (_LOG, *_GAME, _LANGUAGE, _NO_WORDS)
_VERBS: tuple[arguments.Verb, ...] = (
    ("pull", _pull, "fetch the log of a running device, even during a game", EXAMPLES["pull"], [
        arguments.JSON, _PORT, _PIN,
        ("--all", {"action": "store_true", "help": "every device on USB, or all --port"}),
        ("-o --output", {"metavar": "PATH", "help": "file, or folder: an existing one or one "
                         "ending in a slash; with --all always a folder"}),
    ]),
    ("verify", _verify, "follow the hash chain; exit 1 if it is broken, 3 if unsigned",
     EXAMPLES["verify"], [
        arguments.JSON, _LOGS, _KEY,
        ("--end", {"type": _end, "metavar": "GAME:ENTRY",
                   "help": "the last entry, as the device's screen showed it at the close"}),
    ]),
    ("show", _show, "the account of a game", EXAMPLES["show"], _TOLD),
    ("why", _show, "what the device decided in a game, and why", EXAMPLES["why"], _TOLD),
    ("export", _export, "games as CSV, a line a game; --json: every entry", EXAMPLES["export"], [
        _LOGS, *_GAME, _NO_WORDS,
        ("-o --output", {"type": arguments.path, "metavar": "FILE", "help": "else to stdout"}),
        ("--last", {"action": "store_true", "help": "only the latest game of each log"}),
        ("--excel", {"action": "store_true", "help": "csv as Excel reads it where commas are "
                     "decimal: `;`, and marked as UTF-8"}),
    ]),
    ("words", _words, "the challenged words, each with verdict, article and reason",
     EXAMPLES["words"], [
        _LOGS, *_GAME, _LANGUAGE,
        ("--last", {"action": "store_true", "help": "only the latest game of each log"}),
        ("--lexicon", {"metavar": "FILE", "help": "the list that was in use (default: by its "
                       "name in the log)"}),
    ]),
    ("closing", _closing, "whether a device made a closing code", EXAMPLES["closing"], [
        arguments.JSON, _KEY,
        ("codes", {"nargs": "+", "metavar": "CODE", "help": "its text, or a file: photograph "
                   "(.png, .jpg), text (.txt), or the arbiter's table (.csv)"}),
    ]),
    ("gcg", _gcg, "clocks into somebody's annotated game", EXAMPLES["gcg"], [
        _LOG, *_GAME, _NO_WORDS,
        ("--into", {"type": arguments.path, "required": True, "metavar": "GCG",
                    "help": "the GCG file"}),
        ("-o --output", {"type": arguments.path, "metavar": "GCG",
                         "help": "leave the other as it is"}),
    ]),
)  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `log` with its verbs, and `watch`."""
    parser = arguments.command(
        subparsers, "log", "fetch, verify, read and export a device's event log", None,
        EXAMPLES["log"], "The event log of a device.",
    )  # fmt: skip
    arguments.add_verbs(parser, _VERBS)
    arguments.command(
        subparsers, "watch", "a device's log as it is written", _watch, EXAMPLES["watch"],
        "Prints what a device records, as it comes.", options=(_PORT, _PIN, _LANGUAGE),
    )  # fmt: skip
