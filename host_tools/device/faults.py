"""The ways a board can fail a command, each reported as one line with its remedy."""

import contextlib
import errno
import os
import struct
import sys
from collections.abc import Iterator

from host_tools.errors import UserError
from host_tools.untrusted.text import visible

REASON_LETTERS = 300
GOES_ON = "the same command goes on where it stopped"


class DeviceFault(UserError):
    """A board that did not carry out a command; exit code 1."""

    def __init__(self, message: str) -> None:
        super().__init__(message, exit_code=1)


class NoBoard(DeviceFault):
    """No board was found; with --json an empty list says the same."""

    document = "[]"

    def __init__(self) -> None:
        super().__init__(
            "no board found on USB: plug one in with a data cable (many cables only charge), or "
            "name its --port; a new board without MicroPython needs `corrido flash` first"
        )


class LinkLost(DeviceFault):
    """The port went away: a pulled cable, or another program taking its bytes."""


class ExecFault(DeviceFault):
    """Code sent to the board raised an exception: its name is `kind`, its text `detail`."""

    def __init__(self, port: str, kind: str, detail: str) -> None:
        said = visible(f"{kind}: {detail}" if detail else kind)[:REASON_LETTERS]
        super().__init__(f"{port}: the board says {said}")


class BadAnswer(DeviceFault):
    """An answer that none of our firmware gives; exit code 2: nothing is done."""

    def __init__(self, port: str, what: str) -> None:
        super().__init__(f"{port}: {what}: is it a Corrido? `corrido deploy` puts the firmware on")
        self.exit_code = 2


def garbled(port: str) -> DeviceFault:
    """Describe an answer with bytes missing, or with bytes that are not ours."""
    return DeviceFault(
        f"{port}: the answer is not whole: another program reads the same port, or the board "
        f"hangs; close terminals on it and plug it in again, {GOES_ON}"
    )


def cannot_open(port: str, error: OSError) -> DeviceFault:
    """Explain why a port did not open."""
    number, text = error.errno, str(error).lower()
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text or "access is denied" in text:
        return DeviceFault(f"{port}: busy: another program or another `corrido` uses it; close it")
    if number in (errno.EACCES, errno.EPERM) or "permission" in text:
        how = "close other programs and open this terminal again as a user who may use the port"
        if os.name == "posix" and sys.platform != "darwin":
            how = "sudo usermod -a -G dialout $USER, then log out and in"
        return DeviceFault(f"{port}: no permission to open it: {how}")
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "could not open port" in text:
        return DeviceFault(f"{port}: no such port; `corrido doctor` lists the present ones")
    if number in (errno.ENOTTY, errno.EISDIR, errno.EINVAL) or "configure port" in text:
        return DeviceFault(
            f"{port}: no serial port of a board; `corrido doctor` lists the present ones"
        )
    return DeviceFault(f"{port}: does not open: {error}")


def from_traceback(port: str, text: str) -> DeviceFault:
    """Return the fault, in one line, that a traceback from the board stands for."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    kind, _, detail = (lines[-1] if lines else "unknown error").partition(":")
    detail = detail.strip()
    if kind == "OSError" and ("ENOSPC" in detail or detail == "28"):
        return DeviceFault(
            f"{port}: the board's filesystem is full; nothing was changed; remove files that are "
            "not Corrido's, or deploy with fewer lexicons (--lexicon)"
        )
    if kind in ("KeyboardInterrupt", "SyntaxError", "ValueError"):  # not what was sent
        return garbled(port)
    return ExecFault(port, kind, detail)


@contextlib.contextmanager
def guarded(port: str) -> Iterator[None]:
    """Turn exceptions of the serial port and mpremote into one-line faults."""
    from mpremote.transport import TransportError, TransportExecError

    try:
        yield
    except TransportExecError as error:
        raise from_traceback(port, error.error_output) from error
    except (TransportError, struct.error, UnicodeDecodeError, ValueError, SyntaxError) as error:
        raise garbled(port) from error
    except (OSError, TypeError) as error:  # pyserial: a TypeError for a port closed meanwhile
        raise LinkLost(
            f"{port}: the connection broke: unplugged, without power, or another program opened "
            f"the port; close that program or plug the board in again, {GOES_ON}"
        ) from error
