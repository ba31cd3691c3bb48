"""After soldering: the wires checked one by one, each by pressing the key at its end."""

from collections.abc import Callable
from typing import Any

from host_tools.device import prelude
from host_tools.device.findings import Finding
from host_tools.device.repl import Repl

WIRING = 'getattr(__import__("corrido_board"), "WIRING", None) or {}'

Say = Callable[[str], None]


def walk(repl: Repl, seconds: int, say: Say) -> list[Finding]:
    """Ask for each key in turn, with the board at its raw REPL; return a finding for each.

    seconds: how long to wait for each key. say() prints what the builder has to do.
    """
    repl.run(prelude.code("wires"))
    keys: list[str] = repl.ask("list(board.keys)", "key_names")
    wiring: dict[str, Any] = repl.ask(WIRING, "wiring")
    pins = pins_of(wiring)
    found = []
    for number, name in enumerate(keys):
        say(f"press {name} now ({number + 1} of {len(keys)})")
        seen = repl.told(f"_seen({1000 * seconds})", "key_number")
        finding = _finding(name, keys[seen] if 0 <= seen < len(keys) else "", pins)
        say(f"  {finding.what}{': ' if finding.mend else ''}{finding.mend}")
        found.append(finding)
    return found + [_display(wiring)] * bool(wiring)


def pins_of(wiring: dict[str, Any]) -> dict[str, str]:
    """Return the board's name for the pin of each key; an encoder has two for UP and DOWN."""
    mark = "GP" if str(wiring.get("chip", "")).startswith("rp2") else "GPIO "
    pins = {name: f"{mark}{gpio}" for name, gpio in wiring.get("keys", ())}
    if wiring.get("encoder"):
        both = " and ".join(f"{mark}{gpio}" for gpio in wiring["encoder"])
        pins |= {"UP": f"{both} (the encoder)", "DOWN": f"{both} (the encoder)"}
    return pins


def _finding(name: str, seen: str, pins: dict[str, str]) -> Finding:
    pin = pins.get(name, "its pin")
    if seen == name:
        return Finding("ok", f"key {name} closes {pin}")
    if seen:
        other = pins.get(seen, "another pin")
        return Finding(
            "fault", f"key {name} came as {seen}",
            f"its wire is on {other} and belongs on {pin}",
        )  # fmt: skip
    return Finding("fault", f"key {name} not seen", f"{pin} to the key, the other wire to GND")


def _display(wiring: dict[str, Any]) -> Finding:
    mark = "GP" if str(wiring.get("chip", "")).startswith("rp2") else "GPIO "
    _, sda, scl = wiring["i2c"]
    return Finding("ok", f"display: SDA on {mark}{sda}, SCL on {mark}{scl}, VCC on 3V3, GND")
