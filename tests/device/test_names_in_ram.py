"""Names that MicroPython keeps for deployed files: its table of them grows by doubling.

The table (py/qstr.c) has room for 20, 40 ... 640 names, 1,260 in all; the next piece would take
9 KB at once, which a Pico with a stock image does not have while the firmware runs. Names that
MicroPython itself brings do not count.
"""

from host_tools.device.kinds import named
from host_tools.device.mpy import Target
from host_tools.device.payload import assemble

ROOM = 1260
IN_ROM = 172  # of the names counted here: those in the flash of RPI_PICO 1.26
MADE_LATER = 60  # at run time: keys of JSON, names of modules, of files, of the board's own
# Never loaded by a Pico whose language is Spanish.
NEVER = ("esp32_", "wifi", "radio", "uplink", "messages", "texts/en", "texts/pl", "texts/ca")


def names_in(data: bytes) -> set[bytes]:
    """Return the names of a .mpy of version 6 (MicroPython's docs, reference/mpyfiles)."""
    assert data[:2] == b"M\x06"
    at, found = 4, set()

    def number() -> int:
        nonlocal at
        value = 0
        while True:
            byte = data[at]
            at += 1
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    count, _ = number(), number()
    for _ in range(count):
        length = number()
        if not length & 1:  # else one of the static names, by number
            found.add(data[at : at + length // 2])
            at += length // 2 + 1
    return found


def test_a_device_keeps_no_more_names_than_there_is_room_for():
    files = assemble(Target(6, 3, "armv6m"), named("pico"))
    names = set()
    for path, data in files.items():
        if path.endswith(".mpy") and not any(part in path for part in NEVER):
            names |= names_in(data)
    assert len(names) <= ROOM + IN_ROM - MADE_LATER, len(names)
