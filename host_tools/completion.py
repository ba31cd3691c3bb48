"""Completions that the shell offers for values; argcomplete asks for them on Tab.

They are looked up only then, so that no command waits for a list of ports or settings.
"""

import argparse
from collections.abc import Callable

Completer = Callable[..., list[str]]


def offer(action: argparse.Action, completer: Completer) -> None:
    """Let the shell ask completer() for an argument's possible values."""
    action.completer = completer  # type: ignore[attr-defined]  # argcomplete's own name


def ports(**_: object) -> list[str]:
    """Return the serial ports that may belong to boards."""
    from host_tools.device.ports import boards

    return [port.name for port in boards()]


def boards(**_: object) -> list[str]:
    """Return the boards that have a folder."""
    from host_tools.device.kinds import board_names

    return board_names()


def lexicons(**_: object) -> list[str]:
    """Return the word lists that can be given by name."""
    from host_tools.paths import lexicons_dir, own_lexicons_dir

    folders = (lexicons_dir(), own_lexicons_dir(make=False))
    return sorted({file.stem for folder in folders for file in folder.glob("*.lex")})


def presets(**_: object) -> list[str]:
    """Return the rule presets."""
    from corrido.core.presets import PRESETS

    return sorted(PRESETS)


def settings(**_: object) -> list[str]:
    """Return the names of the settings that can be read."""
    from host_tools.device.config import names

    return names()


def assignments(prefix: str = "", **_: object) -> list[str]:
    """Return NAME= for every setting, or NAME=VALUE where there are few possible values."""
    from corrido.store.settings_table import NAMES, ROWS

    name, equals, _value = prefix.partition("=")
    if not equals:
        return [f"{known}=" for known in (*NAMES, "pin", "log-key")]
    kinds = {row[0]: row[2] for row in ROWS}
    kind = kinds.get(name, ())
    words: tuple[str, ...] = kind[1] if kind and kind[0] == "choice" else ()
    if kind and kind[0] == "preset":
        words = tuple(presets())
    if kind and kind[0] == "yes-no":
        words = ("yes", "no")
    return [f"{name}={word}" for word in words]
