"""A process without POSIX-only features: `python -m tests.host_tools.elsewhere LOG`.

Imports every module of the product, then runs commands on LOG; an import that Windows could not
answer ends it with a traceback. Only our modules are kept from it: the libraries have their own
code for each system, and choose it by the system that this is.
"""

import builtins
import contextlib
import importlib
import io
import os
import pkgutil
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

MODULES = {
    "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline",
    "resource", "spwd", "syslog", "termios", "tty",
}  # fmt: skip
NAMES: dict[ModuleType, tuple[str, ...]] = {
    os: (
        "chown", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups",
        "getloadavg", "getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "openpty",
        "pathconf", "posix_fallocate", "posix_spawn", "pread", "pwrite", "sched_getaffinity",
        "setpgid", "setsid", "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp", "ttyname",
        "uname", "wait", "wait3",
    ),
    signal: (
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP",
        "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill",
        "pthread_sigmask", "setitimer", "sigwait",
    ),
    socket: ("AF_UNIX", "socketpair", "send_fds"),
    time: ("tzset",),
}  # fmt: skip
OURS = ("boards", "corrido", "host_tools")
# Programs that run on a chip or in another interpreter, and programs only a checkout has.
APART = ("ondevice", "workshop", "__main__")
# Libraries that take seconds to load, of which only the names are needed here.
HEAVY = ("build123d", "trimesh")


class Poorer(ModuleType):
    """A module as our code finds it on Windows."""

    def __init__(self, whole: ModuleType, missing: tuple[str, ...]) -> None:
        super().__init__(whole.__name__, whole.__doc__)
        self._whole, self._missing = whole, missing

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no {name!r} on Windows")
        return getattr(self._whole, name)


def without_posix() -> None:
    """Hide from our modules, from here on, whatever a non-POSIX system lacks."""
    plain = builtins.__import__
    poorer = {module.__name__: Poorer(module, names) for module, names in NAMES.items()}

    def guarded(name, globals=None, locals=None, fromlist=(), level=0):
        asking = str((globals or {}).get("__name__", ""))
        if level or asking.partition(".")[0] not in OURS:
            return plain(name, globals, locals, fromlist, level)
        if name.partition(".")[0] in MODULES:
            raise ImportError(f"{asking} imports {name}, which Windows does not have")
        return poorer.get(name) or plain(name, globals, locals, fromlist, level)

    builtins.__import__ = guarded
    for name in [name for name in sys.modules if name.partition(".")[0] == "host_tools"]:
        del sys.modules[name]


def modules() -> Iterator[str]:
    """Yield the names of the product's modules."""
    import host_tools

    for found in pkgutil.walk_packages(host_tools.__path__, "host_tools."):
        if not set(found.name.split(".")) & set(APART):
            yield found.name


def import_all() -> int:
    """Import all modules; return their number. One whose library is not installed is skipped."""
    from host_tools.cli import EXTRAS

    sys.modules |= dict.fromkeys(HEAVY, MagicMock())
    names = list(modules())
    for name in names:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in EXTRAS:
                raise
    return len(names)


def run(*words: str) -> tuple[int, str, str]:
    """Run one command line in this process; return its exit code, output and errors."""
    from host_tools import cli

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = cli.main(list(words))
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    return code, out.getvalue(), err.getvalue()


def commands(log: str) -> dict[tuple[str, ...], int]:
    """Return the command lines to run, and how each should end."""
    from host_tools.cli import COMMANDS

    lines: dict[tuple[str, ...], int] = {("--help",): 0, ("--version",): 0}
    lines |= {(name, "--help"): 0 for name in COMMANDS if "workshop" not in COMMANDS[name].group}
    lines |= {
        ("lexicon", "check", "es", "casa"): 0,
        ("lexicon", "info", "es"): 0,
        ("log", "verify", log): 3,
        ("log", "show", log): 0,
        ("log", "show", log, "--list", "--json"): 0,
        ("log", "export", log, "--format", "svg", "-o", str(Path(log).with_name("charts"))): 0,
        ("config", "get", "--port", "COM99"): 1,
        ("status", "--port", "COM99"): 1,
        ("sim", "--headless", "--for", "1", "--runtime", "cpython"): 0,
    }
    return lines


def main() -> int:
    """Run everything; print each command that ended otherwise than it should."""
    without_posix()
    print(import_all(), "modules")
    lines, wrong = commands(sys.argv[1]), 0
    for words, wanted in lines.items():
        code, out, err = run(*words)
        if code != wanted or err.count("\n") != (code in (1, 2)) or not out + err:
            print(words, code, out[-300:], err[-600:])
            wrong += 1
    print(len(lines), "commands,", wrong, "wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
