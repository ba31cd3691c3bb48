"""The contract of a board; parts.py has it as types.

A board is a module `board.py` with `make() -> board`; on a device the file is
`/corrido_board.py`. Boards share their chip's code (`rp2_board`, `esp32_board`), add the pins.

board
  name            str, for example "pico"
  ticks_period    power of two at which ticks_us() wraps (2**30 on chips)
  ticks_us()      free-running microseconds, 0 .. ticks_period - 1
  idle(us)        wait `us` microseconds, or until an edge; may return early
  keys            tuple of names out of KEYS, in the order of their numbers
  displays        tuple of (i2c address, column offset, rotated by 180 degrees)
  lexicon_dir     str, a folder of .lex files that open() can read
  reset_cause     one of RESET_CAUSES
  battery_mv()    millivolts of the battery, or None where none is measured
  unique_id       bytes that differ from device to device
  leds            tuple of names; led(name, on) switches one
  screens(frame)  may be missing: displays by another driver than ssd1306.Displays, its methods
board.buttons     edges and levels of the contacts
  get(edge)       next edge into a list of three: key number, 1 closed / 0 open, ticks_us stamp;
                  False without one. Edges of one key come in order. Allocates nothing
  level(key)      the contact now, 1 closed / 0 open
  waiting()       True if get() has an edge
  overflows       edges lost since power-on because nobody got them
board.i2c         the bus of the displays
  writeto(addr, buf), writevto(addr, (buf, buf))   OSError on NACK or time-out
  recover()       free a held bus (nine clocks, a stop), set the controller up again; no error
board.buzzer      on(hz), off(): return at once
board.flash       NOR flash that is Corrido's alone
  block_size, blocks, page_size      bytes, count, bytes
  read(addr, buf)                    addr from 0 to block_size * blocks
  program(addr, buf)                 turns ones into zeros, never back; any length inside a page
  erase(block)                       all ones
                  OSError on failure, ValueError outside the region
                  An erase may stop the capture of presses: only while no clock runs
board.watchdog    feed(): from the first on, the board is reset some 8 s after the last
                  keep_alive(): a timer feeds it from now on, until the next feed()
board.network     the radio, or None where the board has none; messages go by `socket`
  join(name, password)   begin to join a Wi-Fi; may take 3 s: only while no clock runs
  joined()               True while there is an address; returns at once
  leave()                switch the radio off

A press is stamped where it happens; each board's README says to within how many microseconds.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Board


KEYS = ("A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
PLAY_KEYS = ("A", "B", "STOP", "CHALLENGE")
RESET_CAUSES = ("power", "watchdog", "other")

MEMBERS = {
    "": (
        "name",
        "ticks_period",
        "ticks_us",
        "idle",
        "keys",
        "buttons",
        "i2c",
        "displays",
        "buzzer",
        "led",
        "leds",
        "flash",
        "lexicon_dir",
        "watchdog",
        "reset_cause",
        "battery_mv",
        "unique_id",
        "network",
    ),
    "buttons": ("get", "level", "waiting", "overflows"),
    "i2c": ("writeto", "writevto", "recover"),
    "buzzer": ("on", "off"),
    "flash": ("block_size", "blocks", "page_size", "read", "program", "erase"),
    "watchdog": ("feed", "keep_alive"),
}


def missing(board: "Board") -> "list[str]":
    """Return the dotted names that a board lacks; [] if it is complete."""
    names: "list[str]" = []
    for part, members in MEMBERS.items():
        owner = getattr(board, part, None) if part else board
        for member in members:
            if not hasattr(owner, member):
                names.append(part + "." + member if part else member)
    return names
