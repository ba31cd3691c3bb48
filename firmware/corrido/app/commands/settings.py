"""Commands that read and change the settings."""

import json
from binascii import unhexlify

from corrido.app.commands import Refused
from corrido.compat import TYPE_CHECKING
from corrido.core import phases
from corrido.memory import Passing
from corrido.store.settings import LOG_KEY_BYTES, SECRETS

if TYPE_CHECKING:
    from corrido.app.commands import Answer, App, Console

TAG_TAKEN = "log-key: it shares its one-byte tag with an older key of this log: take another"
SETTING_PHASES = (phases.SETUP, phases.CLOSED)


def get(console: "Console", app: "App", rest: str) -> "Answer":
    """Return a setting; of a secret, and of `pin`, only whether there is one."""
    if rest == "pin":
        return app.pin.is_set()
    try:
        value = app.settings.get(rest)
    except ValueError:
        raise Refused("no setting %s" % rest) from None
    return bool(value) if rest in SECRETS else value


def set(console: "Console", app: "App", rest: str) -> "Answer":
    """Store `NAME JSON`; never during a game."""
    name, _, text = rest.partition(" ")
    if app.recorder.match.phase not in SETTING_PHASES:
        raise Refused("a game is under way: settings change before it or after it is closed")
    try:
        value = json.loads(text)
    except ValueError:
        raise Refused("%s: not JSON: %s" % (name, text)) from None
    try:
        if name == "pin":
            app.pin.set(value)
        elif name == "log-key":  # 64 hexadecimal digits, "" for none; no command reads it back
            _refuse_taken(app, unhexlify(value))
            app.settings.set_log_key(unhexlify(value))
            app.settings.commit()
            app.journal.set_key(app.settings.log_key())
        else:
            app.settings.set(name, value)
            app.settings.commit()
    except (ValueError, TypeError, OSError) as error:
        raise Refused(str(error)) from None
    app.apply_settings()
    return True


def _refuse_taken(app: "App", key: bytes) -> None:
    if len(key) == LOG_KEY_BYTES and key != app.settings.log_key():
        with Passing():
            if app.journal.tag_is_taken(key):
                raise ValueError(TAG_TAKEN)
