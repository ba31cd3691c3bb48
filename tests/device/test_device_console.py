"""The console's slices, and what it does without memory."""

import json
from types import SimpleNamespace

import pytest
from corrido import memory
from corrido.app import commands
from corrido.app import console as console_module
from corrido.app.commands import OPEN, PARTS, Locked, Refused, run
from corrido.app.console import (
    ATTENTIVE_MS,
    LONGEST_LINE,
    SENDING_MS,
    SLICE_BYTES,
    SLOW_MS,
    Console,
)
from corrido.app.loop import ANSWER_BYTES

from host_tools.sim.device import Device
from tests.portable.played_journal import sharing_a_tag


class Port:
    """A port that counts the bytes of each poll, and can be full."""

    def __init__(self):
        self.waiting, self.sent, self.full, self.reads = bytearray(), [], False, 0

    def read(self):
        self.reads += 1
        return self.waiting.pop(0) if self.waiting else -1

    def room(self):
        return not self.full

    def write(self, data):
        self.sent.append(bytes(data))


@pytest.fixture
def port():
    return Port()


@pytest.fixture
def console(port):
    status = {f"field.{n}": "x" * 20 for n in range(20)}
    match = SimpleNamespace(run=0, shown=lambda who: "30:00")
    app = SimpleNamespace(recorder=SimpleNamespace(match=match, unfinished=0), stands=True)
    app.loop = SimpleNamespace(garbage=0)
    app.fresh, app.status = lambda: app.stands, lambda: status
    app.settings = SimpleNamespace(get=lambda name: False)
    app.timebase = SimpleNamespace(now=0, now_ms=lambda: app.timebase.now)
    return Console(app, port)


def slow(port, console, write_ms):
    """Let each write to the port take so long."""

    def write(data):
        port.sent.append(bytes(data))
        console._app.timebase.now += write_ms

    port.write = write


def heard(console, port, polls=20):
    """What a host hears within so many polls."""
    port.sent.clear()
    for _ in range(polls):
        console.poll()
    return b"".join(port.sent)


def test_a_poll_takes_a_slice_and_gives_slices_for_a_moment(console, port):
    port.waiting += b"\n?7 status\n" + b"x" * 500
    console.poll()
    assert 0 < port.reads <= SLICE_BYTES and not port.sent  # it has received the command
    console.poll()
    assert not port.sent  # it has carried out the command
    slow(port, console, SENDING_MS // 2)
    for sent in (2, 4):
        assert console.poll() and len(port.sent) == sent
    while not port.sent[-1].endswith(b"\n"):
        assert console.poll() and len(port.sent[-1]) <= SLICE_BYTES
    answer = b"".join(port.sent).decode()
    assert answer.startswith("\n!7 ok ") and answer.endswith("\n")
    assert len(json.loads(answer.partition("ok ")[2])) == 22  # and the times as shown


def test_an_answer_that_finds_no_memory_is_cut_off(console, port):
    def fields():
        yield "{"
        raise MemoryError

    console._answer = console._sending(port, b"", fields())
    while console.poll():
        console._app.timebase.now += 100
    assert port.sent == [b"\n"] and not console.speaks()


def test_no_memory_for_the_port_ends_the_answer_and_not_the_firmware(console, port, monkeypatch):
    def write(_data):
        raise MemoryError

    console._answer = console._sending(port, b"!1 ok", iter(()))
    with monkeypatch.context() as hungry:
        hungry.setattr(port, "write", write)
        assert console.poll()
        console._app.recorder.unfinished = 1
        with pytest.raises(MemoryError):
            console.poll()  # half a change of the game: only a restart is safe
    console.poll()
    assert port.sent == [b"\n"]


@pytest.mark.parametrize("running", [0, 1])
def test_a_command_may_use_the_reserve_while_no_clock_runs(console, monkeypatch, running):
    """As `read` does on a C3 with the firmware as files, where a log is pulled before a game."""
    tries, released = [], []

    def command(_console, _app, _rest):
        tries.append(1)
        if not released:
            raise MemoryError
        return 7

    monkeypatch.setitem(PARTS, "hungry", "")
    monkeypatch.setattr(commands, "hungry", command, raising=False)
    monkeypatch.setattr(memory, "release_reserve", lambda: not released.append(1))
    console._app.recorder.match.run = running
    if running:
        with pytest.raises(Refused, match="MemoryError"):
            run(console, console._app, "hungry", "")
    else:
        assert run(console, console._app, "hungry", "") == 7
    assert (len(tries), len(released)) == ((1, 0) if running else (2, 1))


def test_after_an_answer_it_expects_another_question_for_a_moment(console, port):
    assert not console.poll()
    port.waiting += b"?1 nonsense\n"
    assert [console.poll() for _ in range(4)] == [True] * 4
    assert port.sent[-1].endswith(b"\n") and console._app.loop.garbage >= ANSWER_BYTES
    console._app.timebase.now = ATTENTIVE_MS - 1
    assert console.poll()
    console._app.recorder.match.run = 1  # over a running clock the processor sleeps
    assert not console.poll()
    console._app.recorder.match.run = 0
    console._app.timebase.now = ATTENTIVE_MS
    assert not console.poll()


def test_a_status_waits_until_no_press_is_under_way_but_not_for_ever(console, port):
    console._app.stands = False
    port.waiting += b"?1 status\n"
    assert not heard(console, port)
    console._app.stands = True
    assert b"field.0" in heard(console, port)
    console._app.stands = False
    port.waiting += b"?2 status\n"
    assert not heard(console, port)
    assert b"field.0" in heard(console, port)  # as of the latest advance


@pytest.mark.parametrize("slow_ms, slices", [(50, 1), (SLOW_MS, 12)])
def test_a_host_that_stopped_reading_costs_one_wait(console, port, monkeypatch, slow_ms, slices):
    """An ESP32's own USB claims to have room, and then waits for half a second.

    But a process that had no processor for so long, on a busy computer, gives its whole answer.
    """
    monkeypatch.setattr(console_module, "SLOW_MS", slow_ms)
    slow(port, console, 500)
    port.waiting += b"?1 status\n"
    heard(console, port)
    assert len(port.sent) == slices
    console._app.timebase.now += ATTENTIVE_MS
    assert not console.poll()  # and it may sleep again


def test_a_full_port_is_not_waited_for(console, port):
    port.waiting += b"?1 status\n"
    port.full = True
    assert [console.poll() for _ in range(3)] == [True] * 3
    assert not port.sent


def test_noise_and_endless_lines_are_forgotten(console, port):
    port.waiting += b"\x00\xff?1\n?\n? status\n?x status\nhello\n?" + b"9" * 5 * LONGEST_LINE
    port.waiting += b"\n?3 nonsense\n"
    said = heard(console, port, 120).decode()
    assert "!3 no unknown command nonsense" in said
    assert "ok" not in said


def made(**settings):
    """A device with these settings, powered and in setup."""
    device = Device.provisioned(settings)
    device.power_on()
    device.run_until(300_000)
    return device


def ask(device, port, name, rest):
    """The answer of the console to a command."""
    app = device.app
    return run(Console(app, port), app, name, rest)


def test_a_closed_console_answers_little_until_the_pin_is_given(port):
    closed = made(**{"console-lock": "yes", "pin": "4711"})
    console = Console(closed.app, port)
    for command in set(PARTS) - set(OPEN):
        with pytest.raises(Refused, match="console is closed: give the arbiter's PIN"):
            run(console, closed.app, command, "force")
    assert run(console, closed.app, "status", "")["phase"] == "setup"
    assert run(console, closed.app, "about", "")["pin"] is True
    assert run(console, closed.app, "unlock", "4711") is True
    assert run(console, closed.app, "get", "budget") is None
    closed.run_until(40_000_000)
    assert run(console, closed.app, "get", "language") == "es"
    closed.run_until(95_000_000)  # within a minute of the last question
    assert run(console, closed.app, "get", "language") == "es"
    closed.run_until(160_000_000)
    with pytest.raises(Locked, match="console is closed"):
        run(console, closed.app, "get", "language")


def test_without_a_pin_there_is_nothing_to_close_it_with(port):
    assert ask(made(**{"console-lock": "yes"}), port, "get", "language") == "es"


def test_a_log_key_whose_tag_an_older_one_has_is_refused_in_a_line(port):
    signed, first = made(preset="fise-corrido"), bytes(32)
    ask(signed, port, "set", f'log-key "{first.hex()}"')
    signed.press("OK", 500_000)  # a game begins: its block is signed with the first key
    signed.run_until(1_000_000)
    twin = sharing_a_tag(first)
    signed.app.recorder.match.phase = "closed"  # when settings may change again
    with pytest.raises(Refused, match="shares its one-byte tag"):
        ask(signed, port, "set", f'log-key "{twin.hex()}"')
    assert signed.app.settings.log_key() == first
    ask(signed, port, "set", f'log-key "{first.hex()}"')  # it is known: not asked of another
