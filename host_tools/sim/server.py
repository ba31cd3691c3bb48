"""The page's server: static files and a web socket, for this computer and this page only."""

import asyncio
import json
from collections.abc import Callable

from aiohttp import WSMsgType, web

from host_tools import loopback, page_texts
from host_tools.loopback import LOOPBACK
from host_tools.paths import pages_dir
from host_tools.sim.engine import Engine
from host_tools.sim.ocr import read_text
from host_tools.untrusted import reading

STATIC = pages_dir() / "site" / "static"
POLICY = (
    "default-src 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
    "frame-ancestors 'none'; base-uri 'none'"
)
ENGINE = web.AppKey("engine", Engine)
PAGES = web.AppKey("pages", set)


async def _screen(request: web.Request) -> web.Response:
    """Return the lines of text on the display, for users who cannot see its picture."""
    frame = request.app[ENGINE].frame()
    loop = asyncio.get_running_loop()
    lines = await loop.run_in_executor(None, read_text, frame) if frame else []
    return web.json_response(["".join(filter(str.isprintable, line)) for line in lines])


async def _socket(request: web.Request) -> web.WebSocketResponse:
    """Serve one open page: send it every change of the device, and obey its messages."""
    engine, pages = request.app[ENGINE], request.app[PAGES]
    socket = web.WebSocketResponse(heartbeat=20, max_msg_size=4096)
    await socket.prepare(request)
    held: set[str] = set()
    pages.add(socket)  # before the hello, so that no change in between is missed
    try:
        await socket.send_str(json.dumps(engine.hello()))
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                _obey(engine, message.data, held)
    finally:
        pages.discard(socket)
        for key in held:
            engine.obey(("open", key))
    return socket


def _obey(engine: Engine, text: str, held: set[str]) -> None:
    """Carry out one message from a page; an unknown one changes nothing."""
    try:
        message = reading.document(text, "page_message")
    except reading.Malformed:
        return
    if message[0] in ("close", "open"):
        key, closed = message[1], message[0] == "close"
        if key not in engine.keys or not (closed or key in held):
            return
        held.add(key) if closed else held.remove(key)
    engine.obey(message)


async def _relay(app: web.Application) -> None:
    """Send the engine's reports to the pages."""
    while True:
        text = json.dumps(await app[ENGINE].updates.get(), separators=(",", ":"))
        for page in list(app[PAGES]):
            try:
                await page.send_str(text)
            except ConnectionError:
                app[PAGES].discard(page)


async def serve(engine: Engine, port: int, ready: Callable[[str], None]) -> None:
    """Serve until the engine ends, with an error, or is cancelled; ready(url) once listening."""
    app = loopback.application(POLICY, loopback.guard)
    app[ENGINE], app[PAGES] = engine, set()
    app.router.add_get("/", loopback.file(STATIC / "index.html"))
    app.router.add_get("/screen", _screen)
    app.router.add_get("/socket", _socket)
    page_texts.serve(app, page_texts.PAGE)
    app.router.add_static("/static/", STATIC)
    runner, port = await loopback.listen(app, LOOPBACK, port)
    ready(f"http://{LOOPBACK}:{port}/")
    relay = asyncio.create_task(_relay(app))
    try:
        await engine.live()
    finally:
        relay.cancel()
        for page in list(app[PAGES]):
            await page.close()
        await runner.cleanup()
