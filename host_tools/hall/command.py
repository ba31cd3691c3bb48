"""`corrido hall`: the live board of a hall, its setup, its results."""

import argparse
import asyncio
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from subprocess import list2cmdline

from corrido.core.presets import PRESETS
from corrido.store.settings_table import check
from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.device.keys import Keys
from host_tools.ending import tidy_ending
from host_tools.errors import UserError, tell
from host_tools.files import made_folder, write_whole
from host_tools.hall import conduct, formats, links
from host_tools.hall.logs import read_files, store_games
from host_tools.hall.results import SIGNED, VOID, desk, doubled
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, lists
from host_tools.hall.tsh import Division, Follower, enter_results, event, is_division
from host_tools.log.export import as_csv
from host_tools.tools import mosquitto

LOOPBACK = "127.0.0.1"
BROKER_PORT = 1883
DEFAULT_PORT = 8138
PHONE_PORT = 8139
STORE = Path("hall.sqlite")
EXPORTS = """examples:
  corrido hall export --round a.t                   results into the division itself
  corrido hall export --round a.t --format tou --title "Open" -o OPEN.TOU
  corrido hall export --round 3 --columns Mesa=table,Local=player-a,Puntos=A.result"""
EXAMPLES = """examples:
  corrido hall setup club --hall club --tables 20 --host 192.168.4.1
  corrido hall --account club/director.json --round a.t"""


def _hall_name(text: str) -> str:
    """Return a hall's name, by the rule of the devices' setting."""
    try:
        return arguments.filled(str(check("hall", text)))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not YYYY-MM-DD") from None


def run(args: argparse.Namespace) -> int:
    """Open the hall until Ctrl-C."""
    from host_tools.hall.board import Board
    from host_tools.hall.listen import Address, address_of

    if args.delay and not (args.overlay or args.files):
        raise UserError("--delay needs --overlay or --files")
    if args.files:
        made_folder(args.files)
    divisions, plan = _event(args)
    tell(*(line for one in divisions for line in one.told))
    follower = Follower(args.event, args.round, args.division) if divisions else None
    host, port = args.broker or (LOOPBACK, BROKER_PORT)
    broker = Address(host, port, hall=args.hall or "+")
    if args.account:
        broker = address_of(Path(args.account))
    with _stored(args.store):
        board = Board(args.store, plan, broker, follower, Keys(args.keys).by_device())
    try:
        with tidy_ending():
            asyncio.run(board.run(args.port, args.phone, args.overlay, args.files, args.delay))
    except KeyboardInterrupt:
        print()
    return 0


def _setup(args: argparse.Namespace) -> int:
    from host_tools.hall.setup import write

    write(args.folder, args.tables, args.hall, args.host, args.port,
          (args.wifi, args.wifi_password))  # fmt: skip

    def place(name: str) -> str:
        return list2cmdline([str(args.folder / name)])  # in double quotes, if need be

    keys = place("hall.keys")
    print(f"{args.tables} accounts of tables and the director's, in {args.folder}")
    broker = list2cmdline([mosquitto("mosquitto")])
    print(f"the broker:   {broker} -c {place('mosquitto.conf')}")
    print(f"the devices:  corrido provision --all --plan {place('devices.csv')} --keys {keys}")
    print(f"the hall:     corrido hall --account {place('director.json')} --keys {keys}")
    print(f"              the page is then at http://127.0.0.1:{DEFAULT_PORT}/")
    return 0


@contextmanager
def _stored(path: Path) -> Iterator[None]:
    """Make an error of the store one of its user."""
    try:
        yield
    except sqlite3.Error as error:
        raise UserError(f"{path}: {error}: is the disk full, or the file in use?") from error


def _open_store(path: Path) -> Store:
    if not path.is_file():
        raise UserError(f"{path}: no such store; `corrido hall --store {path}` makes it")
    return Store(path, make=False)


def _event(args: argparse.Namespace) -> tuple[list[Division], Plan]:
    """Return the divisions that were named, and the plan that has their tables."""
    path: Path | None = args.plan
    report = path and path.suffix.lower() in (".trf", ".trfx")
    plan = Plan(None if report else path)
    if path and report:
        plan.put("", formats.trf_rows(path))
    divisions = event(args.event, args.round, args.division)
    for division in divisions:
        division.add_to(plan)
    return divisions, plan


def _export(args: argparse.Namespace) -> int:
    """Write a round's results, or enter them into the director's files; tell what lacks."""
    names = [text for text in args.round if not is_division(text)]
    if len(names) > 1 or (names and len(args.round) > 1):
        raise UserError("--round: one name of a round, or files of divisions")
    if names and args.event:
        args.event, names = f"{args.event}:{names[0]}", []
    divisions, plan = _event(args)
    form = args.format or ("csv" if args.json or args.columns or not divisions else "tsh")
    if form != "csv" and (not divisions or args.json or args.columns):
        wrong = "has no --json and no --columns" if divisions else "needs --round FILE.t"
        raise UserError(f"--format {form} {wrong}")
    if len(divisions) > 1 and (form in ("tou", "trf") or (form == "tsh" and args.output)):
        raise UserError(f"--format {form} is one division's file: name it by --division")
    with closing(_open_store(args.store)) as store:
        for division in divisions:
            division.add_to(plan, store)
        name = names[0] if names else None

        def check(round_name: str | None, division: str | None = None) -> None:
            if not args.any_list and (differ := lists(store, plan, round_name, division)):
                raise UserError(f"round refused: {differ} (by table); --any-list takes it", 1)

        if form == "csv":
            for of in [(str(one.round), one.name) for one in divisions] or [(name, None)]:
                check(*of)
            return tell(*_export_csv(args, store, plan, divisions, name))
        code = 0
        for one in divisions:
            try:
                check(str(one.round), one.name)
                code |= tell(*_export_to(args, form, one, store, plan))
            except UserError as error:  # the others go on
                if len(divisions) == 1:
                    raise
                code = tell(f"{one.path}: {error}")
        return code


def _export_csv(
    args: argparse.Namespace, store: Store, plan: Plan, divisions: list[Division],
    name: str | None,
) -> list[str]:  # fmt: skip
    """Write a round's results as CSV or JSON; return what lacks."""
    wanted = formats.columns(args.columns)
    lines = desk(store, plan, None if divisions else name, None, Keys(args.keys).by_device())
    rounds = {(one.name, str(one.round)) for one in divisions}
    lines = [line for line in lines if not rounds or (line.division, line.round) in rounds
             or (not line.round and not line.table and line.gap)]  # fmt: skip
    found = [line.row for line in lines if line.row]
    told = [str(line) for line in lines if line.state not in (SIGNED, VOID)] + doubled(lines)
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    _deliver(args, text if args.json else as_csv(found, wanted, args.excel), len(found), "game")
    told += [] if found or told else [f"{args.store}: no game of this round"]
    return [*told, *(line for one in divisions for line in one.told)]


def _export_to(
    args: argparse.Namespace, form: str, division: Division, store: Store, plan: Plan
) -> list[str]:
    """Enter a round's results into a division, or write what other programs read of it."""
    entered = enter_results(division, store, plan, Keys(args.keys).by_device())
    told = entered.told
    if form == "tsh":
        print(division.save(entered, args.output, [args.store]))
    else:
        write = {"tou": formats.as_tou, "trf": formats.as_trf}[form]
        text = write(division, args.title or division.path.stem, args.date)
        _deliver(args, text, len(division.players), "player")
        told += formats.behind(division) + (formats.one_name(division) if form == "tou" else [])
    if not division.has_boards:
        tell(f"{division.path}: no `board`: tables are numbered in its order")
    return told


def _deliver(args: argparse.Namespace, text: str, count: int, what: str) -> None:
    """Write a document to the file that was named, or else to stdout; count: of what is in it."""
    if args.output:
        write_whole(args.output, text.encode("utf-8"), [args.store])
        print(f"{count} {what}{'s' * (count != 1)}: {args.output}")
    else:
        sys.stdout.write(text)


def _import(args: argparse.Namespace) -> int:
    halls: set[str] = set()
    if args.store.is_file() and not args.hall:
        with closing(Store(args.store)) as store:
            halls = {device.hall for device in store.devices()}
    hall = args.hall or (halls.pop() if len(halls) == 1 else "hall")
    read = read_files(args.files, hall)  # before a wrong one makes an empty store
    with _stored(args.store), closing(Store(args.store)) as store:
        new = store_games(store, read.games)
        codes = sum(store.take_receipt(one) for one in read.codes)
    if read.devices:
        print(f"{len(read.games)} games of {len(read.devices)} devices, {new} entries were new")
    if read.codes:
        print(f"{len(read.codes)} closing codes, {codes} were new")
    return 0


def _links(args: argparse.Namespace) -> int:
    rows = _event(args)[1].rows
    if not rows:
        raise UserError("no table: name a plan with --plan, --event or --round")
    _deliver(args, links.sheet(args.site, args.mode, rows), len(rows), "table")
    return 0


def _conduct(args: argparse.Namespace) -> int:
    _, plan = _event(args)
    with closing(_open_store(args.store)) as store:
        found, told = conduct.conduct(store, plan, args.division.upper())
    text = conduct.sheet(found, args.language)
    if args.json:
        acts = {name: acts.as_json() for name, acts in found.items()}
        text = json.dumps(acts, indent=2, ensure_ascii=False) + "\n"
    _deliver(args, text, len(found), "player")
    return tell(*told)


_STORE: tuple[arguments.Option, ...] = (
    ("--store", {"type": arguments.path, "default": STORE, "metavar": "FILE",
                 "help": f"file of the store (default {STORE})"}),
    ("--plan", {"type": arguments.path, "metavar": "CSV|TRF",
                "help": "names and rounds by table, for devices that were not told; or a report "
                "(.trf) whose last round is paired"}),
    ("--event", {"metavar": "config.tsh[:ROUND]", "help": "an event of tsh: its divisions are the "
                 "plan, and take the results; a game is found by its names, then by its table"}),
    ("--round", {"action": "append", "default": [], "metavar": "FILE.t[:ROUND]",
                 "help": "a division of tsh (default: its last paired round); may be repeated"}),
    ("--division", {"default": "", "metavar": "A", "help": "only this one of the event"}),
    ("--keys", {"type": arguments.path, "metavar": "FILE",
                "help": "the devices' keys (`provision --keys`): tells their own messages and "
                "closing codes from forged ones"}),
)  # fmt: skip
# After a verb they undo none given before it.
_OF_VERB = [(names, told | {"default": argparse.SUPPRESS}) for names, told in _STORE]
_OUTPUT = ("-o --output", {"type": arguments.path, "metavar": "FILE", "help": "else to stdout"})
_HALL: tuple[arguments.Option, ...] = (
    ("--account", {"metavar": "FILE", "help": "director.json of `corrido hall setup`"}),
    ("--broker", {"type": arguments.place(BROKER_PORT, 1), "metavar": "HOST[:PORT]",
                  "help": f"a broker without accounts (default {LOOPBACK}:{BROKER_PORT})"}),
    ("--hall", {"type": _hall_name, "help": "only this one (default: every hall of the broker)"}),
    ("--port", {"type": arguments.port, "default": DEFAULT_PORT,
                "help": f"for the page, on loopback (default {DEFAULT_PORT}, 0: a free one)"}),
    ("--phone", {"type": arguments.place(PHONE_PORT, 0), "metavar": "HOST[:PORT]",
                 "help": "show the queue there, read-only, behind a token in the link"}),
    ("--overlay", {"action": "store_true", "help": "clocks for a stream: /overlay?table=N, and "
                   "/feed?table=N in JSON lines"}),
    ("--files", {"type": arguments.path, "metavar": "DIR", "help": "clocks as texts for streaming "
                 "programs: DIR/TABLE/p1_clock.txt and so on"}),
    ("--delay", {"type": arguments.whole(0, 900), "default": 0, "metavar": "SECONDS",
                 "help": "by which overlay, feed and files are late (default 0)"}),
)  # fmt: skip
_SETUP: tuple[arguments.Option, ...] = (
    ("folder", {"type": arguments.path, "metavar": "DIR", "help": "a new folder"}),
    ("--hall", {"type": _hall_name, "required": True, "help": "the hall's name in topics"}),
    ("--tables", {"type": arguments.whole(1, 500), "default": 20,
                  "help": "number of devices (default 20)"}),
    ("--host", {"required": True, "help": "address of this computer on the hall's Wi-Fi"}),
    ("--port", {"type": arguments.port, "default": BROKER_PORT,
                "help": f"of the broker (default {BROKER_PORT})"}),
    ("--wifi", {"default": "", "help": "name of the Wi-Fi, for the devices"}),
    ("--wifi-password", {"default": "", "help": "its password, for the devices"}),
)  # fmt: skip
_EXPORT: tuple[arguments.Option, ...] = (
    ("--format", {"choices": ("csv", "tsh", "tou", "trf"),
                  "help": "csv: everything; tsh: into FILE.t itself, or into -o (default with "
                  "FILE.t); tou: AUPAIR, for WESPA's ratings; trf: TRF16 of FIDE"}),
    ("--columns", {"metavar": "HEADING=FIELD,...", "help": "csv with a federation's headings, as "
                   "Mesa=table,Jugador=player-a,Puntos=A.result"}),
    ("--excel", {"action": "store_true", "help": "csv as Excel reads it where commas are decimal: "
                 "`;`, and marked as UTF-8"}),
    ("--any-list", {"action": "store_true",
                    "help": "even if the round's devices hold different lists"}),
    ("--title", {"help": "of the tournament, for tou and trf (default: the file's)"}),
    ("--date", {"type": _day, "default": date.today(), "metavar": "YYYY-MM-DD",
                "help": "default: today"}),
    _OUTPUT, *_OF_VERB,
)  # fmt: skip
_IMPORT: tuple[arguments.Option, ...] = (
    ("files", {"nargs": "+", "type": arguments.path, "metavar": "FILE"}),
    ("--hall", {"type": _hall_name, "help": "the hall's name (default: that of the store)"}),
    *_OF_VERB,
)  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `hall` to the command line."""
    parser = arguments.command(
        subparsers, "hall", "the live board of a hall of devices", run, EXAMPLES,
        "Keeps and shows the tables' messages to an MQTT broker. It only reads, and asks devices "
        "for entries that are missing: no command here can touch a game.",
        options=(*_HALL, *_STORE),
    )  # fmt: skip
    arguments.contradict(parser, "--account", "--broker", "--hall")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    arguments.command(
        verbs, "setup", "a folder for Mosquitto and the devices", _setup,
        "example: corrido hall setup club --hall club --tables 20 --host 192.168.4.1",
        "Accounts and ACL for Mosquitto; the devices' settings as a plan for "
        "`corrido provision`.", options=_SETUP,
    )  # fmt: skip
    export = arguments.command(
        verbs, "export", "results of a round, as they are signed", _export, EXPORTS,
        "Writes the signed games, names every other table with what it lacks, and exits 1 until "
        "there is none.", options=(arguments.JSON, *_EXPORT),
    )  # fmt: skip
    arguments.contradict(export, "--json", "--columns")
    arguments.command(
        verbs, "import", "logs pulled over USB and closing codes, into the same store", _import,
        "example: corrido hall import round3 corrido-round.csv",
        "Logs of `corrido log pull`; closing codes as photographs of the screen (.png, .jpg), as "
        "text (.txt), or as the table that the arbiter's page saves (.csv).", options=_IMPORT,
    )  # fmt: skip
    arguments.command(
        verbs, "links", "a code a table to print: the phone that reads it is its clock", _links,
        "example: corrido hall links --plan round2.csv --site https://club.example/corrido "
        "--mode fise-corrido -o links.html",
        "The closing code comes back as a link, too: it adds the game to the round of the page "
        "\"Judge\", whose table `hall import` reads.",
        options=(("--site", {"required": True, "metavar": "URL", "help": "where `web build` is"}),
                 ("--mode", {"default": "", "choices": ("", *sorted(PRESETS)), "metavar": "PRESET",
                             "help": "else what each phone has"}),
                 _OUTPUT, *_OF_VERB),
    )  # fmt: skip
    arguments.command(
        verbs, "conduct", "cards and acts of the arbiter by player, as a sheet to print before a "
        "round", _conduct, "example: corrido hall conduct -o conduct.html",
        "Cards, points, turns and the articles 28, 36 and 47 of every player over all rounds in "
        "the store; three of art. 28 are framed. Exits 1 if a game does not read.",
        options=(arguments.JSON, ("--language", {"choices": LANGUAGES, "default": "es"}), _OUTPUT,
                 *_OF_VERB),
    )  # fmt: skip
