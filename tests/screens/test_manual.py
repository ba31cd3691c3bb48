"""The manuals: pictures are the device's own, links work, both languages agree."""

import re
from io import BytesIO

import pytest
from corrido.ui.screens.actions import ACTIONS
from corrido.ui.texts.source import read, whole
from PIL import Image

from host_tools.workshop.screens.command import MANUAL, manual_pictures

PAGES_OF = {
    "en": ("players.md", "arbiters.md", "card.html"),
    "es": ("jugadores.md", "arbitros.md", "tarjeta.html"),
}


def test_pictures_are_what_the_device_shows() -> None:
    drawn = manual_pictures()
    assert {path.name for path in (MANUAL / "img").iterdir()} == drawn.keys()
    for name, data in drawn.items():
        both = MANUAL / "img" / name, BytesIO(data)
        kept, seen = (Image.open(one).convert("RGB") for one in both)
        assert kept == seen, f"{name}: `corrido screens --manual` draws it again"


def test_both_languages_show_the_same_screens() -> None:
    for pair in zip(*PAGES_OF.values(), strict=True):
        english, spanish = [
            re.findall(r"img/([a-z0-9+-]+)\.", (MANUAL / page).read_text(encoding="utf-8"))
            for page in pair
        ]
        assert spanish == english


QUOTED = re.compile(
    r"""(?<![*\w])\*([^*]+)\*(?!\*)|<i>([^<]+)</i>|^- "([^"\n]+)": |«([^»\n]+)»""", re.MULTILINE
)


@pytest.mark.parametrize("language", PAGES_OF)
def test_what_a_manual_quotes_is_what_the_device_says(language: str) -> None:
    said = [
        re.escape(text.replace("|", " ").strip("■ ")).replace("%", r"\S{1,3}").replace(r"\&", ".+")
        for text in [*whole(language).values(), *read(language, "page").values()]
    ]
    known = re.compile(f"({'|'.join(said)})( ?\\(.*\\))?", re.IGNORECASE)
    for page in PAGES_OF[language]:
        for groups in QUOTED.findall((MANUAL / page).read_text(encoding="utf-8")):
            quoted = " ".join("".join(groups).split())
            parts = [quoted] if known.fullmatch(quoted) else quoted.split(", ")
            assert all(known.fullmatch(part) for part in parts), f"{page}: {quoted!r}"


@pytest.mark.parametrize("language", PAGES_OF)
def test_the_acts_stand_in_the_order_of_the_device(language: str) -> None:
    texts = whole(language)
    page = (MANUAL / PAGES_OF[language][1]).read_text(encoding="utf-8")
    order = [texts[f"act.{name}"] for name, *_ in ACTIONS]
    listed = re.findall(r"^- \*\*(.+?)\*\*: ", page, re.MULTILINE)
    told = [name for names in listed for name in names.split(", ") if name in order]
    assert told == order
