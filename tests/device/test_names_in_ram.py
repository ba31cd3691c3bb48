"""Names that MicroPython keeps for deployed files: its table of them grows by doubling.

The table (py/qstr.c) has room for 20, 40 ... 640 names, 1,260 in all; the next piece would take
9 KB at once, which a Pico with a stock image does not have while the firmware runs. Names that
MicroPython itself brings do not count.

`python -m tests.device.test_names_in_ram` prints what folded constants and short names gain.
"""

import re

from host_tools.build import sources
from host_tools.build.lean import without_typing
from host_tools.build.mpy import Target, compile_file
from host_tools.build.sources import sources_of
from host_tools.device.kinds import named
from host_tools.device.payload import assemble
from host_tools.paths import firmware_dir

ROOM = 1260
IN_ROM = 172  # of the names counted here: those in the flash of RPI_PICO 1.26
MOST_BYTES = 229_411  # of code on a stock Pico, all languages: no capability may cost more
MADE_LATER = 60  # at run time: keys of JSON, names of modules, of files, of the board's own
# Never loaded by a Pico whose language is Spanish.
NEVER = re.compile("esp32_|radio|uplink|messages|texts/(?!es_|__)")


def names_in(data):
    """Return the names of a .mpy of version 6 (MicroPython's docs, reference/mpyfiles)."""
    assert data[:2] == b"M\x06"
    at, found = 4, set()

    def number():
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


def test_a_device_keeps_no_more_names_and_code_than_there_is_room_for():
    files = assemble(Target(6, 3, "armv6m"), named("pico"), frozen=False)
    names = set()
    for path, data in files.items():
        if path.endswith(".mpy") and not NEVER.search(path):
            names |= names_in(data)
    assert len(names) <= ROOM + IN_ROM - MADE_LATER, len(names)
    assert sum(len(data) for path, data in files.items() if path.endswith(".mpy")) <= MOST_BYTES


def told(sources, whole=False):
    """Return how many names a Pico keeps of these sources, their bytes and those of the code."""
    names, code = set(), 0
    for path, text in sources.items():
        if not NEVER.search(path):
            place = firmware_dir() / path
            data = compile_file(place, "x", Target(6, 3, "armv6m"), whole=whole, text=text)
            names, code = names | names_in(data), code + len(data)
    return f"{len(names)} names, {sum(len(name) + 4 for name in names)} bytes; code {code} bytes"


def main():
    """Print what each step gains."""
    typed = sources_of(firmware_dir())
    plain = {path: without_typing(text) for path, text in typed.items()}
    folded, _, short = sources.of_firmware(firmware_dir())
    print("with line numbers:", told(plain, whole=True))
    print("without, with types:", told(typed))
    print("without types:", told(plain))
    print("constants folded:", told(folded))
    print("and names short:", told(short))


if __name__ == "__main__":
    main()
