"""The pages that this computer serves to itself: refuse requests that are not from them."""

import os

from aiohttp import web

from host_tools.errors import UserError

LOOPBACK = "127.0.0.1"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def refuse_strangers(request: web.Request, refusal: str) -> None:
    """Raise HTTPForbidden for a rebound name or another site's page, which is told `refusal`."""
    port = request.get_extra_info("sockname", (LOOPBACK, 0))[1]
    hosts = {f"{LOOPBACK}:{port}", f"localhost:{port}"}
    origin = request.headers.get("Origin")
    if request.headers.get("Host") not in hosts:
        raise web.HTTPForbidden(text="this page answers to 127.0.0.1 only\n")
    if origin is not None and origin not in {f"http://{host}" for host in hosts}:
        raise web.HTTPForbidden(text=refusal)


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
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise UserError(f"{where}: {reason.lower()}; choose another with {option}") from error
    return runner, runner.addresses[0][1]
