"""Ctrl-C while modules are still loading: no traceback, exit code 130."""

import os
import subprocess
import sys

import pytest

from host_tools.start import main

# A Ctrl-C at the Nth module that is looked for after our first line has run.
CHILD = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores Ctrl-C
from host_tools.start import main
left = int(sys.argv[1])
class Finder:
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["corrido", *sys.argv[2:]]
sys.exit(main())
"""


def interrupted(root, at, *words):
    """Run a command with a Ctrl-C at the `at`-th import."""
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(at), *words],
        capture_output=True, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, timeout=600,
    )  # fmt: skip


@pytest.mark.parametrize("at", [1, 2, 5, 12, 25, 40])
def test_an_interrupt_while_modules_load_is_quiet(root, at):
    done = interrupted(root, at, "config", "get", "--port", "/dev/none")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_without_an_interrupt_the_command_runs(root):
    done = interrupted(root, 0, "lexicon", "check", "es", "casa")
    assert (done.returncode, done.stdout) == (0, b"casa\tplayable\n")


def test_an_interrupt_behind_another_error_is_one_too(monkeypatch):
    def cut_short():
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise RuntimeError("the compiler's callback") from error

    monkeypatch.setattr("host_tools.cli.main", cut_short)
    assert main() == 130
