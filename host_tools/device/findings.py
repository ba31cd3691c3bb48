"""Possible faults of a board, each as a finding with its remedy."""

from typing import Any, NamedTuple

OLDEST_RELEASE = (1, 24)
# In earlier releases a timeout of the display's bus has no effect here (micropython PR 15861).
BUS_RELEASE, BUS_CHIPS = (1, 27), ("ESP32S3", "ESP32C3")
WORN_BATTERY_PERCENT = 10
FROZEN_HOW = "docs/hardware.md, 'Build an image', says how"


class Finding(NamedTuple):
    """A finding: `level` (`ok`, `warning` or `fault`), `what` is wrong, `mend` for the remedy."""

    level: str
    what: str
    mend: str = ""


def of_release(version: str, machine: str) -> list[Finding]:
    """Return the finding on the MicroPython version; `machine` names board and chip."""
    numbers = tuple(int(part) for part in version.split(".")[:2])
    if numbers < OLDEST_RELEASE:
        oldest = ".".join(map(str, OLDEST_RELEASE))
        text = f"MicroPython {version} is too old, {oldest} or newer is needed"
        return [Finding("fault", text, "corrido flash IMAGE")]
    if numbers < BUS_RELEASE and machine.endswith(BUS_CHIPS):
        text = f"a display that holds its bus down stops MicroPython {version} for seconds"
        return [Finding("warning", text, "corrido flash an image of 1.27 or newer")]
    return []


def of_state(state: str, here: str) -> list[Finding]:
    """Return the finding on an image's firmware, given its sources' state; "" is unknown."""
    if state in ("", here):
        return []
    text = f"the firmware in the image was made of other sources ({state}) than are here ({here})"
    return [Finding("warning", text, f"corrido flash an image made here ({FROZEN_HOW})")]


def of_start(last_line: str) -> Finding:
    """Return the finding on a firmware that does not start; `last_line` is its last output."""
    mend = "corrido deploy"
    if "MemoryError" in last_line:
        mend = f"corrido flash an image that has the firmware frozen in ({FROZEN_HOW})"
    return Finding("fault", f"the firmware does not start: {last_line}", mend)


def of_health(health: dict[str, Any]) -> list[Finding]:
    """Return the findings from the running firmware's report on its parts."""
    found = []
    dark = health["displays_wired"] - health["displays"]
    if dark > 0:
        text = f"display silent ({health['displays']} of {health['displays_wired']} answer)"
        found.append(Finding("fault", text, "check its four wires; the clock plays on without"))
    for key in sorted(set(health["stuck"]) | set(health["closed"])):
        text = f"button {key} is closed"
        found.append(Finding("fault", text, "release it; if nobody holds it, it sticks or its "
                                            "wire touches ground"))  # fmt: skip
    if health["overflows"]:
        text = f"{health['overflows']} contact edges lost since power-on"
        found.append(Finding("warning", text, "a contact chatters: change that button"))
    if health["battery"] is not None and health["battery"] < WORN_BATTERY_PERCENT:
        found.append(Finding("fault", f"battery at {health['battery']} %", "charge it"))
    if health["reset"] == "watchdog":
        text = "the watchdog caused the last restart"
        found.append(Finding("warning", text, "`corrido log pull`, then `corrido log show`, tells "
                                              "where the game stood"))  # fmt: skip
    if not health["lexicons"]:
        found.append(Finding("fault", "no lexicon on the board", "corrido deploy --lexicon es"))
    return found


def list_remedy(why: str) -> str:
    """Return the remedy for a list that gives no verdict for this reason, in one line."""
    if why == "memory":
        return (
            "this board's memory holds the clock or the list, not both (challenges go to the "
            "arbiter): put the image on it that has the firmware frozen in (docs/hardware.md)"
        )
    return "corrido deploy sends it again"


def of_lexicon(answer: dict[str, Any]) -> list[Finding]:
    """Return the finding on the lexicon in use."""
    if answer["ok"]:
        return []
    why = answer["why"]
    return [Finding("fault", f"lexicon gives no verdict: {why}", list_remedy(why))]
