"""The Tab key offers values, requested as a shell does from argcomplete."""

import os
import shlex
import subprocess
import sys

import pytest

from host_tools.device.kinds import board_names


def offered(root, line: str) -> list[str]:
    """Return the shell's suggestions for the end of a line."""
    command = f"{shlex.quote(sys.executable)} -m host_tools 8>&1 9>/dev/null >/dev/null 2>&1"
    env = {
        **os.environ, "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line,
        "COMP_POINT": str(len(line)), "_ARGCOMPLETE_COMP_WORDBREAKS": " \t\n",
        "PYTHONPATH": str(root),
    }  # fmt: skip
    done = subprocess.run(command, shell=True, env=env, capture_output=True, text=True, cwd=root)
    return [word.strip() for word in done.stdout.split("\n") if word.strip()]


@pytest.mark.skipif(os.name != "posix", reason="bash asks so; a Linux or macOS would run it")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("corrido deploy --board ", set(board_names())),
        ("corrido deploy --lexicon ", {"es"}),
        ("corrido config get ", {"budget", "lexicon", "language"}),
        ("corrido config set la", {"language="}),
        ("corrido config set language=", {"language=es", "language=en"}),
        ("corrido sim --preset wes", {"wespa"}),
        ("corrido provision --set preset=wes", {"preset=wespa"}),
        ("corrido case build --board pi", {"pico", "pico2_w"}),
        ("corrido new ", {"board", "preset", "language", "alphabet"}),
    ],
)
def test_values_are_offered(root, line, wanted):
    assert wanted <= set(offered(root, line))
