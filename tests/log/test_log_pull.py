"""Pulling during a game: the log is whole, or the tool says that it is not."""

from argparse import Namespace
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from corrido.core import events

from host_tools.device.faults import DeviceFault
from host_tools.errors import UserError
from host_tools.log import command, games
from host_tools.log.pull import TRIES, pull
from tests.log.conftest import image_of, played
from tests.log.test_log_moved import on


def pressed_in(presses):
    """Return the port of a device in play; STOP is pressed after each of the first reads."""
    device, macros = on(armed=True)
    device.tap("B")
    asked = []

    def ask(command):
        asked.append(command)
        answer = macros.ask(command)
        if command == "region" and asked.count(command) <= presses:
            device.tap("STOP")
        return answer

    return SimpleNamespace(ask=ask, port="PORT")


@pytest.mark.parametrize("presses", [0, 1, TRIES - 1])
def test_a_log_is_read_until_no_event_comes(presses):
    image = pull(pressed_in(presses))
    assert games.verify(image).unbroken
    kinds = [entry.kind for entry in games.one_game(image, None).entries]
    assert kinds.count(events.STOP) == presses


def test_a_press_without_effect_at_the_end_cuts_nothing_off():
    device, macros = on(armed=True)
    device.tap("STOP")  # in ready: the device counts it, but it is no event
    image = pull(SimpleNamespace(ask=macros.ask, port="PORT"))
    assert games.verify(image).whole
    image.device["link"] = "00" * 8
    assert [one.values for one in games.verify(image).findings] == [(1, 1, 2)]


def test_a_log_that_is_never_quiet_is_one_line():
    with pytest.raises(DeviceFault, match="PORT: events kept coming") as caught:
        pull(pressed_in(TRIES + 1))
    assert caught.value.exit_code == 1 and "\n" not in str(caught.value)


def test_an_earlier_log_that_is_not_continued_is_kept(flash, tmp_path, monkeypatch):
    target = tmp_path / "mesa-4.corridolog"
    pulled = [image_of(flash), image_of(flash), image_of(played(1))]
    ended = list(games.journal_of(pulled[0]).records())[-1]
    monkeypatch.setattr("host_tools.device.client.Client", lambda *_, **__: nullcontext())
    monkeypatch.setattr("host_tools.log.pull.pull", lambda _client: pulled.pop(0))
    args = Namespace(pin=None, output=str(target), all=False)
    for _ in range(2):
        assert command._pull_one("PORT", args) == target
    earlier = target.read_bytes()
    with pytest.raises(UserError, match="an older state put back: the earlier log is now"):
        command._pull_one("PORT", args)
    assert (tmp_path / f"mesa-4-{ended[0]}-{ended[1]}.corridolog").read_bytes() == earlier
    assert target.read_bytes() != earlier
