"""A player's finger and eye at a board: press, and look until the state is shown; its console."""

import json
import time

from host_tools.errors import UserError

A, B, STOP, UP, OK = 0, 1, 2, 4, 8
PRESS_S = 0.08
LOOKS, LOOK_S = 600, 0.05


def tap(board, *keys):
    """Press keys in sequence, as a finger does."""
    for key in keys:
        for closed in (True, False):
            board.press(key, closed)
            time.sleep(PRESS_S)


def pressed(board, client, key, **wanted):
    """Press a key once; return the status when it is as wanted."""
    tap(board, key)
    return reached(client, **wanted)


def reached(client, **wanted):
    """Return the status when it is as wanted."""
    for _ in range(LOOKS):
        found = client.ask("status")
        if all(found[name] == value for name, value in wanted.items()):
            return found
        time.sleep(LOOK_S)
    raise AssertionError(f"{found}, not {wanted}")


class Asked:
    """A client whose questions a device of the simulator answers by its console."""

    port = "sim"

    def __init__(self, device):
        self.device = device

    def ask(self, command, limit_s=0.0):
        """Return the answer; UserError with the device's reason."""
        verdict, _, told = self.device.ask(command).partition(" ")
        if verdict != "ok":
            raise UserError(told, exit_code=1)
        return json.loads(told)
