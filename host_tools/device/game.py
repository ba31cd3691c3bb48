"""`corrido game`: a game goes on elsewhere: its state out of one device and into another."""

import argparse
import base64
import json
import re
import time
import zlib
from collections.abc import Callable
from typing import Any

from corrido.app.carried import joined

from host_tools.errors import UserError
from host_tools.files import read_bytes, write_whole
from host_tools.untrusted.text import clean

PIECE = 240  # bytes of a state in one line to the device
TAKEN_WITHIN_S = 20.0
PAUSE_S = 0.2
_PART = re.compile(r"^corrido \d\d?/\d\d? [0-9a-f]{8}\n[^\n]*", re.MULTILINE)
_FROM = re.compile(r'"from":"([^"]{1,80})"')

Ask = Callable[[str], Any]  # sends a command to a device and returns its answer


def take(ask: Ask) -> bytes:
    """Let a device's stopped game leave; return its state as the content of a file."""
    told = ask("take")
    return "".join(f"{told[str(at)]}\n" for at in range(len(told))).encode()


def put(ask: Ask, file: bytes, name: str) -> str:
    """Give a device the state in a file, of `take` or of scanned codes; return where it is from.

    UserError for another file.
    """
    state = _state_in(file, name)
    for at in range(0, len(state), PIECE):
        piece = base64.b64encode(state[at : at + PIECE]).decode()
        ask(f"put {piece}" if at else f"put new {piece}")
    ask(f"put end {zlib.crc32(state)}")
    found = _FROM.search(state.decode())
    return clean(found[1]) if found else ""


def _state_in(file: bytes, name: str) -> bytes:
    """Return the state that a file holds; UserError for another file."""
    text = file.decode("utf-8", "replace").replace("\r\n", "\n")
    try:
        return joined(_PART.findall(text) or [text[:40]])
    except ValueError as error:
        raise UserError(f"{name}: {error}: `corrido game take` writes one, and so does a phone "
                        "that scans the codes") from error  # fmt: skip


def command(args: argparse.Namespace) -> int:
    """Run `corrido game take` or `corrido game put`."""
    from host_tools.device import ports
    from host_tools.device.client import Client

    file = b""
    if args.verb == "put":
        file = read_bytes(args.file)
        _state_in(file, str(args.file))  # a wrong file is told before a board is looked for
    port = ports.only(args.port)
    with Client(port, pin=args.pin) as client:
        if args.verb == "take":
            if not args.output.exists():  # a place that cannot be written: the game stays
                write_whole(args.output, b"")
                args.output.unlink()
            file = take(client.ask)
            try:
                write_whole(args.output, file)
            except UserError as error:
                print(file.decode(), end="")
                raise UserError(f"{error}; the game has left {port}: the lines printed here are "
                                "it, save them as a file", error.exit_code) from error  # fmt: skip
            line = f"{port}: the game has left it, and is in {args.output}"
        else:
            came = put(client.ask, file, str(args.file))
            _await(client.ask, port)
            line = f"{port}: the game of {came} is here: both players confirm its times, then OK"
    print(json.dumps({"port": port, "done": args.verb}) if args.json else line)
    return 0


def _await(ask: Ask, port: str) -> None:
    """Wait until the device shows the game: only then is it taken over."""
    end = time.monotonic() + TAKEN_WITHIN_S
    while ask("status")["phase"] != "recovered":
        if time.monotonic() > end:
            raise UserError(f"{port}: it does not show the game: look at its screen", exit_code=1)
        time.sleep(PAUSE_S)
