"""Peers on a serial port that are not our devices, or that lie: each a pseudo-terminal.

A peer runs in its own thread and keeps talking until it is closed; it uses nothing of the host
tools.
"""

import contextlib
import json
import os
import pty
import re
import select
import threading
import time
import tty

NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
STATUS = {
    "phase": "setup", "running": "none", "turn": "none", "clock.A": "25:00.000",
    "clock.B": "25:00.000", "game": "1", "reason": "none",
}  # fmt: skip
ABOUT = {
    "protocol": 1, "firmware": "0.1.0", "state": "", "board": "pico", "pin": False, "game": 1,
    "machine": "Raspberry Pi Pico with RP2040", "micropython": "1.28.0", "id": "c0ffee00",
    "name": "Mesa 4", "lexicon": "es 1 0123abcd", "uptime_ms": 5000,
}  # fmt: skip
HEALTH = {
    "displays": 1, "displays_wired": 1, "stuck": [], "closed": [], "overflows": 0,
    "battery": None, "reset": "power", "lexicons": ["es"],
}  # fmt: skip
REGION = {"block": 4096, "page": 256, "first": 4, "blocks": 4, "game": 1, "seq": 3}


class Peer:
    """One end of a pseudo-terminal; `port` is the path that a tool opens."""

    def __init__(self):
        """Open the pair and start talking."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self.heard = bytearray()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._main, daemon=True)
        self._thread.start()

    def close(self):
        """Stop and unplug."""
        self._ended.set()
        self._thread.join(5)
        os.close(self._master)
        os.close(self._slave)

    def say(self, data):
        """Write as much as the other side has room for; the rest is lost, as on a wire."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def listen(self, seconds):
        """Return the bytes sent within some seconds."""
        if not select.select((self._master,), (), (), seconds)[0]:
            return b""
        with contextlib.suppress(OSError):
            data = os.read(self._master, 65536)
            self.heard += data
            return data
        return b""

    def turn(self):
        """Do one round of this peer's behaviour; override."""
        self.listen(0.05)

    def _main(self):
        while not self._ended.is_set():
            self.turn()


class Gps(Peer):
    """A receiver that reports its position every 0.3 s, and listens to nobody."""

    def turn(self):
        self.listen(0.3)
        self.say(NMEA)


class Flood(Peer):
    """As many bytes as the port accepts, without a line end."""

    def turn(self):
        self.say(b"U" * 4096)
        self.listen(0.0)
        time.sleep(0.001)


class Echo(Peer):
    """A modem or a looped cable: input comes back as output."""

    def turn(self):
        self.say(self.listen(0.05))


class Drip(Peer):
    """The right beginning of an answer, then a byte every 0.2 s, never a line end."""

    def turn(self):
        found = re.search(rb"\?(\d+) ", self.listen(0.2))
        self.say(b'\n!%s ok "' % found[1] if found else b"x")


class Liar(Peer):
    """Speaks the console's protocol, with the given answers.

    answers: by command a JSON text, a value, or a function of the rest of the line; RIGHT has the
    honest ones. Bytes go out as they are, instead of a whole answer line.
    """

    RIGHT = {
        "status": STATUS, "about": ABOUT, "health": HEALTH, "region": REGION,
        "read": "", "lexicon": {"ok": True, "why": ""}, "get": None,
        "set": True, "unlock": True, "repl": True,
    }  # fmt: skip

    def __init__(self, **answers):
        self.answers = {**self.RIGHT, **answers}
        super().__init__()

    def turn(self):
        for number, name, rest in re.findall(rb"\?(\d+) (\w+) ?([^\r]*)\r", self.listen(0.05)):
            self.say(self._line(number, name.decode(), rest.decode("utf-8", "replace")))

    def _line(self, number, name, rest):
        found = self.answers.get(name)
        if callable(found):
            found = found(rest)
        if isinstance(found, bytes):
            return found
        text = found if isinstance(found, Text) else json.dumps(found)
        return b"\n!%s ok %s\n" % (number, text.encode("utf-8", "surrogatepass"))


class Text(str):
    """A JSON text, right or wrong, to be sent as it is."""
