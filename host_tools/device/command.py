"""The commands that put MicroPython, the firmware and settings on boards, and check them."""

import argparse
import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from host_tools import arguments
from host_tools.device import findings, kinds, payload
from host_tools.device.progress import one_board

EXAMPLES = {
    "image": """examples:
  corrido image --base RPI_PICO.uf2 -o club.uf2
  corrido image --base RPI_PICO.uf2 --preset fise-corrido --lexicon es --set pin=4711 -o club.uf2
  corrido image --base RPI_PICO2.uf2 --table HALL.csv -o hall     a file for each line
Take the base from micropython.org. Hold BOOTSEL, plug the board in, drag the file on its drive.
It makes the board new: its log and settings are gone; `corrido deploy` updates and keeps them.""",
    "flash": """examples:
  corrido flash RPI_PICO-v1.28.uf2 --sha256 DIGITS
  corrido flash ESP32_GENERIC-v1.28.bin --port COM4 --erase
  corrido flash https://micropython.org/resources/firmware/RPI_PICO-20260406-v1.28.0.uf2""",
    "deploy": """examples:
  corrido deploy                             the one board on USB, all shipped lexicons
  corrido deploy --port /dev/ttyACM0 --board pico --lexicon es --lexicon club.lex
  corrido deploy --board ./my-wiring         a folder with your own board.py""",
    "provision": """examples:
  corrido provision --all --plan hall.csv --report evening
  corrido provision --port COM3 --port COM4 --set preset=fise-corrido --set pin=4711
  corrido provision --all --plan hall.csv --keys hall.keys    each log signed; verify with --key
hall.csv, one line per board (found by `id` or `port`; every other column is a setting):
  id,device-name,table,preset,lexicon,pin
  e6614103e7452d2f,Mesa 1,1,fise-corrido,es,4711""",
    "doctor": """examples:
  corrido doctor
  corrido doctor --port /dev/ttyACM0 --json""",
    "status": """examples:
  corrido status                             every device on USB
  corrido status --watch                     repeat until Ctrl-C
  corrido status --port /dev/ttyACM0 --json  all fields""",
    "config": """examples:
  corrido config get
  corrido config get budget signals
  corrido config set budget=1500 language=es --pin 4711
  corrido config export -o hall.json
  corrido config import hall.json --pin 4711
  corrido config forget-pin""",
    "talk": """examples:
  corrido config set speech=a                first: whom the device speaks to
  corrido talk --port /dev/ttyACM0 --player A
  corrido talk --lines                       no speech: lines for a screen reader
It speaks with espeak-ng; where that is not installed it prints lines. Ctrl-C ends it.""",
    "game": """examples:
  corrido game take --port COM4 -o table-7.game --pin 4711
  corrido game put --port COM5 table-7.game --pin 4711
The first device says that its game has left; its arbiter can take it back. The second one, in
its settings, shows the times, and goes on once both players have confirmed them.""",
    "preset": """examples:
  corrido preset list
  corrido preset add blitz fise-corrido budget=600 limit=3600 --pin 4711
  corrido preset use blitz --pin 4711
  corrido preset remove blitz --pin 4711
A device keeps eight. The settings of a preset are in docs/deploy.md, under `config`.""",
}

TIGHT = (
    "as files the firmware fills most of this chip's memory and starts slowly: for tournaments, "
    f"flash an image that has it frozen in ({findings.FROZEN_HOW})"
)


def _flash(args: argparse.Namespace) -> int:
    from host_tools.device import flash, image

    loaded = image.load(args.image, args.sha256)
    port = args.port[0] if args.port else None
    line = flash.flash(loaded, port, args.drive, args.erase, args.force)
    if args.json:
        facts = {"image": str(loaded.path), "chip": loaded.chip, "sha256": loaded.sha256}
        print(json.dumps(facts))
        return 0
    print(line)
    if args.sha256 is None:
        print("not checked against a published hash: give it with --sha256", file=sys.stderr)
    return 0


def _deploy(args: argparse.Namespace) -> int:
    from host_tools.device import ports, session

    options = session.Options(
        args.board, args.lexicon, args.force, args.firmware, args.pin, args.replace, args.over
    )
    options.check()
    port = ports.only(args.port)
    with one_board(port, quiet=args.json) as progress:
        done = session.deploy_to(port, options, progress)
    if args.json:
        facts = {"port": port, "board": done.board, **done.outcome._asdict()}
        print(json.dumps({**facts, "ready": done.about is not None}))
        return 0
    outcome = done.outcome
    sent = f"{outcome.sent} of {outcome.files} files sent ({outcome.sent_bytes} bytes)"
    more = f", {outcome.resumed} were there from a cut run" if outcome.resumed else ""
    gone = f", {outcome.removed} old ones removed" if outcome.removed else ""
    print(f"{port}: {done.board}: {sent}{more}{gone}; fingerprint {outcome.fingerprint[:16]}")
    if done.about:
        print(f"{port}: ready: the firmware runs, its lexicon is whole: {done.about['lexicon']}")
    else:
        print(f"{port}: start not checked: this is not the project's firmware", file=sys.stderr)
    if done.identity.frozen and args.firmware is None:
        made_of = _made_of(done.identity.state)
        print(f"firmware {done.identity.frozen} is in the board's image{made_of}; "
              "`corrido flash` with another image changes it")  # fmt: skip
    elif "RP2040" in done.identity.machine:
        print(f"{port}: {TIGHT}", file=sys.stderr)
    return 0


def _made_of(state: str) -> str:
    """Return the state of the sources that an image was made of; "" if it does not say."""
    if not state:
        return ""
    which = "other sources than are" if payload.made_elsewhere(state) else "the sources"
    return f", made of {which} here"


def _of(module: str) -> Callable[[argparse.Namespace], int]:
    """Return a module's own command; the module is imported once it runs."""
    return lambda args: import_module(f"host_tools.device.{module}").command(args)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.2 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0.2 to 3600")
    return value


def _parser(
    subparsers: argparse._SubParsersAction, name: str, text: str
) -> argparse.ArgumentParser:
    parser = arguments.command(
        subparsers, name, text, examples=EXAMPLES[name], json=name != "talk"
    )
    if name != "image":
        parser.add_argument(
            "--port", action="append", metavar="PORT", help="serial port of the board"
        )
    return parser


def _board_and_lists(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--board", metavar="NAME", help=f"{', '.join(kinds.board_names())}, or a folder with a "
        "board.py; guessed from the board if not given",
    )  # fmt: skip
    parser.add_argument(
        "--lexicon", action="append", metavar="NAME",
        help="shipped list or .lex file; may be repeated (default: all shipped ones)",
    )  # fmt: skip


def _files_options(parser: argparse.ArgumentParser) -> None:
    _board_and_lists(parser)
    parser.add_argument(
        "--firmware", type=Path, metavar="FOLDER", help="another firmware than the project's"
    )
    parser.add_argument("--force", action="store_true", help="go on even while a clock runs")
    parser.add_argument(
        "--over", action="store_true", help="replace another program that the board starts"
    )
    parser.add_argument(
        "--replace", action="store_true", help="remove the old firmware first if both do not fit: "
        "until it ends the board has none; its log and settings stay",
    )  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the nine commands."""
    _register_image(subparsers)
    _register_talk(subparsers)
    flash = _parser(subparsers, "flash", "put MicroPython on a board")
    flash.add_argument("image", metavar="IMAGE", help=".uf2 or .bin file, or its https address")
    flash.add_argument(
        "--sha256",
        type=arguments.sha256,
        metavar="HEX",
        help="published hash; refuse any other image",
    )
    flash.add_argument("--drive", type=Path, help="drive of the board, if it is not found")
    flash.add_argument("--erase", action="store_true", help="erase an ESP32 first, log and all")
    flash.add_argument(
        "--force",
        action="store_true",
        help="go on even while a clock runs, or if it erases the board",
    )
    flash.set_defaults(run=_flash)
    deploy = _parser(subparsers, "deploy", "put the firmware on a board, or bring it up to date")
    _files_options(deploy)
    deploy.add_argument("--pin", help="the arbiter's PIN, where the console is closed")
    deploy.set_defaults(run=_deploy)
    _register_provision(subparsers)
    _register_doctor(subparsers)
    status = _parser(subparsers, "status", "show phase, clocks and game of running devices")
    status.add_argument(
        "--watch", type=_seconds, nargs="?", const=2.0, metavar="SECONDS",
        help="repeat until Ctrl-C, every 2 seconds by default",
    )  # fmt: skip
    status.set_defaults(run=_of("status"))
    _register_config(subparsers)
    _register_preset(subparsers)
    _register_game(subparsers)


def _register_provision(subparsers: argparse._SubParsersAction) -> None:
    provision = _parser(subparsers, "provision", "prepare many boards at once")
    _files_options(provision)
    provision.add_argument("--all", action="store_true", help="every board on USB")
    provision.add_argument(
        "--plan", type=Path, metavar="FILE", help="CSV or JSON, one line per board"
    )
    provision.add_argument(
        "--set", action="append", metavar="NAME=VALUE", default=[], help="a setting for all boards"
    )
    provision.add_argument("--pin", help="the boards' current PIN")
    provision.add_argument(
        "--keys", type=Path, metavar="FILE",
        help="give each board its own key to sign its log, and save the keys in FILE, for the "
        "director only",
    )  # fmt: skip
    provision.add_argument(
        "--report", type=Path, metavar="STEM", help="write STEM.json and STEM.csv"
    )
    provision.set_defaults(run=_of("provision"))


def _register_image(subparsers: argparse._SubParsersAction) -> None:
    made = _parser(subparsers, "image", "make the one file that a board needs")
    made.add_argument(
        "--base", required=True, metavar="IMAGE", help="MicroPython's official image for the board"
    )
    _board_and_lists(made)
    made.add_argument("--preset", metavar="NAME", help="the preset to play by")
    made.add_argument(
        "--set", action="append", metavar="NAME=VALUE", default=[], help="a setting, or the pin"
    )
    made.add_argument(
        "--table", "--hall", type=Path, metavar="CSV",
        help="a file for each line, whose columns are settings",
    )  # fmt: skip
    made.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE",
        help="the file to make; with --table the folder for them",
    )  # fmt: skip
    made.set_defaults(run=_of("compose"))


def _register_doctor(subparsers: argparse._SubParsersAction) -> None:
    doctor = _parser(subparsers, "doctor", "find boards and diagnose each one's faults")
    doctor.add_argument("--pin", help="the arbiter's PIN, for a closed console")
    doctor.set_defaults(run=_of("doctor"))


def _register_config(subparsers: argparse._SubParsersAction) -> None:
    config = _parser(subparsers, "config", "read and write a device's settings")
    verbs = config.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, text in (
        ("get", "show settings, all or those named"),
        ("set", "change settings; an empty value leaves it to the preset again"),
        ("export", "print all settings as one JSON document"),
        ("import", "change settings to those of such a file"),
        ("forget-pin", "erase the arbiter's PIN, if it was forgotten; settings and log stay"),
    ):
        one = _add_verb(verbs, verb, text, "config")
        if verb == "export":
            one.add_argument(
                "-o", "--output", type=Path, metavar="FILE",
                help="write to a file, always in UTF-8",
            )  # fmt: skip
        if verb == "forget-pin":
            one.add_argument("--force", action="store_true", help="go on even while a clock runs")
            continue
        one.add_argument("--pin", help="the arbiter's PIN, where the device has one")
        if verb != "export":
            metavar = {"get": "NAME", "set": "NAME=VALUE", "import": "FILE"}[verb]
            one.add_argument("names", nargs="*" if verb == "get" else "+", metavar=metavar)
    config.set_defaults(run=_of("config"))


def _register_game(subparsers: argparse._SubParsersAction) -> None:
    from host_tools.device.game import arguments as game_arguments

    game = _parser(subparsers, "game", "move a game in progress to another device")
    verbs = game.add_subparsers(dest="verb", metavar="VERB", required=True)
    texts = {"take": "let a stopped game leave a device", "put": "go on with it on another"}
    game_arguments({verb: _add_verb(verbs, verb, texts[verb], "game") for verb in texts})
    game.set_defaults(run=_of("game"))


def _add_verb(
    verbs: argparse._SubParsersAction, verb: str, text: str, command: str
) -> argparse.ArgumentParser:
    one = arguments.command(verbs, verb, text, examples=EXAMPLES[command])
    _after_the_verb(one)
    return one


def _after_the_verb(parser: argparse.ArgumentParser) -> None:
    """Accept --port and --json after a verb too, without undoing those given before it."""
    parser.add_argument(
        "--port", action="append", default=argparse.SUPPRESS, metavar="PORT",
        help="serial port of the board",
    )  # fmt: skip
    parser.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="one JSON document on stdout",
    )


def _register_talk(subparsers: argparse._SubParsersAction) -> None:
    talk = _parser(subparsers, "talk", "speak what a device would say, to an earphone")
    talk.add_argument("--player", choices=("A", "B"), help="whose earphone this is")
    talk.add_argument("--lines", action="store_true", help="print only, for a screen reader")
    talk.add_argument("--pin", help="the arbiter's PIN, where the console is closed")
    talk.set_defaults(run=_of("talk"))


def _register_preset(subparsers: argparse._SubParsersAction) -> None:
    preset = _parser(subparsers, "preset", "keep your own presets on a device, by name")
    verbs = preset.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, text in (
        ("list", "list your own presets"),
        ("add", "save a preset, or change the one of that name"),
        ("use", "play by a preset, your own or a federation's"),
        ("remove", "remove one of your own presets"),
    ):
        one = _add_verb(verbs, verb, text, "preset")
        one.add_argument("--pin", help="the arbiter's PIN, where the device has one")
        if verb == "list":
            continue
        one.add_argument("name", metavar="NAME", help="up to 16 of a to z, digits and -")
        if verb == "add":
            one.add_argument("base", metavar="PRESET", help="the preset that it changes")
            one.add_argument("settings", nargs="*", metavar="KEY=VALUE", help="what differs")
    preset.set_defaults(run=_of("presets"))
