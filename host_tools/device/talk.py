"""`corrido talk`: speak what a device would say, to a player's earphone or to both."""

import argparse
import contextlib
import re
import shutil
import subprocess
import sys
import time

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError

POLL_S = 0.1
WORDS_A_MINUTE = 190


# Windows' speech (not yet tried there): the language's voice if there is one, the text by a pipe.
SAPI = """[Console]::InputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Speech; $v = New-Object Speech.Synthesis.SpeechSynthesizer
try {{ $v.SelectVoiceByHints('NotSet', 'NotSet', 0, [cultureinfo]'{}') }} catch {{ }}
$v.Rate = 1; $v.Speak([Console]::In.ReadToEnd())"""


def speaker(language: str) -> list[str]:
    """Return the command that speaks its standard input; [] where this system has none."""
    if sys.platform == "win32" and shutil.which("powershell"):
        return ["powershell", "-NoProfile", "-Command", SAPI.format(language)]
    espeak = shutil.which("espeak-ng") or shutil.which("espeak")
    if espeak:
        return [espeak, "-v", language, "-s", str(WORDS_A_MINUTE), "--stdin"]
    if sys.platform != "darwin":
        return []
    listed = subprocess.run(["say", "-v", "?"], capture_output=True, text=True, check=False)
    names = re.findall(rf"^(.+?) +{language}_", listed.stdout, re.MULTILINE)
    return ["say", "-r", str(WORDS_A_MINUTE), *(["-v", names[0]] if names else []), "-f", "-"]


class Voice:
    """The system's speech, or lines on standard output where it has none."""

    def __init__(self, language: str, lines: bool) -> None:
        """Find the program. lines: print only."""
        self._speaker = [] if lines else speaker(language)
        if not lines and not self._speaker:
            print("corrido: no espeak-ng here: nothing is spoken, only printed", file=sys.stderr)
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> None:
        """Begin to speak a text, cutting off an older one; print it too."""
        print(text, flush=True)
        if not self._speaker:
            return
        self.stop()
        self._speaking = subprocess.Popen(
            self._speaker, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._speaking.stdin
        with contextlib.suppress(BrokenPipeError), self._speaking.stdin as pipe:
            pipe.write(text.encode())

    def stop(self) -> None:
        """Be silent."""
        if self._speaking:
            self._speaking.kill()
            self._speaking.wait()
            self._speaking = None


def command(args: argparse.Namespace) -> int:
    """Speak until Ctrl-C; UserError if speech is off, or for the other player."""
    port = ports.only(args.port)
    with Client(port, pin=args.pin) as client:
        lines = client.ask("said 0")  # refused at once where speech is off
        speech, language = (client.ask(f"get {name}") for name in ("speech", "language"))
        player = args.player or {"a": "A", "b": "B"}.get(speech, "")
        player = "" if speech == "aloud" else player
        if speech == "both" and not player:
            raise UserError("speech is for both, each alone: say whose earphone, --player A or B")
        if speech in ("a", "b") and player.lower() != speech:
            raise UserError(
                f"the device speaks to {speech.upper()} only: --player {speech.upper()}"
            )
        voice, last = Voice(language, args.lines), lines[-1][0] if lines else 0
        try:
            while True:
                lines = client.ask(f"said {last}")
                last = lines[-1][0] if lines else last
                mine = [text for _, whom, text in lines if player in whom]
                if mine:
                    voice.say(". ".join(mine))
                time.sleep(POLL_S)
        finally:
            voice.stop()
