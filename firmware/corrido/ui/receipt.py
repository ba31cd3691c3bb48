"""Sum up a closed game in a few human-readable lines: the content of the screen's QR code.

device DEVICE, table T, round R, date D (as far as they are set) / game G (VOID; SWAPPED if the
players have changed seats on a device without their names) / for each player letter, name, score
less deductions and result, overtime and time used / the log's last number and link, and where the
log has a key, which key, and its authentication of all that precedes.
"""

from binascii import hexlify

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.match import rounded

if TYPE_CHECKING:
    from corrido.store.journal.journal import Journal
    from corrido.ui.ports import Callable, Match, Settings

MOST_BYTES = 229  # of a QR code of version 9
NAME_MOST = 20  # characters of a name: two such names leave room for all figures
LABELS = (("device-name", "Corrido"), ("table", "table"), ("round", "round"), ("date", "date"))


def deductions(match: "Match", who: int) -> int:
    """Return the points that overtime and penalties cost a player."""
    return match.points(who) + match.player(who).penalty()


def result(match: "Match", who: int) -> "int | None":
    """Return a player's score less the deductions; None if none was entered."""
    score = match.player(who).score
    return None if score is None else score - deductions(match, who)


def authentication(tag_of: "Callable[[bytes], bytes]", lines: bytes) -> bytes:
    """Return which key it is and 4 bytes that only that key makes of the lines; b"" for no key."""
    which = tag_of(b"closing code")
    return which and hexlify(which[:2]) + b"-" + hexlify(tag_of(lines)[:4])


def receipt(match: "Match", settings: "Settings", game: int, seq: int, log: "Journal") -> bytes:
    """Return the lines as UTF-8, at most MOST_BYTES; long names cost the date, then the round.

    seq: number of the log's last entry.
    """
    heads: "list[str]" = []
    for name, label in LABELS:
        value = settings.get(name)
        if value not in (None, ""):
            heads.append("%s %s" % (label, value))
    lines = [""]
    void = match.ending and match.ending.voided
    unnamed = not (settings.get("player-a") or settings.get("player-b"))
    marks = (" VOID" if void else "") + (" SWAPPED" if match.crossed and unnamed else "")
    lines.append("game %d %s%s" % (game, match.rules.name, marks))
    for who in (events.A, events.B):
        lines.append(_player(match, settings, who))
    lines.append("log %d %s" % (seq, hexlify(log.last_link()).decode()))
    while True:
        lines[0] = ", ".join(heads) or "Corrido"
        whole = "\n".join(lines).encode()
        tag = authentication(log.links.tag_of, whole)
        whole += b" " + tag if tag else b""
        if not heads or len(whole) <= MOST_BYTES:
            return whole[:MOST_BYTES]
        heads.pop()


def _player(match: "Match", settings: "Settings", who: int) -> str:
    letter = events.WHO_NAMES[who]
    name = str(settings.get(match.name_key(who)) or "")[:NAME_MOST]
    clock, off = match.player(who).clock, deductions(match, who)
    total = result(match, who)
    figures = "-%d" % off if total is None else "%d-%d=%d" % (total + off, off, total)
    over = " over %s" % match.overtime(who) if clock.over_ms() else ""
    times = "%s%s" % (rounded(clock.used_ms), over)
    return " ".join([part for part in (letter, name, figures, times) if part])
