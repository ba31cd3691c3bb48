"""Every word that the screens show, one table a language."""

LANGUAGES = ("es", "en", "pl")


def load(code: str) -> dict:
    """The table of one language; Spanish for an unknown code."""
    name = code if code in LANGUAGES else LANGUAGES[0]
    return __import__("corrido.ui.texts." + name, None, None, ("TEXTS",)).TEXTS
