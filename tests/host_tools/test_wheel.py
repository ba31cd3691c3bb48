"""A built wheel holds everything a device needs and works without a checkout."""

import subprocess
import sys
import venv
from zipfile import ZipFile

import pytest


def run(*command, cwd):
    """Run a program to its end, which must be a good one; return its output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, cwd=cwd, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    """The wheel, built from this tree."""
    output = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation")
    run(*build, "--outdir", output, root, cwd=output)
    return next(output.glob("*.whl"))


def test_payload(wheel):
    names = set(ZipFile(wheel).namelist())
    assert "host_tools/_payload/firmware/corrido/app/app.py" in names
    assert "host_tools/_payload/firmware/lexicons/es.lex" in names
    assert "host_tools/_payload/boards/sim/board.py" in names
    assert "host_tools/_payload/docs/manual/players.md" in names
    assert "host_tools/pages/site/static/index.html" in names
    assert not [name for name in names if name.startswith(("tests/", "firmware/", "boards/"))]


def test_installs_and_answers(wheel, tmp_path):
    place = tmp_path / "env"
    venv.create(place, with_pip=False)
    python = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps")
    run(*pip, wheel, cwd=tmp_path)
    corrido = python.with_name("corrido")
    assert run(corrido, "lexicon", "check", "es", "zuzar", cwd=tmp_path) == "zuzar\tplayable\n"
    said = run(corrido, "sim", "--headless", "--for", "2", cwd=tmp_path)
    assert '"phase": "setup"' in said


def test_what_is_installed_deploys_what_it_holds(wheel, board, tmp_path):
    from tests.device.rig import BOARD

    place = tmp_path / "installed"
    pip = (sys.executable, "-m", "pip", "install", "--no-deps", "--target", place, wheel)
    run(*pip, cwd=tmp_path)

    def corrido(*words):
        command = (sys.executable, "-m", "host_tools", *words, "--port", board.port)
        return run("env", f"PYTHONPATH={place}", *command, cwd=tmp_path)

    assert "files sent" in corrido("deploy", "--board", BOARD)
    assert " 0 of " in corrido("deploy", "--board", BOARD)
    assert "nothing wrong" in corrido("doctor")
