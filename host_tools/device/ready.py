"""Whether a device is ready for play: asked after the last write, never taken on trust.

Its firmware must be up, its word list present and intact, and every setting must read back.
"""

from typing import Any

from corrido.store import settings

from host_tools.device.client import Client
from host_tools.device.faults import DeviceFault

START_S = 60.0  # the first start of a stock image makes the journal's blocks: some 20 s
LEXICON_S = 30.0  # the whole list is read once
SECRETS = ("pin", "log-key", *settings.SECRETS)  # the settings that are write-only


def refuse_missing_list(client: Client, name: str) -> None:
    """Raise DeviceFault if a word list is not on the device, which could not judge then."""
    there = client.ask("health")["lexicons"]
    if name not in there:
        told = ", ".join(there) or "none"
        raise DeviceFault(
            f"{client.port}: no lexicon {name!r} on the device (there: {told}): "
            "`corrido deploy --lexicon` brings one"
        )


def list_remedy(why: str) -> str:
    """Return the remedy for a list that gives no verdict for this reason, in one line."""
    if why == "memory":
        return (
            "this board's memory holds the clock or the list, not both (challenges go to the "
            "arbiter): put the image on it that has the firmware frozen in (docs/hardware.md)"
        )
    return "corrido deploy sends it again"


def check_list(client: Client) -> None:
    """Raise DeviceFault if the list in use is missing or fails its hash."""
    refuse_missing_list(client, str(client.ask("get lexicon")))
    answer = client.ask("lexicon", LEXICON_S)
    if not answer["ok"]:
        why = answer["why"]
        raise DeviceFault(
            f"{client.port}: the lexicon gives no verdict: {why}: {list_remedy(why)}"
        )


def check_settings(client: Client, values: dict[str, Any]) -> None:
    """Raise DeviceFault if a setting reads back differently; a secret need only be set.

    A PIN is not tried: that would leave the settings unlocked for a minute.
    """
    for name, value in values.items():
        found = client.ask(f"get {name}")
        if name in SECRETS:
            value = bool(value)
        if found != value and not (value is None and name != "lexicon"):
            raise DeviceFault(f"{client.port}: {name} reads back as {found!r}, not {value!r}")
