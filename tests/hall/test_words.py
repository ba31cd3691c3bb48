"""No word and no PIN leaves a device by radio, and no secret through the console."""

from types import SimpleNamespace

import pytest
from corrido.app.commands import settings
from corrido.core import events
from corrido.services.messages import public_text
from corrido.store.journal.codec import PAYLOAD
from corrido.store.settings import SECRETS

from host_tools.device import config
from tests.hall.played import course_of, told_of

GAME = """device preset=fise-no-corrido pin=2468
at 0 power on
at 1 press B
at 11 press A
at 12 challenge zuzar figos
at 40 press OK
at 45 stop score
at 50 arbiter 2468 lookup quinqué
at 80 arbiter 1111 end
at 110 arbiter 2468 penalty A 30
"""
WORDS = (b"zuzar", b"figos", b"quinq", b"2468", b"1111", b"yes")


def test_no_message_has_a_word_or_a_pin():
    """Though the log itself has the words of a challenge and a look-up."""
    records = course_of(GAME).records
    payloads = b"".join(record[PAYLOAD] for record in records).lower()
    assert all(word in payloads for word in WORDS[:3])
    told = b"".join(told_of(records)).lower()
    assert [word for word in WORDS if word in told] == []
    assert b"stopped" in told and b"penalty.a 0>30" in told


@pytest.mark.parametrize(
    ("kind", "logs", "payload"),
    [(events.VERDICT, ("verdict",), b"stopped by > ZUZAR"), (0, ("lookup",), b"a>b ZUZAR"),
     (0, ("pin",), b"2>4"), (events.OK, (), b"ZUZAR yes"), (0, (), b"ZUZAR")],
)  # fmt: skip
def test_only_what_is_known_to_be_no_word_is_told(kind, logs, payload):
    assert public_text(kind, logs, payload) == ""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_only_whether_it_is_there(name):
    stored = SimpleNamespace(get=lambda name: "geheim" if name.endswith("password") else None)
    assert settings.get(None, SimpleNamespace(settings=stored), name) is True


def test_an_export_of_the_settings_has_no_secret():
    assert not set(SECRETS) & set(config.names()) and "broker" in config.names()
