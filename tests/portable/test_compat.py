"""Loading and unloading modules, under every interpreter."""

import sys

from corrido import memory

NAME = "corrido.ui.receipt"


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

    TEXTS = {"": "\nmenu=M\n"}


def test_one_language_at_a_time_stays_in_ram():
    from corrido.ui import texts

    memory.forget("corrido.ui.texts.source")
    for code in ("pl", "en", "es"):
        sys.modules["corrido.ui.texts." + code] = Made
        setattr(texts, code, Made)
    before = memory.IN_RAM
    memory.IN_RAM = True
    try:
        assert texts.play("pl") is Made.TEXTS
        assert [memory.loaded("corrido.ui.texts." + code) for code in ("pl", "en", "es")] == [
            True, False, False
        ]  # fmt: skip
        assert texts.play("klingon") is texts.play("es")
        assert not memory.loaded("corrido.ui.texts.pl")
    finally:
        memory.IN_RAM = before
