"""One whole game by a chip's pins, with bouncing contacts, in parts to be played in order.

Presses, pictures, sounds and flash operations are counted: no time here is measured on a chip.
"""

from host_tools.workshop.emulator.pins import bouncing

SETTINGS = {"preset": "fise-corrido", "budget": "30", "sounds": "all"}
WORD = "DE"
BOUNCE_US = (900.0, 700.0, 2000.0, 1100.0)
HELD_US = 60_000.0
APART_US = 400_000.0  # a tone and the silence after it
LOOK_US = 250_000
CONFIRMED_US = 150_000


def tapped(player, *keys):
    """Press keys whose contacts bounce on the way down and up."""
    chip = player.chip
    for key in keys:
        for closed in (True, False):
            chip.play(player.table.gpio[key], bouncing(closed, BOUNCE_US))
            chip.run_for(sum(BOUNCE_US))
            chip.run_for(HELD_US)
        chip.run_for(APART_US)


def until(player, limit_us, **wanted):
    """Let time pass until the status has these words; return it. UserError if it never does."""
    found = []

    def there():
        found[:] = [player.status()]
        return all(found[0][name] == word for name, word in wanted.items())

    player.chip.run_until(there, limit_us, LOOK_US)
    return found[0]


def until_shown(player, text, limit_us=8e6):
    """Let time pass until the display has a text."""
    player.chip.run_until(lambda: text in player.shown(), limit_us, LOOK_US)


def into_play(player):
    """Arm the game and hand the turn over: one press each, bounce or not."""
    assert player.status()["phase"] == "setup"
    tapped(player, "OK")
    until(player, 8e6, phase="ready")
    tapped(player, "B", "A", "B")
    status = until(player, 8e6, phase="running", running="A")
    assert (status["turns.A"], status["turns.B"]) == ("1", "1")
    until_shown(player, "FISE corrido")
    assert len(player.chip.outputs.tones(player.table.buzzer)) >= 2


def challenged(player, word=WORD, verdict="valid"):
    """Challenge a word, have it judged, and go on playing; return the wait for the verdict, us.

    The wait is from the confirming press to the first change of the picture after CONFIRMED_US, by
    when the picture with both confirmations is on the display.
    """
    entered(player, word)
    tapped(player, "A")
    pressed_us = player.chip.now_us()
    tapped(player, "B")
    assert until(player, 20e6, phase="verdict")["verdict"] == verdict
    player.chip.run_for(LOOK_US)
    changes = player.table.display.changes
    seen_us = next(at for at in changes if at > pressed_us + CONFIRMED_US)
    tapped(player, "OK")
    until(player, 8e6, phase="running")
    return seen_us - pressed_us


def entered(player, word=WORD):
    """Challenge, and enter the word; both players are to confirm it."""
    from host_tools.workshop.emulator.games import keys_for

    tapped(player, "CHALLENGE")
    until(player, 8e6, phase="challenge")
    tapped(player, *keys_for((word,)))
    until_shown(player, word)


def into_overtime(player):
    """Let the running clock run out."""
    side = player.status()["running"]
    player.chip.run_until(lambda: player.status()[f"clock.{side}"][0] == "-", 60e6, 500_000)
    assert player.status()["phase"] == "running"
