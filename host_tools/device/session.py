"""The steps that every command takes with one board: reach, identify, deploy."""

import argparse
import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from host_tools import ending
from host_tools.build import mpy
from host_tools.build.sources import fingerprint
from host_tools.device import faults, kinds, payload, ports, ready
from host_tools.device.client import Client, give_way, refuse_in_play, wait_for_firmware
from host_tools.device.deploy import Deployment, Identity, Outcome, identify
from host_tools.device.progress import Progress, many_boards, silent
from host_tools.device.repl import Repl
from host_tools.errors import UserError

Assemble = Callable[[mpy.Target, Path, bool], payload.Files]
# In play with the list open (docs/evidence/hardware.md): with less, the firmware would not start,
# and its watchdog would start it again and again.
HEAP_AS_FILES_BYTES = 210 * 1024  # an official C3 has 216, a Pico W 200


class Options(NamedTuple):
    """Which files a board gets, whether a running clock may be stopped or old firmware removed."""

    board: str | None = None
    lexicons: list[str] | None = None
    force: bool = False
    pin: str | None = None  # unlocks a closed console
    replace: bool = False  # remove the old firmware first if both do not fit
    over: bool = False  # replace another program's main.py

    @classmethod
    def of(cls, args: argparse.Namespace) -> "Options":
        """Return a command's; UserError for those that are wrong for any board."""
        if args.board is not None:
            kinds.named(args.board)
        if args.lexicon is not None:
            payload.lexicon_files(args.lexicon)
        return cls(args.board, args.lexicon, args.force, args.pin, args.replace, args.over)

    def assemble(self, target: mpy.Target, board: Path, frozen: bool) -> payload.Files:
        """Return the files for a board of this kind."""
        return payload.assemble(target, board, frozen, self.lexicons)


class Deployed(NamedTuple):
    """A finished deployment: the kind of board, its identity, and the changes made."""

    board: str
    identity: Identity
    outcome: Outcome


def take(repl: Repl, force: bool, pin: str | None = None) -> None:
    """Get the raw REPL of a board, asking a running firmware first.

    If Ctrl-C interrupts this, the firmware is started again.
    """
    client = Client(repl.port, repl.transport, pin)
    runs = refuse_in_play(client, force)
    try:
        if runs:
            give_way(client, force)
        repl.enter()
    except KeyboardInterrupt:
        _start_again(repl)
        raise


@contextlib.contextmanager
def standing(repl: Repl, force: bool, pin: str | None = None) -> Iterator[None]:
    """Keep the firmware and its watchdog stopped within the context, then always restart it.

    Only a board that can no longer be reached stays at its REPL, without a watchdog.
    """
    take(repl, force, pin)
    try:
        yield
        repl.restart()
    except faults.LinkLost:
        raise
    except (UserError, KeyboardInterrupt):
        _start_again(repl)
        raise


def _start_again(repl: Repl) -> None:
    """Start the firmware, even if an impatient user presses Ctrl-C a second time."""
    with ending.undisturbed(), contextlib.suppress(faults.DeviceFault):
        repl.restart()


def refuse_no_room(identity: Identity) -> None:
    """Raise UserError if the heap of a board cannot hold the firmware as files."""
    if 0 < identity.heap < HEAP_AS_FILES_BYTES:
        raise UserError(
            f"as files the firmware needs {HEAP_AS_FILES_BYTES >> 10} KB of heap, and this board "
            f"has {identity.heap >> 10} KB: put the image on it that has the firmware frozen in "
            "(docs/hardware.md, Build an image), then deploy again"
        )


def bring(repl: Repl, options: Options, progress: Progress, assemble: Assemble) -> Deployed:
    """Deploy the files to a board at its raw REPL."""
    identity = identify(repl)
    if options.board is None:
        folder = kinds.guessed(identity.machine)
    else:
        folder = kinds.named(options.board)
        kinds.refuse_other_chip(folder, identity.machine, identity.platform)
    target = mpy.target_of(identity.mpy, repl.port, identity.version)
    if not identity.frozen:
        refuse_no_room(identity)
    files = assemble(target, folder, bool(identity.frozen))
    outcome = Deployment(repl, files, progress, options.replace, options.over).run()
    if identity.frozen:
        whole = {**files, "image": identity.state.encode()}
        outcome = outcome._replace(fingerprint=fingerprint(whole))
    return Deployed(folder.name, identity, outcome)


def deploy_to(port: str, options: Options, progress: Progress = silent) -> tuple[Deployed, str]:
    """Take a board, deploy, restart the firmware and check that it is up and can judge.

    Return what was deployed, and the lexicon that it judges by.
    """
    try:
        with Repl(port) as repl, standing(repl, options.force, options.pin):
            done = bring(repl, options, progress, options.assemble)
        progress("start", 0, 1)
        with Client(port, pin=options.pin) as client:
            about = wait_for_firmware(client, ready.START_S)
            ready.check_list(client)
        return done, about["lexicon"]
    except KeyboardInterrupt as error:
        raise UserError(f"{port}: stopped by Ctrl-C; {faults.GOES_ON}", 130) from error


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido deploy`."""
    options = Options.of(args)
    port = ports.only(args.port)
    with many_boards([port], quiet=args.json) as boards:
        done, lexicon = deploy_to(port, options, boards[port] if boards else silent)
    outcome = done.outcome
    if args.json:
        facts = {"port": port, "board": done.board, **outcome._asdict(), "ready": True}
        print(json.dumps(facts))
        return 0
    sent = f"{outcome.sent} of {outcome.files} files sent ({outcome.sent_bytes} bytes)"
    more = f", {outcome.resumed} were there from a cut run" if outcome.resumed else ""
    gone = f", {outcome.removed} old ones removed" if outcome.removed else ""
    print(f"{port}: {done.board}: {sent}{more}{gone}; fingerprint {outcome.fingerprint[:16]}")
    print(f"{port}: ready: the firmware runs, its lexicon is whole: {lexicon}")
    if done.identity.frozen:
        print(f"firmware {done.identity.frozen} is in the board's image; `corrido flash` with "
              "another image changes it")  # fmt: skip
    return 0
