"""`--libs` from a package index: a real server on loopback with the layout of MicroPython's."""

import hashlib
import http.server
import json
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from host_tools.device import mpy, requirements
from host_tools.device.repl import Repl
from host_tools.errors import UserError
from tests.device.broken import BOARD

TARGET = mpy.Target(6, 3, "armv6m")
SOURCES = {"ssd1306": "import framebuf\nWIDTH = 128\n", "framebuf_more": "X = 1\n"}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve files, write no log."""

    def log_message(self, format, *args):
        self.server.asked.append(self.path)


@pytest.fixture
def index(tmp_path):
    """A folder laid out like the index, and the address that serves it."""
    top = tmp_path / "index"
    (top / "package" / "6" / "ssd1306").mkdir(parents=True)
    hashes = {name: _add_file(top, name, source) for name, source in SOURCES.items()}
    _add_package(top, "ssd1306", hashes["ssd1306"], [["framebuf_more", "latest"]])
    _add_package(top, "framebuf_more", hashes["framebuf_more"], [])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=top))
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield top, f"http://127.0.0.1:{server.server_port}", server
    server.shutdown()
    server.server_close()


def _add_file(top, name, source):
    file = top / f"{name}.py"
    file.write_text(source)
    data = mpy.compile_file(file, f"{name}.py", mpy.Target(6, 3, ""))
    short = hashlib.sha256(data).hexdigest()[:8]
    (top / "file" / short[:2]).mkdir(parents=True)
    (top / "file" / short[:2] / short).write_bytes(data)
    return short


def _add_package(top, name, short, depends):
    folder = top / "package" / "6" / name
    folder.mkdir(parents=True, exist_ok=True)
    document = {"v": 1, "version": "0.1.0", "deps": depends, "hashes": [[f"{name}.mpy", short]]}
    (folder / "latest.json").write_text(json.dumps(document))


@pytest.fixture
def manifest(tmp_path):
    """A board's manifest that requires one package."""
    path = tmp_path / "manifest.py"
    path.write_text('require("ssd1306")\n')
    return path


def test_a_package_and_what_it_depends_on(index, manifest):
    _, address, server = index
    files = requirements.fetch(manifest, TARGET, address + "/")
    assert sorted(files) == ["/lib/framebuf_more.mpy", "/lib/ssd1306.mpy"]
    assert all(data[:2] == b"M\x06" for data in files.values())
    assert "/package/6/ssd1306/latest.json" in server.asked


def test_the_command_takes_the_address_and_the_board_gets_the_library(index, board, tmp_path):
    folder = tmp_path / "wired"
    folder.mkdir()
    (folder / "board.py").write_bytes((Path(BOARD) / "board.py").read_bytes())
    (folder / "manifest.py").write_text('require("framebuf_more")\n')
    words = ["deploy", "--port", board.port, "--board", str(folder), "--libs", index[1]]
    # In a separate process: this one forks the board's interpreter, open port and all.
    subprocess.run([sys.executable, "-m", "host_tools", *words], check=True)
    with Repl(board.port) as repl:
        repl.enter()
        assert repl.run("import framebuf_more\nprint(framebuf_more.X)").strip() == "1"


def _complaint(manifest, source):
    with pytest.raises(UserError) as raised:
        requirements.fetch(manifest, TARGET, source)
    line = str(raised.value)
    assert line.startswith("library ssd1306: ") and "--libs FOLDER" in line and "\n" not in line
    return line


def test_a_damaged_file_is_found_out(index, manifest):
    top, address, _ = index
    for file in (top / "file").rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes() + b"!")
    assert "the hash in the index" in _complaint(manifest, address)


def test_a_package_that_the_index_does_not_have(index, manifest):
    manifest.write_text('require("ssd1306")\n')
    (index[0] / "package" / "6" / "ssd1306" / "latest.json").unlink()
    assert "Package not found" in _complaint(manifest, index[1])


def test_a_login_page_instead_of_the_index(index, manifest):
    (index[0] / "package" / "6" / "ssd1306" / "latest.json").write_text("<html>Sign in</html>")
    _complaint(manifest, index[1])


def test_without_a_network(manifest):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        assert "refused" in _complaint(manifest, address)


def test_a_server_that_says_nothing(manifest, monkeypatch):
    monkeypatch.setattr(requirements, "ANSWER_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "timed out" in _complaint(manifest, f"http://127.0.0.1:{silent.getsockname()[1]}")


def test_a_server_that_breaks_off(index, manifest):
    class Broken(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "500")
            self.end_headers()
            self.wfile.write(b"{")

        def log_message(self, format, *args):
            """Log nothing."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Broken)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _complaint(manifest, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()


def test_a_local_copy_brings_what_a_package_requires(tmp_path, manifest):
    library = tmp_path / "lib" / "micropython"
    (library / "ssd1306").mkdir(parents=True)
    (library / "ssd1306" / "manifest.py").write_text(
        'metadata(version="1")\nrequire("shapes")\nmodule("ssd1306.py", opt=3)\n'
    )
    (library / "ssd1306" / "ssd1306.py").write_text("X = 1\n")
    (library / "shapes" / "shapes").mkdir(parents=True)
    (library / "shapes" / "manifest.py").write_text('package("shapes", files=("__init__.py",))\n')
    for name in ("__init__", "not_this"):
        (library / "shapes" / "shapes" / f"{name}.py").write_text("Y = 1\n")
    files = requirements.fetch(manifest, TARGET, str(tmp_path / "lib"))
    assert sorted(files) == ["/lib/shapes/__init__.mpy", "/lib/ssd1306.mpy"]
    with pytest.raises(UserError, match="no folder of that name"):
        requirements.fetch(manifest, TARGET, str(library / "shapes"))
