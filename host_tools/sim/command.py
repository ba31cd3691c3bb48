"""`corrido sim`: the device on this computer, in a browser page or without one."""

import argparse
import asyncio
import hashlib
import json
import os
import shlex
import sys
import webbrowser

from host_tools import arguments
from host_tools.ending import tidy_ending
from host_tools.errors import UserError
from host_tools.lexicon.ask import open_whole
from host_tools.paths import lexicon_path, writable_cache
from host_tools.sim.runtime import FirmwareError
from host_tools.sim.simulated import SimulatedMachine

DEFAULT_PORT = 8137
EXAMPLES = """examples:
  corrido sim                                    a page opens, OK arms the game
  corrido sim --set preset=fise-temporizador --set turn=60
  corrido sim --headless --for 60                sixty simulated seconds, then the status
  corrido sim --tables 8 --broker --play         a room to try every command on"""


def make_machine(args: argparse.Namespace, settings: dict[str, str]) -> SimulatedMachine:
    """Return the device that a command line asks for, not yet powered; UserError if it cannot.

    With a page it continues with the flash of the last run with these settings. With a scenario it
    stands where that has brought it.
    """
    if args.scenario:
        return _played(args)
    machine = SimulatedMachine.provisioned(settings, args.runtime)
    for name in settings.keys() & {"lexicon", "lexicon-next"}:
        with open_whole(lexicon_path(settings[name])):
            pass  # a damaged list is for scenarios of faults
    if not args.headless:
        whose = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]
        place = machine.place = writable_cache("sim") / f"{whose}.flash"
        flash = machine.world.flash
        if place.is_file() and not args.fresh:
            flash.load(place.read_bytes()[: len(flash.data)])
    return machine


def _played(args: argparse.Namespace) -> SimulatedMachine:
    """Return a device on which a scenario was played up to a line, or to its end."""
    from host_tools.scenario.command import of_line
    from host_tools.scenario.parser import load
    from host_tools.scenario.runner import Runner

    scenarios = load(args.scenario)
    scenario = scenarios[0] if args.until is None else of_line(scenarios, args.until)
    machine = SimulatedMachine.provisioned(scenario.settings, args.runtime, scenario.path.parent)
    print(Runner(scenario, machine, until=args.until or 0).run().text(), flush=True)
    return machine


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and below 10000000")
    return value


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE, as in budget=60")
    return name, value


def _play(machine: SimulatedMachine, args: argparse.Namespace) -> None:
    """Serve the page until Ctrl-C."""
    from host_tools.sim.engine import Engine
    from host_tools.sim.server import serve

    # What the page shows once the device is gone.
    typed = shlex.join(["corrido", *sys.argv[1:]]) if sys.argv[1:2] == ["sim"] else "corrido sim"
    typed = "make sim" if "MAKELEVEL" in os.environ else typed
    # Without a window a text browser would take over the terminal.
    opens = sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))

    def announce(url: str) -> None:
        print(f"corrido: the device is at {url}  (Ctrl-C ends it)", flush=True)
        if opens and not args.no_browser:
            webbrowser.open(url)

    try:
        asyncio.run(serve(Engine(machine, command=typed), args.port, announce))
    except KeyboardInterrupt:
        print()


def _tables(args: argparse.Namespace) -> int:
    """Run a room of tables until Ctrl-C."""
    from host_tools.device import plan
    from host_tools.sim import tables

    shared = arguments.once(args.set)
    if args.broker:
        shared = {"hall": "hall", "broker": ":".join(map(str, args.broker))} | shared
    rows = plan.load(args.plan).rows if args.plan else []
    if rows and len(rows) < args.tables:
        raise UserError(f"{args.plan}: {len(rows)} lines for {args.tables} tables")
    own = [{name: str(value) for name, value in row.settings.items()} for row in rows]
    each = [shared | (own[at] if own else {}) for at in range(args.tables)]
    first = tables.FIRST_PORT if args.port == DEFAULT_PORT else args.port
    try:
        asyncio.run(tables.room(each, first, args.play))
    except KeyboardInterrupt:
        print()
    return 0


def run(args: argparse.Namespace) -> int:
    """Run `corrido sim`; see `--help`."""
    if args.duration is not None and not args.headless:
        raise UserError("--for needs --headless, as in `corrido sim --headless --for 60`")
    if args.until is not None and not args.scenario:
        raise UserError("--until needs a file, as in `--scenario game.scn --until 12`")
    if args.tables is None and (args.broker or args.play or args.plan):
        raise UserError("--broker, --play, --plan: with --tables, as `corrido sim --tables 8`")
    with tidy_ending():
        if args.tables:
            return _tables(args)
        machine = make_machine(args, arguments.once(args.set))
        try:
            if args.headless:
                machine.power_on()
                machine.run_until(machine.now_us + round((args.duration or 0) * 1_000_000))
                print(json.dumps(machine.status(), indent=2))
            else:
                _play(machine, args)
        except FirmwareError as error:
            raise UserError(f"the firmware stopped: {error}", 1) from error
        finally:
            machine.close()
    return 0


def _add_room(room: argparse._ArgumentGroup) -> None:
    room.add_argument("--tables", type=arguments.whole(1, 500), metavar="N",
                      help="so many, each with its console at socket://127.0.0.1:PORT (first port "
                      "9001, or --port)")  # fmt: skip
    room.add_argument("--broker", type=arguments.place(1883, 1), nargs="?", metavar="HOST[:PORT]",
                      const=("127.0.0.1", 1883),
                      help="and on this broker (default 127.0.0.1:1883), as hall `hall`"
                      )  # fmt: skip
    room.add_argument("--plan", type=arguments.path, metavar="CSV",
                      help="each table's settings, as devices.csv of `corrido hall setup`"
                      )  # fmt: skip
    room.add_argument("--play", type=_positive, nargs="?", const=10.0, metavar="SECONDS",
                      help="games play themselves, a turn in about that (default 10)"
                      )  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `sim` to the command line."""
    parser = arguments.command(
        subparsers, "sim", "the device on this computer, in a browser page", run, EXAMPLES,
        "The device on this computer. The firmware runs unchanged on a simulated board; the page "
        "is a view of it: its pins, its display, its buzzer.",
    )  # fmt: skip
    page = parser.add_argument_group("the page")
    page.add_argument("--port", type=arguments.port, default=DEFAULT_PORT,
                      help=f"on loopback (default {DEFAULT_PORT}, 0: a free one)")  # fmt: skip
    page.add_argument("--no-browser", action="store_true", help="only print the address")
    _add_room(parser.add_argument_group("a room of tables, for a rehearsal without a board"))
    headless = parser.add_argument_group("without a page")
    headless.add_argument("--headless", action="store_true", help="as fast as possible")
    headless.add_argument("--for", dest="duration", type=_positive, metavar="SECONDS",
                          help="end after simulated seconds; print the status")  # fmt: skip
    headless.add_argument("--json", action="store_true", help="the default without a page")
    device = parser.add_argument_group("the device")
    device.add_argument("--set", type=_setting, action="append", default=[],
                                metavar="KEY=VALUE",
                                help="a setting; may be repeated")  # fmt: skip
    device.add_argument("--runtime", choices=("cpython", "micropython"), default="cpython",
                        help="the interpreter that runs the firmware")  # fmt: skip
    device.add_argument("--scenario", metavar="FILE", help="play a scenario on it first")
    device.add_argument("--until", type=int, metavar="LINE", help="up to this line of it")
    device.add_argument("--fresh", action="store_true",
                        help="begin with an empty flash, not that of the last run")  # fmt: skip
    arguments.contradict(parser, "--headless", "--port")
    for other in ("--set", "--fresh"):
        arguments.contradict(parser, "--scenario", other)
