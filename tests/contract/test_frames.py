"""Functions of every turn keep their frame on the C stack, where it costs nothing.

MicroPython (py/objfun.c) takes a frame of more than eleven words from the heap: 5 to 8 blocks in
one piece. In a heap whose holes are smaller the search takes up to half a millisecond a call, more
in one build than in the next; a chain of such calls made turns of the main loop too long.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.device import mpy
from host_tools.paths import firmware_dir

CORRIDO = firmware_dir() / "corrido"
MOST_BYTES = 44  # VM_MAX_STATE_ON_STACK of a chip of 32 bits
SLOT, HANDLER = 4, 12  # bytes of a local or stack slot, and of each nested try
EVERY_TURN = {
    "app/app.py": ("poll", "_answers", "_behind", "_chores", "_paint", "_afterwards",
                   "_wait_us"),
    "app/collector.py": ("collect", "crowded", "fill", "due"),
    "app/console.py": ("poll", "_take"),
    "app/loop.py": ("turn", "_app_turn", "_spare"),
    "app/picture.py": ("work", "has_time", "passed"),
    "contacts/debouncer.py": ("edge", "poll", "_look", "_judge", "watches", "pending",
                              "oldest_pending_us", "still_due_us", "next_due_us", "_since"),
    "hal/rp2_board.py": ("idle", "_woken"),
    "hal/rp2_buttons.py": ("waiting", "at_rest", "_follow", "_follow_lines", "_book",
                           "_open", "_look_back", "stirred"),
    "hal/rp2_capture.py": ("pending", "drain"),
    "hal/ssd1306.py": ("flush_step", "_step", "_send_window", "_write", "next_due_ms"),
    "services/keys.py": ("watched", "due", "wait_us", "_read", "_certain", "settled_in_us",
                         "certain_until_ms"),
    "services/lights.py": ("follow",),
    "services/recorder.py": ("advance", "beat", "beat_due_ms", "commit_step", "_play", "_apply",
                             "_act_on"),
    "services/timebase.py": ("sooner", "stamp", "since_us", "until_us", "now_ms"),
    "ui/navigator.py": ("compose", "paint", "due", "_follow", "_moved"),
}  # fmt: skip


class Reader:
    """A reader of an .mpy file (MicroPython's py/persistentcode.c)."""

    def __init__(self, data: bytes) -> None:
        assert data[0] == ord("M")
        self._data, self._at = data, 4
        names, objects = self.number(), self.number()
        self._names = [self._name() for _ in range(names)]
        for _ in range(objects):
            self._object()

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self) -> int:
        """Return the next number: seven bits a byte, the highest first."""
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    def _name(self) -> str:
        length = self.number()
        if length & 1:
            return ""  # one of MicroPython's own, of which the file has only the number
        return self.take((length >> 1) + 1)[:-1].decode()

    def _object(self) -> None:
        kind = self.take(1)[0]
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self._object()
        elif kind >= 5:  # text and bytes have a zero at their end, numbers have none
            self.take(self.number() + (kind in (5, 6)))

    def frames(self) -> Iterator[tuple[str, int]]:
        """Yield the name of every function of bytecode, and the bytes of its frame."""
        head = self.number()
        end = self._at + (head >> 3)
        if head & 3:  # machine code
            self._at = end
            self.number()
        else:
            yield self._frame()
            self._at = end
        if head & 4:
            for _ in range(self.number()):
                yield from self.frames()

    def _frame(self) -> tuple[str, int]:
        first = self.take(1)[0]
        slots, handlers, byte, at = first >> 3 & 15, first >> 2 & 1, first, 0
        while byte & 128:
            byte = self.take(1)[0]
            slots |= (byte & 0x30) << 2 * at
            handlers |= (byte & 2) << at
            at += 1
        while self.take(1)[0] & 128:
            pass
        return self._names[self.number()], (slots + 1) * SLOT + handlers * HANDLER


def frames(source: Path) -> dict[str, int]:
    """Return the bytes of each function's frame, the largest where a name stands twice."""
    code = mpy.compile_file(source, source.name, mpy.Target(6, 3, "armv6m"))
    found: dict[str, int] = {}
    for name, size in Reader(code).frames():
        found[name] = max(size, found.get(name, 0))
    return found


@pytest.mark.parametrize("file", EVERY_TURN)
def test_a_frame_of_every_turn_stays_off_the_heap(file: str) -> None:
    found = frames(CORRIDO / file)
    assert set(EVERY_TURN[file]) <= set(found)
    assert not {name: found[name] for name in EVERY_TURN[file] if found[name] > MOST_BYTES}


def test_a_large_frame_is_found(tmp_path: Path) -> None:
    source = tmp_path / "frames.py"
    source.write_text(
        "def small(a):\n    return a\n\n\ndef large(a, b, c, d, e, f):\n"
        "    for g in a:\n        h = b(a, b, c, d, e, f, g)\n    return h\n"
        "\n\ndef trying(a, b, c):\n    try:\n        return a(b, c)\n    except OSError:\n"
        "        return b\n"
    )
    found = frames(source)
    assert found["small"] <= MOST_BYTES < min(found["large"], found["trying"])
