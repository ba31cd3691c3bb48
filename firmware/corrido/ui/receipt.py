"""Sum up a closed game in a few human-readable lines: the content of the screen's QR code.

device DEVICE, table T, round R, date D (as far as they are set) / game G / for each player letter,
name, score less deductions and result, overtime and time used / the log's last number and link.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.clock import rounded
from corrido.core.status import penalty

if TYPE_CHECKING:
    from typing import Protocol

    from corrido.core.match import Match

    class Labels(Protocol):
        """The identity of a game, by the names of the settings."""

        def get(self, name: str) -> "int | str | None":
            """Return a value, None if it was not set."""
            ...


NAME_MOST = 20  # characters of a name: two such names leave room for all figures
LABELS = (("device-name", "Corrido"), ("table", "table"), ("round", "round"), ("date", "date"))


def deductions(match: "Match", who: int) -> int:
    """Return the points that overtime and penalties cost a player."""
    return match.points(who) + penalty(match.player(who))


def result(match: "Match", who: int) -> "int | None":
    """Return a player's score less the deductions; None if none was entered."""
    score = match.player(who).score
    return None if score is None else score - deductions(match, who)


def receipt(match: "Match", settings: "Labels", game: int, seq: int, link: bytes) -> bytes:
    """Return the lines as UTF-8, at most 229 bytes.

    seq and link: number and chain link of the log's last entry, as in `corrido log show`.
    """
    heads: "list[str]" = []
    for name, label in LABELS:
        value = settings.get(name)
        if value not in (None, ""):
            heads.append("%s %s" % (label, value))
    lines = [", ".join(heads) or "Corrido"]
    void = match.ending and match.ending.voided
    lines.append("game %d %s%s" % (game, match.rules.name, " VOID" if void else ""))
    for who in (events.A, events.B):
        lines.append(_player(match, settings, who))
    lines.append("log %d %s" % (seq, "".join(["%02x" % byte for byte in link])))
    return "\n".join(lines).encode()[:229]


def _player(match: "Match", settings: "Labels", who: int) -> str:
    letter = events.WHO_NAMES[who]
    name = str(settings.get("player-" + letter.lower()) or "")[:NAME_MOST]
    clock, off = match.player(who).clock, deductions(match, who)
    total = result(match, who)
    figures = "-%d" % off if total is None else "%d-%d=%d" % (total + off, off, total)
    over = " over %s" % rounded(clock.over_ms()) if clock.over_ms() else ""
    times = "%s%s" % (rounded(clock.used_ms), over)
    return " ".join([part for part in (letter, name, figures, times) if part])
