"""Two pages: the director's on loopback, and the queue for a phone, behind a token.

All that either can bring in is the photograph of a closing code.

Nothing that came from a broker becomes markup: the pages only set texts, and may run no scripts
other than their own.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import Any

from aiohttp import web

from host_tools import page_texts
from host_tools.errors import UserError, translated
from host_tools.loopback import Handler, application, file, guard
from host_tools.paths import pages_dir

STATIC = pages_dir() / "hall"
POLICY = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)
LARGEST_PHOTOGRAPH = 20 << 20
Source = Callable[[], dict[str, Any]]
Closing = Callable[[str, str], dict[str, Any]]
Photograph = Callable[[bytes], list[dict[str, Any]]]


def _told(tell: Callable[[web.Request], Any]) -> Handler:
    async def send(request: web.Request) -> web.Response:
        return web.json_response(tell(request))

    return send


def _application(take: Photograph, prefix: str, *middlewares: Any) -> web.Application:
    """Return an application that takes photographs of closing codes, at PREFIX/code."""

    async def code(request: web.Request) -> web.Response:
        try:
            return web.json_response(await asyncio.to_thread(take, await request.read()))
        except UserError as error:
            raise web.HTTPBadRequest(text=f"{translated(str(error))}\n") from error

    app = application(POLICY, *middlewares, client_max_size=LARGEST_PHOTOGRAPH)
    app.router.add_post(f"{prefix}/code", code)
    page_texts.serve(app, page_texts.HALL)
    app.router.add_static("/static/", STATIC)
    return app


def director_app(source: Source, closing: Closing, take: Photograph) -> web.Application:
    """Return the director's page.

    source() is the picture of the hall at this instant, closing(round, language) its closing
    desk; take(picture) keeps the closing codes in a photograph, and returns their games.
    """
    app = _application(take, "", guard)
    names = ("round", "language")
    told = _told(lambda asked: closing(*(asked.query.get(name, "") for name in names)))
    app.router.add_get("/desk", told)
    app.router.add_get("/", file(STATIC / "hall.html"))
    app.router.add_get("/picture", _told(lambda _: source()))
    return app


def phone_app(source: Source, token: str, take: Photograph) -> web.Application:
    """Return the page with the queue of calls, for whoever has the link."""

    @web.middleware
    async def known(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.match_info.get("token")
        if given is not None and not hmac.compare_digest(given.encode(), token.encode()):
            raise web.HTTPNotFound(text="no such page\n")
        return await handler(request)

    app = _application(take, "/{token}", known)
    app.router.add_get("/{token}/", file(STATIC / "queue.html"))
    # The numbers of the calling tables and how long they have waited, no names.
    app.router.add_get("/{token}/calls", _told(lambda _: source()["calls"]))
    return app
