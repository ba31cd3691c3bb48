"""The pages that this computer serves to itself, and to nobody else."""

import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from host_tools.errors import UserError

LOOPBACK = "127.0.0.1"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests from another site or a rebound name; a socket must name its page."""
    port = request.get_extra_info("sockname", (LOOPBACK, 0))[1]
    hosts = {f"{LOOPBACK}:{port}", f"localhost:{port}"}
    origin = request.headers.get("Origin")
    if request.headers.get("Host") not in hosts:
        raise web.HTTPForbidden(text="this page answers to 127.0.0.1 only\n")
    if origin is not None and origin not in {f"http://{host}" for host in hosts}:
        raise web.HTTPForbidden(text="another page may not ask this one\n")
    if origin is None and "Upgrade" in request.headers:
        raise web.HTTPForbidden(text="a socket must come from this page\n")
    return await handler(request)


def file(path: Path) -> Handler:
    """Return a handler that sends a file."""

    async def send(_request: web.Request) -> web.StreamResponse:
        return web.FileResponse(path)

    return send


def application(policy: str, *middlewares: Any, **options: Any) -> web.Application:
    """Return an application whose pages may do what this Content-Security-Policy allows."""

    async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS | {"Content-Security-Policy": policy})

    app = web.Application(middlewares=middlewares, **options)
    app.on_response_prepare.append(add_headers)
    return app


async def listen(app: web.Application, host: str, port: int) -> tuple[web.AppRunner, int]:
    """Serve an application; return its runner and port (any free one for port 0).

    Raises UserError if the port is taken or not permitted, or the address is not this computer's.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        own = host == LOOPBACK
        where, option = (f"port {port}", "--port") if own else (f"{host}:{port}", "--phone")
        number = 0 if isinstance(error, socket.gaierror) else error.errno  # that has others
        reason = os.strerror(number) if number else error.strerror or str(error)
        raise UserError(f"{where}: {reason.lower()}; choose another with {option}") from error
    return runner, runner.addresses[0][1]
