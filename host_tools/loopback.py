"""The pages that this computer serves to itself: refuse requests that are not from them."""

from aiohttp import web

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
