"""What every command does with one board: reach it, know it, bring it its files."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.device import bundle, mpy
from host_tools.device.client import Client, stop_firmware
from host_tools.device.deploy import Identity, Outcome, Progress, deploy, identify, silent
from host_tools.device.link import Link

Assemble = Callable[[mpy.Target, Path], bundle.Files]


class Options(NamedTuple):
    """Which files a board gets, and whether a running clock is respected."""

    board: str | None = None
    lexicons: list[str] | None = None
    libraries: str | None = None
    force: bool = False
    firmware: Path | None = None

    def assemble(self, target: mpy.Target, board: Path) -> bundle.Files:
        """The files for a board of this kind."""
        return bundle.assemble(target, board, self.lexicons, self.libraries, self.firmware)


class Deployed(NamedTuple):
    """A deployment: the kind of board, who it says it is, and what was done."""

    board: str
    identity: Identity
    outcome: Outcome


def take(link: Link, force: bool) -> None:
    """Get the raw REPL of a board, by asking a running firmware first."""
    stop_firmware(Client(link.port, link.transport), force)
    link.enter()


def bring(link: Link, options: Options, progress: Progress, assemble: Assemble) -> Deployed:
    """Deploy to a board at its raw REPL."""
    identity = identify(link)
    folder = bundle.board_folder(options.board, identity.machine)
    target = mpy.target_of(identity.mpy, link.port, identity.version)
    outcome = deploy(link, assemble(target, folder), progress)
    return Deployed(folder.name, identity, outcome)


def deploy_to(port: str, options: Options, progress: Progress = silent) -> Deployed:
    """`corrido deploy` for one board: take it, deploy, start the firmware again."""
    with Link(port) as link:
        take(link, options.force)
        done = bring(link, options, progress, options.assemble)
        link.restart()
        return done
