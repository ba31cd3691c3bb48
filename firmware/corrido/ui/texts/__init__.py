"""Every word that the screens show, one table a language."""

from corrido import memory

LANGUAGES = ("es", "en", "pl")
_PACKAGE = "corrido.ui.texts."


def load(code: str) -> dict:
    """The table of one language; Spanish for an unknown code. Others are not kept in RAM."""
    wanted = code if code in LANGUAGES else LANGUAGES[0]
    if memory.IN_RAM:
        for language in LANGUAGES:
            if language != wanted:
                memory.forget(_PACKAGE + language)
    return memory.load(_PACKAGE + wanted).TEXTS
