"""Finishes an interrupted change of firmware: boot.py imports this before anything else.

`corrido deploy` stages every new file under another name and then writes MARK, in one rename.
From then on the change will be completed, however often power fails: each start goes on with it.
A line of MARK is `staged<TAB>final`, or `-<TAB>final` for a file to remove.
"""

import os

from micropython import kbd_intr

MARK = "/corrido.swap"


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def finish(sign: str = "") -> int:
    """Carry out the moves in MARK and remove it; return its number of lines, 0 without it.

    sign: printed after each move, so that a host that waits knows that the board goes on.
    """
    kbd_intr(-1)  # a host that connects meanwhile sends Ctrl-C
    try:
        with open(MARK) as file:
            lines = file.read().split("\n")
    except OSError:
        lines = []
    try:
        if not lines:
            return 0
        _settle()
        return _carry_out(lines, sign)
    finally:
        kbd_intr(3)


def _settle() -> None:
    """Make littlefs tidy up: until then it hides neighbours of a file whose rename was cut.

    It does so before it removes a file, even one that does not exist.
    """
    try:
        os.remove(MARK + ".tmp")
    except OSError:
        pass


def _carry_out(lines: list[str], sign: str) -> int:
    done = 0
    for line in lines:
        if not line:
            continue
        staged, final = line.split("\t")
        if staged == "-":
            if _exists(final):
                os.remove(final)
        elif _exists(staged):  # or an earlier start did it
            os.rename(staged, final)
        done += 1
        print(end=sign)
    os.remove(MARK)
    return done


finish()
