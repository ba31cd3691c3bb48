"""The self-test: with the firmware stopped, each part of the board is tried on its own."""

from host_tools.device import prelude
from host_tools.device.findings import Finding
from host_tools.device.repl import Repl

TICKS_SLACK_US = 20000  # finds a broken counter


def run(repl: Repl) -> list[Finding]:
    """Test every part of a board at its raw REPL; the buzzer sounds and the LEDs light once."""
    answer = repl.told(prelude.code("selftest"), "self_test")
    found = [Finding("fault", f"the board file lacks {name}", "see hal/contract.py")
             for name in answer["missing"]]  # fmt: skip
    for addr, there in answer["displays"]:
        if there:
            found.append(Finding("ok", f"display at {addr:#x} answers"))
        else:
            text = f"display at {addr:#x} silent"
            found.append(Finding("fault", text, "check its four wires"))
    for name in answer["closed"]:
        found.append(Finding("fault", f"button {name} is closed", "release it, or it sticks"))
    if answer["flash_blocks"] < 0:
        found.append(Finding("fault", "the journal's flash does not read", "change the board"))
    else:
        found.append(Finding("ok", f"journal: {answer['flash_blocks']} blocks read"))
    if abs(answer["ticks"] - 1000 * answer["passed_ms"]) > TICKS_SLACK_US:
        text = f"the counter of microseconds counts {answer['ticks']} in {answer['passed_ms']} ms"
        found.append(Finding("fault", text, "flash another image of MicroPython"))
    found.append(Finding("ok", "buzzer and lights: did you hear and see them?"))
    return found
