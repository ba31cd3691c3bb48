"""The arbiter's actions by keys: the menu, the PIN, the action, and its arguments."""

from corrido.ui.screens.editors import TYPED, TimeScreen

from host_tools.clocks import clock_ms
from host_tools.scenario.keys import Fingers, Refused, Typist
from host_tools.sim.device import pin_keys

NO_MENU = ("challenge", "fault")
# Actions that form one item of the device's menu with their last argument: `appeal-refused`.
OF_TWO_WORDS = (("appeal", "refused"), ("lose-turn", "pass"))
TENS = 10


class Arbiter:
    """Goes through the arbiter's menu."""

    def __init__(self, fingers: Fingers, typist: Typist) -> None:
        """Take fingers for the device's keys, and a typist of words."""
        self._fingers = fingers
        self._typist = typist

    def act(self, pin: str, action: str, args: list[str]) -> None:
        """Carry out one act; Refused if the device does not go along."""
        fingers = self._fingers
        if action == "set" and args[0] == "both":
            action, args = "set-both", args[1:]
        self._open_menu(pin)
        fingers.select(action, "arbiter", True)
        if action == "lookup":
            self._typist.enter(args)
            return
        while True:  # what the device's screens ask, out of the macro's words
            match fingers.place():
                case "choice":
                    wanted = args.pop(0)
                    fingers.select("AB" if wanted == "both" else wanted, "choice", True)
                case "number":
                    self._number(args)
                case "time":
                    self._time(args)
                case "sure":
                    fingers.tap("OK")
                case _:
                    return

    def _open_menu(self, pin: str) -> None:
        fingers = self._fingers
        if fingers.phase() in NO_MENU and fingers.place() != "confirm":
            raise Refused(f"no menu in {fingers.phase()}")
        if fingers.place() == "notice":
            fingers.tap("OK")  # what was done before has been read
        if fingers.place() == "arbiter":
            return  # the PIN before still holds
        if fingers.place() == "setup":
            fingers.select("arbiter", "setup")
        else:
            fingers.tap("OK" if fingers.place() == "confirm" else "BACK")
        if not pin:
            fingers.expect("arbiter")
            return
        fingers.expect("pin")
        stopped = fingers.device.status()["running"] == "none"
        for key in [*pin_keys(pin, stopped), "OK"]:
            fingers.expect("pin")  # the game, and with it the menu, may have ended meanwhile
            fingers.tap(key)
        fingers.expect("arbiter")

    def _number(self, given: list[str]) -> None:
        """Set points, and their article if it is given; take a card's article as it is."""
        fingers = self._fingers
        if given:
            self._go_to(int(given.pop(0)))
            wanted = [*map(int, (given.pop(0) if given else "49").split(".")), 0]
            for place, less, more in ((0, "A", "B"), (1, "STOP", "CHALLENGE")):
                shown = [*map(int, fingers.fields()["article"].split(".")), 0]
                missing = wanted[place] - shown[place]
                for _ in range(abs(missing)):
                    fingers.tap(more if missing > 0 else less)
                    fingers.expect("number")
        fingers.tap("OK")

    def _go_to(self, wanted: int) -> None:
        """Go to a number by tens and ones."""
        fingers = self._fingers
        fingers.expect("number")
        while (difference := wanted - int(fingers.item())) != 0:
            before = fingers.item()
            by_ten = abs(difference) > TENS // 2
            up, down = ("RIGHT", "LEFT") if by_ten else ("UP", "DOWN")
            fingers.tap(up if difference > 0 else down)
            fingers.expect("number")
            if fingers.item() == before:
                raise Refused(f"no way from {before} to {wanted}")

    def _time(self, given: list[str]) -> None:
        """Set a time, `m:ss` or seconds, from its highest field on; steps carry over."""
        fingers, text = self._fingers, given.pop(0)
        ms = clock_ms(text, decimals=False) if ":" in text else int(text) * 1000
        if ms > 0 and fingers.device.status()["running"] == "none":
            for digit in f"{ms // 60000:02}{ms // 1000 % 60:02}":
                if digit not in "1234":
                    break
                fingers.tap(TYPED[int(digit) - 1])
        for place, unit in enumerate(TimeScreen.UNITS_S):
            fingers.expect("time")
            shown_ms = clock_ms(fingers.item().lstrip("+"), decimals=False)
            missing = int(ms / 1000) - shown_ms // 1000
            steps = round(missing / unit) if unit > 1 else missing
            while steps and (at := int(fingers.fields()["at"])) != place:
                fingers.tap("RIGHT" if at < place else "LEFT")
                fingers.expect("time")
            for _ in range(abs(steps)):
                fingers.tap("UP" if steps > 0 else "DOWN")
                fingers.expect("time")
        fingers.tap("OK")
