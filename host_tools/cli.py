"""The command `corrido`: finds the module that owns a command, parses, runs, reports errors.

Each is in a module of `host_tools` with `register(subparsers)`. Only the requested one's is
imported, so that no command waits for another's libraries.
"""

import argparse
import io
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, NoReturn

from host_tools.errors import UserError, nearest, tell, translated
from host_tools.untrusted.text import visible


class Command(NamedTuple):
    """One word of the command line: the module that registers it, and its line in the help."""

    module: str
    summary: str
    task: str = ""  # its heading in the help; one without is the workshop's
    extras: tuple[str, ...] = ()  # of the package, which bring all that it imports


TRY, BUILD, PLAY, MORE = "try it", "put it on a board", "at a tournament", "now and then"
SIM, DEVICE, HALL = ("sim",), ("device",), ("hall",)
COMMANDS = {
    "sim": Command("sim.command", "the device on this computer, in a browser page", TRY, SIM),
    "web": Command("web.publish", "the static site: the clock in any browser", TRY, ("web",)),
    "image": Command("device.command", "make the one file that a board needs", BUILD, ("esp32",)),
    "deploy": Command("device.command", "put the firmware on a board", BUILD, DEVICE),
    "config": Command("device.command", "read and write a device's settings", BUILD, DEVICE),
    "doctor": Command("device.command", "find boards and diagnose their faults", BUILD, DEVICE),
    "lexicon": Command("lexicon.command", "build, inspect, query word lists", PLAY, ("lexicon",)),
    "hall": Command("hall.command", "the live board of a hall of devices", PLAY, HALL),
    "log": Command("log.command", "fetch, verify, read, export a device's log", PLAY, HALL),
    "talk": Command("device.command", "speak what a device would say", PLAY, DEVICE),
    "case": Command("case.command", "the enclosure, from code", MORE, ("case",)),
    "flash": Command("device.command", "put MicroPython on a board", MORE, ("esp32",)),
    "provision": Command("device.command", "prepare many boards at once", MORE, DEVICE),
    "game": Command("device.command", "move a game to another device", MORE, DEVICE),
    "report": Command("device.command", "measure a board: a file to send", MORE, DEVICE),
    "status": Command("device.command", "show the state of running devices", MORE, DEVICE),
    "watch": Command("log.command", "a device's log as it is written", MORE, HALL),
    "scenario": Command("scenario.command", "run scenario files on the firmware", "", HALL),
    "screens": Command("workshop.screens.command", "render every screen to pictures", "", HALL),
    "bench": Command("workshop.bench", "the project's benchmarks", "", ("lexicon", "emulator")),
    "test-board": Command(
        "workshop.emulator.portable", "run the portable tests on a board", "", ("emulator",)
    ),
    "trace": Command("workshop.traceback", "translate the short names in a traceback"),
    "new": Command("workshop.new", "begin a board, preset, language or alphabet"),
    "release": Command(
        "workshop.release", "make all files of a release", "", ("release", "web", "case")
    ),
}
# Import names that no package brings: an error about one is a fault of ours.
OURS = ("", "boards", "corrido", "corrido_board", "host_tools")

ERROR_LETTERS = 500
EXAMPLES = """examples:
  corrido sim                           play with the device
  corrido lexicon check es zuzar figos  is a word playable?

`corrido COMMAND --help` explains one command."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line on stderr and exits 2."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit 2."""
        said = translated(visible(f"{self.prog}: {message}")[:ERROR_LETTERS])
        self.exit(2, f"{said} ({translated(f'`{self.prog} --help` explains')})\n")


def _present(command: Command) -> bool:
    try:
        return find_spec(f"host_tools.{command.module}") is not None
    except ModuleNotFoundError:  # an installed wheel has no workshop
        return False


def _known(name: str) -> bool:
    return name in COMMANDS and _present(COMMANDS[name])


def _overview() -> Parser:
    """Return the parser of `corrido --help`: commands by task, with no command imported."""
    from corrido import VERSION

    listed: dict[str, list[str]] = {}
    for name, command in COMMANDS.items():
        if _present(command):
            line = f"  {name:<12}{command.summary}"
            listed.setdefault(command.task or "the workshop", []).append(line)
    parser = Parser(
        prog="corrido",
        usage="corrido COMMAND ...",
        description="Game clock and word judge for Scrabble tables.",
        epilog="\n\n".join([f"{task}:\n" + "\n".join(of) for task, of in listed.items()])
        + "\n\n" + EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"corrido {VERSION}")
    return parser


def build_parser(name: str) -> Parser:
    """Return the parser of one command, with its module registered."""
    parser = Parser(prog="corrido")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    import_module(f"host_tools.{COMMANDS[name].module}").register(subparsers)
    return parser


def run(argv: list[str]) -> int:
    """Parse and run one command line; returns its exit code, may raise UserError or SystemExit."""
    name = argv[0] if argv else ""
    if not _known(name):
        overview = _overview()
        if not argv:
            overview.print_help()
            return 0
        if name.startswith("-"):
            overview.parse_args(argv)
        overview.error(f"no command {name!r}: {nearest(name, filter(_known, COMMANDS), 1)}")
    args = argparse.Namespace()
    try:
        args, unknown = build_parser(name).parse_known_args(argv)
        if unknown:
            # The error points to the help of the command that they were meant for.
            parser = Parser(prog=f"corrido {name} {vars(args).get('verb') or ''}".rstrip())
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        return args.run(args)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in OURS:
            raise
        from host_tools.tools import install

        line = install(*COMMANDS[name].extras)
        raise UserError(f"`corrido {name}` needs packages that are not here: {line}") from error
    except UserError as error:
        if error.document is not None and getattr(args, "json", False):
            print(error.document)
        raise


def _speak_utf8() -> None:
    """Make pipes carry UTF-8 on every system: one command's exports are another's imports.

    A stream that the caller has closed (`>&-`) is replaced by the null device, so that using it
    does no harm.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))
    # A word or a file name that is not UTF-8 goes out as it came in.
    for stream, errors in (
        (sys.stdin, "strict"), (sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace"),
    ):  # fmt: skip
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return its exit code: 0, 1, 2, or 130 after Ctrl-C."""
    try:
        _speak_utf8()
        code = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except UserError as error:
        tell(error)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader (`| head`) has gone; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except UnicodeEncodeError as error:
        # A word of the command line, or an escape in a JSON file, that encodes no character.
        wrong = ascii(error.object[error.start : error.end])
        tell(f"{wrong} is not UTF-8 text: save it as UTF-8")
        return 2
    except OSError as error:
        # A missing folder, a full disk: for the user to fix, whichever command it was.
        where = f"{error.filename}: " if error.filename else ""
        tell(visible(f"{where}{error.strerror or error}"))
        return 2 if where else 1
