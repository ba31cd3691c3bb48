"""A page's server in a separate thread."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

from host_tools.web.engine import Engine
from host_tools.web.server import serve


@contextmanager
def serving(engine: Engine) -> Iterator[str]:
    """Serve one engine on a free port; yield the page's address."""
    ready: Queue[str] = Queue()

    def main() -> None:
        asyncio.run(serve(engine, 0, ready.put))

    thread = threading.Thread(target=main, daemon=True)
    thread.start()
    try:
        yield ready.get(timeout=120)
    finally:
        engine.stop()
        thread.join(60)
        assert not thread.is_alive(), "the server ends when its device ends"
