"""Pulling during a game: the log is whole, or the tool says that it is not."""

import base64
from argparse import Namespace
from contextlib import nullcontext

import pytest
from corrido.core import events

from host_tools.device.faults import DeviceFault
from host_tools.errors import UserError
from host_tools.log import command, games
from host_tools.log.pull import TRIES, pull
from tests.log.conftest import DEVICE, REGION, image_of, journal_on, played


class Player:
    """A device's console over a flash; a key is pressed after each of the first reads."""

    port = "PORT"

    def __init__(self, flash, presses):
        self.flash, self.presses, self.seq = flash, presses, 1
        self.journal = journal_on(flash)
        self.journal.begin(3, b"rules")

    def ask(self, command):
        name, *numbers = command.split()
        return getattr(self, name)(*(int(number) for number in numbers))

    def about(self):
        return dict(DEVICE)

    def region(self):
        found = {**REGION._asdict(), "game": 3, "seq": self.seq}
        if self.presses:
            self.presses -= 1
            self.seq += 1
            self.journal.append(self.seq, 1000 * self.seq, events.PRESS, 1, 0, ("press",))
        return found

    def used(self, first, count):
        return list(range(first, first + count))

    def read(self, address, length):
        data = bytearray(length)
        self.flash.read(address, data)
        return base64.b64encode(data).decode() if data.strip(b"\xff") else ""


@pytest.mark.parametrize("presses", [0, 1, TRIES - 1])
def test_a_log_is_read_until_no_event_comes(flash, presses):
    player = Player(flash, presses)
    image = pull(player)
    assert games.verify(image).whole
    found = [entry for entry in games.journal_of(image).records() if entry[0] == 3]
    assert len(found) == 1 + presses


def test_a_log_that_is_never_quiet_is_one_line(flash):
    with pytest.raises(DeviceFault, match="PORT: events kept coming") as caught:
        pull(Player(flash, TRIES + 1))
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
