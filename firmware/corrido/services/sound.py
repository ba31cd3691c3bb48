"""Signal to the players: patterns on the buzzer, without waiting, and LEDs by the buttons."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Board, Buzzer
    from corrido.store.settings_table import Value

# Steps of (Hz, ms), 0 Hz a pause; first pitches differ, all near 3,200 Hz / 1, 3 or 5 (kit.toml).
PATTERNS = {
    "warn1": ((1060, 250),),
    "warn2": ((1130, 150), (0, 100), (1130, 150)),
    "warn3": ((3400, 120), (3050, 120)),
    "minute": ((1000, 120), (0, 80), (1000, 120)),
    "limit": ((1070, 400), (640, 600)),
    "low": ((3000, 100), (0, 60), (3000, 100)),
    "end": ((660, 900),),
    "hold": ((3300, 60),),
    "press": ((3200, 15),),
    "valid": ((1100, 120), (3200, 200)),
    "invalid": ((620, 350),),
}
LASTING = ("warn3",)  # sounds on to the end of the turn (art. 33)
WARNINGS = ("warn1", "warn2", "warn3")
OVER_LASTING = WARNINGS + ("limit",)  # the end of the game ends the turn too
BY_DEFAULT = ("warn1", "warn2", "warn3", "minute", "limit", "low", "end", "hold")
# Half periods by the turn's urgency: ever faster, but below 3 Hz, for the eyes; 0 does not wink.
WINK_MS = (0, 500, 250, 170)
LIGHTS = (("A", 1), ("B", 2))


def switched_on(setting: "Value") -> "tuple[str, ...]":
    """Return the names of the sounds that a `sounds` setting enables."""
    if setting == "all":
        return tuple(PATTERNS)
    if not setting or setting == "default":
        return BY_DEFAULT
    return tuple([name for name in str(setting).split(",") if name in PATTERNS])


class Sound:
    """A player of one pattern at a time on a buzzer with on(hz) and off()."""

    def __init__(self, buzzer: "Buzzer") -> None:
        self._buzzer = buzzer
        self.enabled: "tuple[str, ...]" = BY_DEFAULT
        self.silent = False
        self.playing = ""
        self._step = 0
        self._end_ms = 0

    def play(self, name: str, t_ms: int, test: bool = False) -> None:
        """Begin a pattern in place of the present one, unless sound is off; test: even then."""
        if not test and (self.silent or name not in self.enabled):
            return
        if self.playing in LASTING and name not in OVER_LASTING:
            return
        self.playing = name
        self._start(0, t_ms)

    def silence(self, silent: bool) -> None:
        """Switch all sound off or on again, even during a game."""
        self.silent = silent
        if silent:
            self.stop()

    def stop(self) -> None:
        """Be silent."""
        self.playing = ""
        self._buzzer.off()

    def poll(self, t_ms: int) -> int:
        """Continue the present pattern; return when to call again in ms, -1 for never."""
        while self.playing and t_ms >= self._end_ms:
            steps = PATTERNS[self.playing]
            after = self._step + 1
            if after < len(steps):
                self._start(after, self._end_ms)
            elif self.playing in LASTING:
                self._start(0, self._end_ms)
            else:
                self.stop()
        return self._end_ms if self.playing else -1

    def _start(self, step: int, t_ms: int) -> None:
        hertz, length_ms = PATTERNS[self.playing][step]
        self._step = step
        self._end_ms = t_ms + length_ms
        if hertz:
            self._buzzer.on(hertz)
        else:
            self._buzzer.off()


class Lights:
    """The LEDs A and B, if fitted: what the screen shows; nobody is reminded (art. 35)."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._fitted = tuple([light for light in LIGHTS if light[0] in board.leds])
        self._lit = 0
        self._urgency = 0
        self._began_ms = 0
        for name, _ in self._fitted:
            board.led(name, False)

    def poll(self, run: int, urgency: int, now_ms: int) -> int:
        """Show whose clocks run (bits: 1 A, 2 B); return when to call again, -1 if not needed.

        urgency: 0 to 3, from the turn's warnings. A new warning begins with the light off, so that
        it is noticed at once.
        """
        if not self._fitted:
            return -1
        if urgency != self._urgency:
            self._urgency, self._began_ms = urgency, now_ms
        half_ms = WINK_MS[urgency] if run else 0
        if not half_ms:
            self._show(run)
            return -1
        halves = (now_ms - self._began_ms) // half_ms
        self._show(run if halves & 1 else 0)
        return self._began_ms + (halves + 1) * half_ms

    def _show(self, lit: int) -> None:
        changed = lit ^ self._lit
        self._lit = lit
        for name, bit in self._fitted:
            if changed & bit:
                self._board.led(name, bool(lit & bit))
