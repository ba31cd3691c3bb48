"""Modules that come and go, under every interpreter."""

import sys

from corrido import compat

NAME = "corrido.ui.texts.pl"


def test_a_forgotten_module_is_loaded_anew():
    first = compat.load(NAME)
    assert compat.load(NAME) is first and compat.loaded(NAME)
    assert compat.forget(NAME) and not compat.loaded(NAME)
    assert not hasattr(sys.modules["corrido.ui.texts"], "pl")
    assert not compat.forget(NAME), "it had gone"
    again = compat.load(NAME)
    assert again is not first and again.TEXTS == first.TEXTS


def test_one_language_at_a_time_stays_in_ram():
    from corrido.ui import texts

    before = compat.IN_RAM
    compat.IN_RAM = True
    try:
        texts.load("pl")
        texts.load("en")
        assert compat.loaded("corrido.ui.texts.en") and not compat.loaded(NAME)
        assert texts.load("klingon") is texts.load("es")
        assert not compat.loaded("corrido.ui.texts.en")
    finally:
        compat.IN_RAM = before
