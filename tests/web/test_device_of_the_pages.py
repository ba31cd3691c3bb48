"""The pages' device against the simulator's: the same fingers, pictures and log."""

import base64
import json
import random
import subprocess
from pathlib import Path

import pytest
from corrido.contacts import Debouncer
from corrido.store.journal.journal import Journal
from corrido.store.journal.survey import verify
from corrido.store.nor import layout

from host_tools.build.images import compiled_for_wasm
from host_tools.device.norflash import NorFlash
from host_tools.errors import UserError
from host_tools.npm import node
from host_tools.paths import lexicons_dir, pages_dir
from host_tools.sim.device import KEYS, Device
from host_tools.sim.process import interpreter as build
from host_tools.sim.runtime import UNIQUE_ID

SCRIPT = Path(__file__).with_name("device.mjs")
SECOND_US = 1_000_000


def run(script, *words, asked=""):
    """Return what a script says under Node; skip if there is none."""
    try:
        command = [*node(), str(script), str(pages_dir() / "site" / "static")]
        if script == SCRIPT:
            command += [str(build()), str(compiled_for_wasm()), str(lexicons_dir())]
    except UserError as error:
        pytest.skip(str(error))
    done = subprocess.run(
        [*command, *map(str, words)], input=asked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def fingers(seed):
    """Return forty presses: those that arm and open a game, then any."""
    rng = random.Random(seed)
    keys = ["OK", "B", "A", *rng.choices(KEYS, k=37)]
    moves = []
    t_us = SECOND_US
    for key in keys:
        moves += [(t_us, key, True), (t_us + rng.randrange(30_000, 400_000), key, False)]
        t_us = moves[-1][0] + rng.randrange(60_000, 2_000_000)
    return moves


def entries(image):
    """Return the log in a flash, its chain whole; without texts: MicroPython orders them."""
    flash = NorFlash()
    flash.load(image)
    journal = Journal(flash, *layout(flash)[2], device=UNIQUE_ID)
    journal.mount()
    assert verify(journal)[0]
    return [entry[:7] for entry in journal.tail(500)]


def test_a_late_message_is_booked_at_its_finger_and_no_suspension_overlooked():
    booked = run(SCRIPT.with_name("touches.mjs"), 0, 10, 25, 40)
    # A message may take 25 ms; a later one is recorded as early as possible.
    assert [float(line) for line in booked.split()] == [1000, 1000, 1000, 1015, 5000]


@pytest.mark.parametrize(("seed", "bounce_us"), [(1, 0), (3, 15_000)])
def test_same_pictures_and_same_log(seed, bounce_us):
    moves = fingers(seed)
    look_us = [t_us + 700_000 for t_us, _, down in moves if not down]
    device = Device.provisioned({"bounce": str(bounce_us / 1000)})
    image = base64.b64encode(device.world.flash.image()).decode()
    asked = {"bounceUs": bounce_us, "lookUs": look_us, "moves": moves, "image": image}
    told = json.loads(run(SCRIPT, asked=json.dumps(asked)))
    device.power_on()
    for t_us, key, down in moves:
        device.world.finger(key, down, t_us)
    for t_us, frame in zip(look_us, told["frames"], strict=True):
        device.run_until(t_us)
        assert base64.b64decode(frame) == device.frame(), f"the picture at {t_us} us"
    assert told["status"] == device.status()
    ours, theirs = entries(device.world.flash.image()), entries(base64.b64decode(told["flash"]))
    assert len(ours) > 5 and theirs == ours
    device.close()


BEHIND_MS = 25  # the engine counts a touch so much later, to have heard of it by then
LATE_MS = 35  # where a finger of that hand still rests, and the page hears of it 8 ms later


def presses(moves):
    """What the firmware takes the contacts' moves for: (key, us), in order."""
    debouncer, told = Debouncer(2), []
    for key, closed, us in sorted(moves, key=lambda move: move[2]):
        told += debouncer.poll(us - 1)
        debouncer.edge("AB".index(key), int(closed), us)
    told += debouncer.poll(moves[-1][2] + 30_000)
    return [("AB"[key], us) for key, pressed, us in told if pressed]


@pytest.mark.parametrize("seed", range(1, 101, 4))
def test_each_touch_is_one_press(seed):
    """As browsers tell them, ends lost or doubled."""
    found = json.loads(run(SCRIPT.with_name("hands.mjs"), seed, 1000))
    booked = presses(found["moves"])
    for name in "AB":
        counted = [us / 1000 for key, us in booked if key == name]
        touched = [ms + BEHIND_MS for key, ms in found["touches"] if key == name]
        assert len(counted) == len(touched)
        late = [there - here for here, there in zip(touched, counted, strict=True)]
        assert all(-1 <= each <= LATE_MS for each in late), (min(late), max(late))
