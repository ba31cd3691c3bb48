"""The reader under real MicroPython: native and plain code agree, and stay within their memory."""

import json
import os
import random
import subprocess
from pathlib import Path

from host_tools.paths import firmware_dir
from tests.conftest import tool
from tests.lexicon.small import ES, near, spanish

MOST_HEAP = 16 * 1024
SCRIPT = Path(__file__).with_name("on_device.py")


def on_device(path, words, heap="384k"):
    """Return the output of on_device.py."""
    command = [tool("micropython"), "-X", f"heapsize={heap}"]
    # From the root, so that the length of its path does not count as heap.
    root = firmware_dir().parent
    command += [os.path.relpath(each, root) for each in (SCRIPT, firmware_dir(), path)]
    asked = "\n".join(" ".join(map(str, word)) for word in words)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_native_and_plain_code_agree_with_the_list_within_their_memory():
    members = spanish()
    chance, held = random.Random(12), set(members)
    words = chance.sample(members, 200)
    words += [near(word, 28, chance) for word in words]
    words = [word for word in words if word]
    seen = on_device(ES, words)
    expected = "".join("1" if word in held else "0" for word in words)
    assert seen["machine_code"]
    assert seen["native"] == expected
    assert seen["plain"] == expected
    assert seen["heap"] <= MOST_HEAP
    assert seen["grown"] <= 64, "look-ups keep nothing"
