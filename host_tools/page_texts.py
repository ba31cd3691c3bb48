"""The texts of the pages, out of the one source that each language has.

A page asks for `static/texts/CODE.txt`: lines of a name, `=` and the text. The device's pages have
the texts of its screens too.
"""

from typing import TYPE_CHECKING

from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import read, whole

if TYPE_CHECKING:
    from aiohttp import web

PAGE, HALL = "page", "hall"  # sections of the source
ADDRESS = "static/texts/{}.txt"


def texts(section: str, language: str) -> dict[str, str]:
    """Return what a section's pages say in a language."""
    return (whole(language) if section == PAGE else {}) | read(language, section)


def lines(section: str, language: str) -> str:
    """Return a section's texts in a language as a page reads them."""
    return "".join(f"{name}={text}\n" for name, text in texts(section, language).items())


def serve(app: "web.Application", section: str) -> None:
    """Let an application answer for a section's texts; call before it gets its static files."""
    from aiohttp import web

    async def send(request: web.Request) -> web.Response:
        return web.Response(text=lines(section, request.match_info["language"]))

    app.router.add_get("/" + ADDRESS.format("{language:" + "|".join(LANGUAGES) + "}"), send)
