"""The commands that put MicroPython, the firmware and settings on boards, and check them."""

import argparse
from importlib import import_module
from pathlib import Path

from host_tools import arguments
from host_tools.device import kinds

EXAMPLES = {
    "image": """examples:
  corrido image --base RPI_PICO.uf2 --preset fise-corrido --lexicon es --set pin=4711 -o club.uf2
  corrido image --base RPI_PICO2.uf2 --table HALL.csv -o hall     a file for each line
Take the base from micropython.org. Hold BOOTSEL, plug the board in, drag the file on its drive.
It makes the board new: its log and settings are gone; `corrido deploy` updates and keeps them.""",
    "flash": "example: corrido flash ESP32_GENERIC-v1.28.bin --port COM4 --erase",
    "deploy": """examples:
  corrido deploy --port /dev/ttyACM0 --lexicon es --lexicon club.lex
  corrido deploy --board ./my-wiring         a folder with your own board.py""",
    "provision": """examples:
  corrido provision --all --plan hall.csv --report evening
  corrido provision --all --plan hall.csv --keys hall.keys    each log signed; verify with --key
hall.csv, one line per board (found by `id` or `port`; every other column is a setting):
  id,device-name,table,preset,lexicon,pin
  e6614103e7452d2f,Mesa 1,1,fise-corrido,es,4711""",
    "doctor": "example: corrido doctor --port /dev/ttyACM0 --json",
    "report": """example: corrido report --port /dev/ttyACM0 -o pico.json
It restarts the board once, and takes half a minute.""",
    "status": "example: corrido status --port /dev/ttyACM0 --json",
    "config": """examples:
  corrido config get budget signals
  corrido config set budget=1500 language=es --pin 4711
  corrido config set own-1=blitz/fise-corrido/budget=600 preset=blitz
  corrido config import hall.json --pin 4711""",
    "talk": """examples:
  corrido config set speech=a                first: whom the device speaks to
  corrido talk --port /dev/ttyACM0 --player A
It speaks as the system does (on Linux espeak-ng), else it
prints lines. Ctrl-C ends it.""",
    "game": """examples:
  corrido game take --port COM4 -o table-7.game --pin 4711
  corrido game put --port COM5 table-7.game --pin 4711
The first device says that its game has left; its arbiter can take it back. The second one, in
its settings, shows the times, and goes on once both players have confirmed them.""",
}


def _of(module: str) -> arguments.Run:
    """Return a module's own command; the module is imported once it runs."""
    return lambda args: import_module(f"host_tools.device.{module}").command(args)


_SWITCH = {"action": "store_true"}
_OPTIONS: dict[str, arguments.Option] = {
    "port": ("--port", {"action": "append", "metavar": "PORT",
                        "help": "serial port of the board"}),
    "json": arguments.JSON,
    "pin": ("--pin", {"help": "the arbiter's PIN, where the device has one"}),
    "force": ("--force", {**_SWITCH, "help": "go on even while a clock runs"}),
    "board": ("--board", {
        "metavar": "NAME", "help": f"{', '.join(kinds.board_names())}, or a folder with a "
        "board.py; guessed from the board if not given"}),
    "lexicon": ("--lexicon", {
        "action": "append", "metavar": "NAME",
        "help": "shipped list or .lex file; may be repeated (default: all shipped ones)"}),
    "over": ("--over", {**_SWITCH, "help": "replace another program that the board starts"}),
    "replace": ("--replace", {
        **_SWITCH, "help": "remove the old firmware first if both do not fit: until it ends the "
        "board has none; its log and settings stay"}),
    "image": ("image", {"metavar": "IMAGE", "help": ".uf2 or .bin file"}),
    "sha256": ("--sha256", {"type": arguments.sha256, "metavar": "HEX",
                            "help": "published hash; refuse any other image"}),
    "drive": ("--drive", {"type": Path, "help": "drive of the board, if it is not found"}),
    "erase": ("--erase", {**_SWITCH, "help": "erase an ESP32 first, log and all"}),
    "empty": ("--force", {
        **_SWITCH, "help": "go on even while a clock runs, or if it erases the board"}),
    "all": ("--all", {**_SWITCH, "help": "every board on USB"}),
    "plan": ("--plan", {"type": Path, "metavar": "FILE",
                        "help": "CSV, one line per board"}),
    "set": ("--set", {"action": "append", "metavar": "NAME=VALUE", "default": [],
                      "help": "a setting for all boards, or the pin"}),
    "keys": ("--keys", {
        "type": Path, "metavar": "FILE", "help": "give each board its own key to sign its log, "
        "and save the keys in FILE, for the director only"}),
    "report": ("--report", {"type": Path, "metavar": "STEM",
                            "help": "write STEM.json and STEM.csv"}),
    "base": ("--base", {"required": True, "metavar": "IMAGE",
                        "help": "MicroPython's official image for the board"}),
    "preset": ("--preset", {"metavar": "NAME", "help": "the preset to play by"}),
    "table": ("--table", {"type": Path, "metavar": "CSV",
                          "help": "a file for each line, whose columns are settings"}),
    "made": ("-o --output", {
        "type": Path, "required": True, "metavar": "FILE",
        "help": "the file to make; with --table the folder for them"}),
    "player": ("--player", {"choices": ("A", "B"), "help": "whose earphone this is"}),
    "lines": ("--lines", {**_SWITCH, "help": "print only, for a screen reader"}),
    "to": ("-o --output", {"type": Path, "metavar": "FILE",
                           "help": "write to a file, always in UTF-8"}),
    "names": ("names", {"nargs": "*", "metavar": "NAME"}),
    "values": ("names", {"nargs": "+", "metavar": "NAME=VALUE"}),
    "files": ("names", {"nargs": "+", "metavar": "FILE"}),
    "state": ("-o --output", {"type": Path, "required": True, "metavar": "FILE",
                              "help": "the file to write"}),
    "taken": ("file", {"type": Path, "metavar": "FILE", "help": "written by `game take`"}),
}  # fmt: skip
# Command: its line in the list, its options; a verb is a row of its own.
_COMMANDS = {
    "image": ("make the one file that a board needs",
              "json base board lexicon preset set table made"),
    "talk": ("speak what a device would say, to an earphone", "port player lines pin"),
    "flash": ("put MicroPython on a board", "json port image sha256 drive erase empty"),
    "deploy": ("put the firmware on a board, or bring it up to date",
               "json port board lexicon force over replace pin"),
    "provision": ("prepare many boards at once", "json port board lexicon force over "
                  "replace all plan set pin keys report"),
    "doctor": ("find boards and diagnose each one's faults", "json port pin"),
    "report": ("measure a board: a file to send, without names", "port pin force state"),
    "status": ("show phase, clocks and game of running devices", "json port"),
    "config": ("read and write a device's settings", "json port"),
    "config get": ("show settings, all or those named", "pin names"),
    "config set": ("change settings; an empty value leaves it to the preset again", "pin values"),
    "config export": ("print all settings as one JSON document", "to pin"),
    "config import": ("change settings to those of such a file", "pin files"),
    "game": ("move a game in progress to another device", "json port"),
    "game take": ("let a stopped game leave a device", "state pin"),
    "game put": ("go on with it on another", "taken pin"),
}  # fmt: skip
_MODULES = {"image": "compose", "report": "measured", "deploy": "session"}


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the commands, with their verbs."""
    parsers: dict[str, argparse.ArgumentParser] = {}
    verbs: dict[str, argparse._SubParsersAction] = {}
    for name, (text, options) in _COMMANDS.items():
        command, _, verb = name.partition(" ")
        if verb and command not in verbs:
            under = parsers[command]
            verbs[command] = under.add_subparsers(dest="verb", metavar="VERB", required=True)
        to = verbs[command] if verb else subparsers
        wanted = [_OPTIONS[option] for option in options.split()]
        if verb:  # here too, without undoing what was given before the verb
            wanted += [(flags, told | {"default": argparse.SUPPRESS})
                       for flags, told in (_OPTIONS["port"], _OPTIONS["json"])]  # fmt: skip
        run = None if verb else _of(_MODULES.get(name, name))
        parsers[name] = arguments.command(
            to, verb or name, text, run, EXAMPLES[command], options=wanted
        )
    arguments.contradict(parsers["provision"], "--all", "--port", required=True)
