"""`corrido talk`: speak what a device would say, to a player's earphone or to both."""

import argparse
import shutil
import subprocess
import time

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError

POLL_S = 0.1
WORDS_A_MINUTE = 190


class Voice:
    """espeak-ng, or lines on standard output where it is not installed."""

    def __init__(self, language: str, lines: bool) -> None:
        """Find the program. lines: print only."""
        self._program = None if lines else shutil.which("espeak-ng") or shutil.which("espeak")
        self._language = language
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> None:
        """Begin to speak a text, cutting off an older one; print it too."""
        print(text, flush=True)
        if not self._program:
            return
        self.stop()
        words = [self._program, "-v", self._language, "-s", str(WORDS_A_MINUTE), "--", text]
        self._speaking = subprocess.Popen(words, stderr=subprocess.DEVNULL)

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
