"""The apparent size of a screen's text: minutes of arc, by display and distance.

ISO 9241-303 gives 16 minutes as the least height of capitals for easy reading, and 20 to 22 as the
range to aim for. A display's pitch follows from the width of its active area.
"""

import math

from corrido.ui import items

from host_tools.workshop.screens.cases import CASES, drawn

PITCH_MM = {'0.96"': 21.74 / 128, '1.3"': 29.42 / 128, '2.42"': 55.01 / 128}
DISTANCES_CM = (60, 100)
FLOOR = 16
# Height of capitals or digits, in pixels.
HEIGHTS = {items.TEXT: 7, items.HEAD: 7, items.LARGE: 14, items.TITLE: 14, items.DIGITS: 30}
# Screens of play, by the start of their names: whose turn, a stop and its reason, a verdict, who
# must press. They use letters of STATE_PX or more; every other screen is a quiet one.
STATE_PX = 14
STATES = (
    "late", "ready", "clock", "count", "warning", "turn-expired", "stopped", "finish", "confirm",
    "verdict", "recovered", "fault", "refused-", "reopen", "stuck", "summary", "board",
)  # fmt: skip
QUIET = (
    "setup", "pin", "battery-low", "self-test", "about", "menu", "arbiter", "letters", "log",
    "refused", "score-entry", "closed", "voided", "own-", "blank-letter", "summary-2",
)  # fmt: skip
# Texts that may be small on a screen of play, because nobody needs them there: names, the time
# keeping chosen in setup, menu keys, a page number, the limit beside more important news; in the
# summary what its one large row, the figures to sign, is made of.
SMALL_IN_PLAY = (
    "absent", "limit", "stop-again", "menu", "verdict-menu", "wrong-list", "preset.",
    "mode-short.", "mode.3", "summary", "board", "sum.score", "sum.points", "sum.penalties",
    "why.time-over", "notice.forfeit",
)  # fmt: skip


def may_be_small(key: str) -> bool:
    """Return whether a text may be small in play; a name that ends with a dot is a family."""
    families = tuple(name for name in SMALL_IN_PLAY if name.endswith("."))
    return key in SMALL_IN_PLAY or key.startswith(families)


def minutes(height_px: int, pitch_mm: float, distance_cm: int) -> float:
    """Return the apparent height of `height_px` pixels, in minutes of arc."""
    return math.degrees(math.atan(height_px * pitch_mm / (distance_cm * 10))) * 60


def heights(name: str, language: str) -> dict[int, list[str]]:
    """Return the texts of a screen by the height of their capitals, in pixels."""
    found: dict[int, list[str]] = {}
    for item in drawn(name, language)[0]:
        if item[0] in HEIGHTS and item[5]:
            found.setdefault(HEIGHTS[item[0]], []).append(item[5])
    return found


def is_state(name: str) -> bool:
    """Return whether a screen is one of play."""
    return name not in QUIET and name.startswith(STATES)  # plain `refused` belongs to a menu


def table(language: str = "es") -> str:
    """Return the report as Markdown: one row per screen, with its largest and smallest type."""
    heads = [f"{d} {cm} cm" for d in PITCH_MM for cm in DISTANCES_CM]
    lines = [
        "| screen | largest, smallest (px) | " + " | ".join(heads) + " |",
        "|" + "---|" * (len(heads) + 2),
    ]
    for name in CASES:
        sizes = sorted(heights(name, language), reverse=True)
        if not sizes:
            continue
        cells = []
        for pitch in PITCH_MM.values():
            for distance in DISTANCES_CM:
                angles = [minutes(px, pitch, distance) for px in (sizes[0], sizes[-1])]
                cells.append(" / ".join(f"{angle:.0f}" for angle in angles))
        mark = "**" if is_state(name) else ""
        first = [f"{mark}{name}{mark}", f"{sizes[0]}, {sizes[-1]}"]
        lines.append("| " + " | ".join(first + cells) + " |")
    return "\n".join(lines)


def summary() -> str:
    """Return the angles of each type, one row per display and distance."""
    lines = ["type           " + "".join(f"{px:>7} px" for px in (7, 14, 30))]
    for display, pitch in PITCH_MM.items():
        for distance in DISTANCES_CM:
            angles = "".join(f"{minutes(px, pitch, distance):>9.1f}'" for px in (7, 14, 30))
            lines.append(f"{display:>6} {distance:>4} cm {angles}")
    return "\n".join(lines)
