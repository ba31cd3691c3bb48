"""`corrido watch`: what a device records, line by line as it comes."""

import argparse
import time

from corrido.ui.texts import LANGUAGES

from host_tools import arguments

LOOK_S = 0.3
EXAMPLE = """example: corrido watch --port socket://127.0.0.1:9001

The lines are those of `corrido log show`; Ctrl-C ends it. Nothing is written to the device."""


def run(args: argparse.Namespace) -> int:
    """Print the latest game's entries, then each new one, until Ctrl-C."""
    from host_tools.device import ports
    from host_tools.device.client import Client
    from host_tools.device.faults import DeviceFault
    from host_tools.log import account
    from host_tools.log.games import one_game, readable
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


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `watch`."""
    parser = arguments.command(
        subparsers, "watch", "a device's log as it is written", run, EXAMPLE,
        "Prints what a device records, as it comes.",
    )  # fmt: skip
    parser.add_argument("--port", action="append", metavar="PORT", help="serial port of the board")
    parser.add_argument("--pin", help="the arbiter's PIN, where the console is closed")
    parser.add_argument("--language", choices=LANGUAGES, default="es", help="of the lines (es)")
