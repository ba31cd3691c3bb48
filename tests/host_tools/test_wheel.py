"""A built wheel holds everything a device needs and works without a checkout."""

import os
import re
import signal
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from host_tools.device.ports import boards


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


# What is asked of each command so that it needs what it imports; `case` would bring a gigabyte.
ASKED = (
    "sim --port 0", "web build -o site", "image --base none.uf2 -o club.uf2", "deploy", "doctor",
    "lexicon build words.txt -o a.lex --alphabet en --name a --edition 1", "hall --port 0",
    "hall setup club --hall h --host 10.0.0.1", "hall import a.jpg", "log pull", "talk",
    "log closing a.jpg", "flash none.uf2", "provision --all", "preset list", "status",
    "game take -o game.json", "sim --runtime micropython --headless --for 1", "config get",
    "case build -o parts",
)  # fmt: skip
PAGES = ("README.md", "docs/install.md", "docs/web.md", "docs/hall.md", "docs/deploy.md")
MOST_S = {"sim": 8, "hall": 8}  # they serve until Ctrl-C
FAULT = re.compile(r"Traceback|pip.* install|No module|unrecognized|invalid choice|not found")


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """Call it with a line for a shell, where nothing but the wheel is installed; what it says."""
    if boards() or os.name == "nt":
        pytest.skip("lines of the documents change a board; a group is killed as POSIX does")
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "env", with_pip=True)
    (folder / "a.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / "words.txt").write_text("house\n")
    mine = str(Path(sys.executable).parent)
    places = [str(folder / "env/bin"), *os.environ["PATH"].split(":")]
    places = [place for place in places if place != mine]
    env = {**os.environ, "PATH": ":".join(places), "HOME": str(folder)}

    def says(line, patience_s=600):
        process = subprocess.Popen(
            line, shell=True, cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            return process.communicate(timeout=patience_s)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return process.communicate()[0]

    assert "Successfully installed corrido" in says(f'pip install "{wheel}"')
    return says


def test_who_has_but_the_wheel_is_told_one_line_that_works(empty):
    """By each command in the name of that command, and after it nothing is missing."""
    told = {}
    for words in ASKED:
        said = empty(f"corrido {words}", 60)
        named = re.search(
            r'(`corrido (\w+)` needs .*|here|packages): (.*install "corrido\[.*\]")', said
        )
        assert named and named[2] in (None, words.split()[0]), said
        told[words] = named[3]
    del told["case build -o parts"]
    for line in sorted(set(told.values())):
        assert "ERROR" not in empty(line), line
    for words in told:
        said = empty(f"corrido {words}", MOST_S.get(words.split()[0], 300))
        assert said and not FAULT.search(said), (words, said)


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_can_be_typed_as_they_are_printed(empty, root, page):
    text = (root / page).read_text("utf-8")
    printed = re.findall(r"^    (corrido .+)$", text, re.M)
    named = re.findall(r"`(corrido [^`\n]+)`", text)  # some by their name alone
    assert printed or named or page == "README.md"
    empty('pip install "corrido[all,web]"')
    for line in dict.fromkeys(printed + named):
        said = empty(line, 8)
        whole = "` explains" not in said or line not in printed
        assert whole and not FAULT.search(said), (line, said)
