"""Which functions of the firmware each article of the rulebook is about."""

# Article as docs/rules-by-article.md numbers its rows -> functions, by file.
ABOUT: dict[str, tuple[str, ...]] = {
    "35": ("core/clock.py: Clock.points", "core/clock.py: Clock.over_ms"),
}
# Emptied functions that change nothing which a scenario could see, each with why.
SAME: dict[str, str] = {}
