"""`corrido talk`: each player's earphone hears its own lines, and no other; `corrido watch`."""

import contextlib
import subprocess
from unittest.mock import MagicMock

import pytest

from host_tools import cli
from host_tools.device import client, talk
from host_tools.sim.device import Device
from tests.device.fingers import Asked

SOON_MS = 300  # from the state to the first sound


class Played(Asked):
    """The same while somebody plays."""

    def __init__(self, device, play):
        super().__init__(device)
        self._play = iter(play)

    def sleep(self, _seconds):
        """Let a second pass, with the next key pressed in it; at the end, Ctrl-C."""
        key = next(self._play, None)
        if key is None:
            raise KeyboardInterrupt
        now_us = self.device.now_us
        self.device.press(key[0], now_us, key[1])
        self.device.run_until(now_us + 1_200_000)


def talked(monkeypatch, capsys, speech, play, *words, command="talk"):
    """Return exit code, and the lines that a command prints while the keys are pressed."""
    device = Device.provisioned({"preset": "fise-corrido", "language": "en", "speech": speech})
    device.power_on()
    device.run_until(1_000_000)
    device.press("OK", 1_000_000)
    device.run_until(1_500_000)
    asked = Played(device, play)
    for module in (talk, client):
        monkeypatch.setattr(module, "Client", lambda port, pin=None: contextlib.nullcontext(asked))
        monkeypatch.setattr(module.time, "sleep", asked.sleep)
    code = cli.main([command, "--port", "sim", *words])
    out = capsys.readouterr()
    return code, out.out.splitlines(), out.err


PLAY = (("B", 80_000), ("B", 1_000_000), ("UP", 80_000))


@pytest.mark.parametrize(
    ("speech", "words", "both"),
    [("a", (), "A: 29 minutes 58 seconds. B: 30 minutes"),
     ("both", ("--player", "B"), "B: 30 minutes. A: 29 minutes 58 seconds")],
)  # fmt: skip
def test_each_player_hears_his_own_clock_first(monkeypatch, capsys, speech, words, both):
    code, lines, _ = talked(monkeypatch, capsys, speech, PLAY, *words, "--lines")
    assert (code, lines) == (130, ["A's turn", f"A's turn. {both}"])


@pytest.mark.parametrize(
    ("speech", "words", "code", "says"),
    [("none", (), 1, "speech is off"), ("both", (), 2, "--player A or B"),
     ("a", ("--player", "B"), 2, "to A only")],
)  # fmt: skip
def test_what_cannot_be_heard_is_said(monkeypatch, capsys, speech, words, code, says):
    got, _, error = talked(monkeypatch, capsys, speech, (), *words)
    assert got == code and says in error and error.count("\n") == 1


def test_what_is_recorded_is_told_once_as_it_comes(monkeypatch, capsys):
    play, words = (("B", 80_000), ("A", 80_000)), ("--language", "en")
    code, (game, *lines), _ = talked(monkeypatch, capsys, "none", play, *words, command="watch")
    assert code == 130 and game.startswith("Game 1, ")
    assert [line.split("  ")[1] for line in lines] == ["game armed", "press of B", "press of A"]


def test_a_line_waits_for_the_next_question_at_longest():
    """On the device's own time: what the firmware and `corrido talk` add, whatever the load."""
    device, late_ms = Device.provisioned({"preset": "fise-corrido", "speech": "aloud"}), []
    device.power_on()
    for key in ("OK", "B", "A", "STOP", "STOP", "B", "CHALLENGE"):
        device.run_until(device.now_us + 2_000_000)
        begun_us, before = device.now_us, device.said()
        device.press(key)
        while device.said() == before and device.now_us < begun_us + 1_000_000:
            device.run_until(device.now_us + 1_000)
        late_ms.append((device.now_us - begun_us) // 1000)
    print("from the contact to the line, without the host:", late_ms, "ms")
    assert max(late_ms) + 1000 * talk.POLL_S < SOON_MS, late_ms


@pytest.mark.parametrize(
    ("system", "says"), [("win32", "[cultureinfo]'es'"), ("darwin", "Mónica"), ("linux", "")]
)
def test_each_system_s_own_speech_is_used_or_it_is_said_that_none_is(
    monkeypatch, capsys, system, says
):
    listed = MagicMock(stdout="Alex      en_US  # Hello\nMónica    es_ES  # Hola\n")
    monkeypatch.setattr(talk.sys, "platform", system)
    monkeypatch.setattr(talk.shutil, "which", lambda name: name if name == "powershell" else None)
    monkeypatch.setattr(talk.subprocess, "run", lambda *_, **__: listed)
    assert says in " ".join(talk.speaker("es"))
    talk.Voice("es", lines=False)
    assert ("nothing is spoken" in capsys.readouterr().err) == (system == "linux")


def test_it_speaks_in_the_devices_language(monkeypatch):
    begun = MagicMock()
    monkeypatch.setattr(talk.shutil, "which", lambda name: "/" + name)
    monkeypatch.setattr(subprocess, "Popen", begun)
    voice = talk.Voice("pl", lines=False)
    voice.say("Ruch A")
    begun.return_value.kill.assert_not_called()
    voice.say("Ruch B")
    begun.return_value.kill.assert_called_once()  # cut off
    assert [call.args[0][2] for call in begun.call_args_list] == ["pl", "pl"]
