"""A device for tests of the page alone: each held key lights its own stripe and beeps."""

from corrido.parts import KEYS

FRAME_BYTES = 1024


class FakeMachine:
    """Stand in for host_tools.sim.simulated.SimulatedMachine, and record the calls."""

    def __init__(self):
        self.keys = KEYS
        self.now_us = 0
        self.powered = False
        self.display_plugged = True
        self.letters = False
        self.typed: list[str] = []
        self.held: list[str] = []
        self.edges: list[tuple[str, bool, int]] = []
        self._sound: list[tuple[int, int]] = []

    def power_on(self):
        self.powered = True

    def power_cut(self):
        self.powered = False

    def reset(self):
        self.edges.append(("reset", True, self.now_us))

    def finger(self, key, down):
        self.edges.append((key, down, self.now_us))
        self.held.append(key) if down else self.held.remove(key)
        self._sound.append((self.now_us, 2000 if self.held else 0))

    def display(self, plugged):
        self.display_plugged = plugged

    def run_until(self, t_us):
        self.now_us = t_us

    def next_us(self):
        return None

    def entering(self):
        return self.letters

    def type_tile(self, tile):
        self.typed.append(tile)
        return self.now_us

    def frame(self):
        frame = bytearray(FRAME_BYTES)
        if self.powered and self.display_plugged:
            frame[:128] = b"\x55" * 128
            for key in self.held:
                first = 128 + 64 * KEYS.index(key)
                frame[first : first + 64] = b"\x7e" * 64
        return bytes(frame)

    def leds(self):
        return {"A": "A" in self.held, "B": "B" in self.held}

    def take_buzzer(self):
        taken, self._sound = self._sound, []
        return taken

    def status(self):
        return {"phase": "setup", "held": " ".join(self.held) or "none"} if self.powered else {}

    def said(self):
        return []
