"""What the phone's page asks of the firmware, without a browser: its types, the arbiter's acts."""

import inspect
import re

import pytest
from corrido.core import events

from boards.sim.hooks import Hooks
from boards.web.panel import Panel, Refused
from host_tools.paths import pages_dir
from host_tools.sim.device import Device

SECOND_US = 1_000_000
PIN = "1234"
WITH_PIN = {"pin": PIN}


def started(pin=WITH_PIN, **settings):
    """Return a device, with a PIN unless told, whose game A has opened, and its page's panel."""
    device = Device.provisioned({"preset": "fise-corrido", **pin, **settings})
    device.power_on()
    device.run_until(SECOND_US)
    panel = Panel(device.app)
    tap(device, "OK", "B")
    return device, panel


def tap(device, *keys):
    """Press keys a second apart."""
    for key in keys:
        device.tap(key)
        device.run_until(device.now_us + SECOND_US)


def act(panel, *given):
    """Do an act of the arbiter after his PIN."""
    assert panel.open_menu(PIN) == "right"
    return panel.act(*given)


def test_a_penalty_is_what_the_rulebook_lets_stand():
    device, panel = started(preset="fise-2007-corrido")
    assert panel.open_menu(PIN) == "right"
    asked = {name: dict(questions) for name, questions in panel.acts()}
    points = asked["penalty"]["points"]
    assert (points["least"], points["value"], points["article"]) == (30, 30, 49)
    assert [name for name, _ in asked["card"]["card"]["choices"]] == ["warning", "yellow", "red"]
    with pytest.raises(Refused, match="points: 29"):
        panel.act("penalty", {"who": "A", "points": "29", "article": "49"})
    assert panel.act("penalty", {"who": "A", "points": "40", "article": "46.4"})
    entry = next(one for one in panel.log(9) if "penalty" in one[2])
    assert (entry[3], device.status()["penalty.A"]) == ("A", "40")
    assert events.article_of(entry[4] // events.ARTICLE_UNIT) == "46.4"


def test_a_trial_ends_from_a_count_too():
    device, panel = started({}, preset="fise-no-corrido")
    tap(device, "A")
    assert panel.start_over() and panel.view()["asking"]


def test_a_rematch_changes_the_sides_where_the_players_sat_at_the_end():
    names = {"player-a": "Ana", "player-b": "Luz"}
    _, panel = started(**names, **{"budget-a": "600", "budget-b": "1200"})
    assert act(panel, "swap", {})
    as_they_were = {**names, "budget-a": "600", "budget-b": "1200"}
    assert dict(panel.exchanged()) == as_they_were
    assert act(panel, "names", {})  # only they had been given the other way round
    exchanged = {"player-a": "Luz", "player-b": "Ana"}
    assert dict(panel.exchanged()) == {**as_they_were, **exchanged}


# -- what the pages believe of it, in their types: `make lint` holds them to those

TYPES = (pages_dir() / "types" / "firmware.d.ts").read_text("utf-8")


def members(interface):
    """Return the names in an interface of the types."""
    (body,) = re.findall(rf"interface {interface} {{(.*?)\n}}", TYPES, re.DOTALL)
    plain = re.sub(r"\[.*?\]", "", body)
    return set(re.findall(r'(?:^|; |\n) *"?([\w.]+)"?\??:', plain))


def test_a_shape_is_the_firmwares():
    _, panel = started()
    assert members("View") == set(panel.view())
    assert members("Status") == set(panel._app.status())


def test_each_method_is_there_with_its_arguments():
    (body,) = re.findall(r"interface Firmware {(.*?)\n}", TYPES, re.DOTALL)
    methods = re.findall(r"^  (\w+)\((.*?)\):", body, re.MULTILINE)
    assert len(methods) > 30
    for name, given in methods:
        owner = Panel if hasattr(Panel, name) else Hooks
        _, *wanted = inspect.signature(getattr(owner, name)).parameters.values()
        optional = [one.default is not inspect.Parameter.empty for one in wanted]
        words = [word for word in given.split(", ") if word]
        assert ["?:" in word for word in words] == optional, name
