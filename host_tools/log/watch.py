"""`corrido watch`: what a device records, line by line as it comes."""

import argparse
import time

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.device.faults import DeviceFault
from host_tools.log import account
from host_tools.log.games import one_game, readable
from host_tools.log.pull import pull

LOOK_S = 0.3


def run(args: argparse.Namespace) -> int:
    """Print the latest game's entries, then each new one, until Ctrl-C."""
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
