"""A signal that ends a command leaves nothing temporary behind."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from host_tools.ending import noted, tidy_ending
from tests.waiting import wait_until

LONG = "device preset=fise-corrido\nat 0 power on\nat 1 press B\nat 600000 expect phase over\n"


LASTING = {
    "page": ("sim", "--no-browser", "--port", "0"),
    "headless": ("sim", "--headless", "--for", "900000"),
    "scenario": ("scenario", "long.scn"),
}


def attentive():
    """In a child: heed what `nohup` and a suite in the background ignore."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(
    ("how", "name", "code"),
    [("page", "SIGTERM", 143), ("page", "SIGINT", 0), ("headless", "SIGHUP", 129),
     ("scenario", "SIGTERM", 143)],
)  # fmt: skip
def test_nothing_is_left_in_the_temporary_folder(how, name, code, root, tmp_path):
    (tmp_path / "long.scn").write_text(LONG)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools", *LASTING[how]], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=attentive,
        env={**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(temporary),
             "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )  # fmt: skip
    try:
        if how == "page":
            assert b"http://127.0.0.1:" in process.stdout.readline()
        wait_until(lambda: list(temporary.glob("corrido-lexicons-*/es.lex")))
        time.sleep(0.5)  # the firmware is running
        assert list(temporary.iterdir()) and process.poll() is None
        process.send_signal(getattr(signal, name))
        _, said = process.communicate(timeout=600)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, said) == (code, b"")
    assert list(temporary.iterdir()) == []


def test_only_the_first_signal_ends_and_an_ignored_one_does_not():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with pytest.raises(SystemExit) as caught, tidy_ending():
            os.kill(os.getpid(), signal.SIGHUP)
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)
        assert caught.value.code == 128 + signal.SIGTERM
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def test_afterwards_signals_are_as_before():
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    with tidy_ending():
        pass
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before


def test_what_the_caller_ignores_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        stop = threading.Event()
        with noted(stop):
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert not stop.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
