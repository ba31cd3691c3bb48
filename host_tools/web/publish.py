"""`corrido web`: the static site, built into a folder or shown on loopback."""

import argparse
import functools
import http.server
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools import arguments
from host_tools.ending import tidy_ending
from host_tools.errors import UserError

if TYPE_CHECKING:
    from host_tools.web import site

LOOPBACK = "127.0.0.1"
EXAMPLES = """examples:
  corrido web build -o site     a folder that any static host serves
  corrido web serve             the same on this computer, at a free port"""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """A handler for the site's files, with the types that browsers insist on."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """Make the browser ask each time: the site may have been rebuilt."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class _Server(http.server.ThreadingHTTPServer):
    """A server that does not mind a browser leaving in the middle of a file."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a connection that ended; report everything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a built site on loopback; yield its address. Port 0 means any free one.

    Raises UserError if the port is taken.
    """
    handler = functools.partial(_Handler, directory=str(folder))
    try:
        serving = _Server((LOOPBACK, port), handler)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise UserError(f"port {port}: {reason.lower()}; choose another with --port") from error
    with serving:
        thread = threading.Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{serving.server_address[1]}/"
        finally:
            serving.shutdown()
            thread.join(10)


def _made(folder: Path) -> "site.Site":
    """Build the site, saying on stderr what is being done."""
    from host_tools.web import site

    with tidy_ending():
        return site.build(folder, told=lambda step: print(f"corrido: {step}", file=sys.stderr))


def _build(args: argparse.Namespace) -> int:
    made = _made(Path(args.out))
    print(f"{made.folder}: {made.files} files, {made.size} bytes, {made.gzipped} gzipped")
    return 0


def _serve(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="corrido-site-") as folder:
        _made(Path(folder))
        try:
            with served(Path(folder), args.port) as url:
                print(f"corrido: the site is at {url}  (Ctrl-C ends it)", flush=True)
                while True:
                    time.sleep(3600)
        except KeyboardInterrupt:
            print(file=sys.stderr)
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `web` to the command line."""
    parser = arguments.command(
        subparsers, "web", "the static site: the clock in any browser", None, EXAMPLES,
        "The same firmware as a static site, in MicroPython's WebAssembly build: try it, play "
        "with it, judge with it, put it on a board.",
    )  # fmt: skip
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    build = arguments.command(verbs, "build", "write the site into a folder", _build, EXAMPLES)
    build.add_argument("-o", "--out", required=True, metavar="DIR",
                       help="a new or empty folder, or one with an earlier site")  # fmt: skip
    serve = arguments.command(verbs, "serve", "show the site on loopback", _serve, EXAMPLES)
    serve.add_argument("--port", type=arguments.port, default=0,
                       help="on loopback (default: a free one)")  # fmt: skip
