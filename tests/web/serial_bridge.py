"""`navigator.serial` for a browser without the hardware: a web socket to a pseudo-terminal."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from aiohttp import WSMsgType, web
from browsing import apps, watched

SHIM = Path(__file__).with_name("serial.js").read_text("utf-8")


@contextlib.contextmanager
def on_port(browser, address, port):
    """Open a page whose serial port is a pseudo-terminal; yield it and the bridge between."""
    bridge = Bridge(port)
    # The bridge stands in for the browser's own access to the port, not for a request.
    with bridge.serving() as shim, watched(browser, bypass_csp=True) as page:
        page.add_init_script(shim)
        page.goto(address)
        page.wait_for_selector("#board option", state="attached")
        yield page, bridge


class Bridge:
    """Serves the port of one simulated board; `sent` counts the bytes that a page sent it."""

    def __init__(self, port):
        self._port = port
        self.sent = 0
        self.on_sent: Callable[[int], None] = lambda sent: None

    async def _serve(self, request):
        # The page learns that its port is closed only when nothing here reads it any more.
        socket = web.WebSocketResponse(max_msg_size=1 << 20, autoclose=False)
        await socket.prepare(request)
        loop = asyncio.get_running_loop()
        terminal = os.open(self._port(), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        incoming: asyncio.Queue[bytes] = asyncio.Queue()

        def arrived():
            data = b""
            with contextlib.suppress(OSError):  # the board's side is closed
                data = os.read(terminal, 4096)
            if not data:
                loop.remove_reader(terminal)
            incoming.put_nowait(data)

        loop.add_reader(terminal, arrived)
        tasks = [
            asyncio.create_task(self._to_page(socket, incoming)),
            asyncio.create_task(self._to_board(socket, terminal)),
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        loop.remove_reader(terminal)
        os.close(terminal)
        await socket.close()
        return socket

    async def _to_page(self, socket, incoming):
        while data := await incoming.get():
            await socket.send_bytes(data)

    async def _to_board(self, socket, terminal):
        async for message in socket:
            if message.type != WSMsgType.BINARY:
                return
            data = memoryview(message.data)
            while data:
                try:
                    data = data[os.write(terminal, data) :]
                except BlockingIOError:
                    await asyncio.sleep(0.002)
            self.sent += len(message.data)
            self.on_sent(self.sent)

    @contextlib.contextmanager
    def serving(self):
        """Listen; return the script that the page needs."""
        app = web.Application()
        app.router.add_get("/port", self._serve)
        with apps(app) as (address,):
            yield f'window.bridge = "{address.replace("http", "ws")}port";\n{SHIM}'
