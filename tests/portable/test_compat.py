"""Loading and unloading modules, under every interpreter."""

import sys

from corrido import memory

NAME = "corrido.ui.receipt"
TEXTS = "corrido.ui.texts.%s_play"


def test_a_forgotten_module_is_loaded_anew():
    first = memory.load(NAME)
    assert memory.load(NAME) is first and memory.loaded(NAME)
    memory.forget(NAME)
    assert not memory.loaded(NAME)
    assert not hasattr(sys.modules["corrido.ui"], "receipt")
    memory.forget(NAME)  # it had gone
    again = memory.load(NAME)
    assert again is not first and again.LABELS == first.LABELS


class Made:
    """A module of texts, as a board has them."""

    TEXTS = ("", b"", (b"",) * 8)


def test_one_language_at_a_time_stays_in_ram():
    from corrido.ui import texts

    memory.forget("corrido.ui.texts.source")
    for code in ("pl", "en", "es"):
        sys.modules[TEXTS % code] = Made
        setattr(texts, code + "_play", Made)
    before = memory.IN_RAM
    memory.IN_RAM = True
    try:
        assert texts.play("pl") is Made.TEXTS
        loaded = [memory.loaded(TEXTS % code) for code in ("pl", "en", "es")]
        assert loaded == [True, False, False]
        assert texts.play("klingon") is texts.play("es")
        assert not memory.loaded(TEXTS % "pl")
    finally:
        memory.IN_RAM = before
