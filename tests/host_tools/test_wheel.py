"""What is installed works: a wheel by itself, and each line that the documents print."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from host_tools import cli
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


def test_what_is_installed_deploys_what_it_holds(wheel, board, tmp_path):
    from tests.device.rig import BOARD

    place = tmp_path / "installed"
    pip = (sys.executable, "-m", "pip", "install", "--no-deps", "--target", place, wheel)
    run(*pip, cwd=tmp_path)
    assert not [name for name in ("tests", "firmware", "boards") if (place / name).exists()]

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
    "log closing a.jpg", "flash none.uf2", "provision --all", "status",
    "game take -o game.json", "sim --runtime micropython --headless --for 1", "config get",
    "case build -o parts", "report -o r.txt", "watch",
)  # fmt: skip
PAGES = {"install": "install.es", "web": "web.es", "hall": "sala", "deploy": "deploy.es"}
# What a page prints to be typed: a line of its own, or within a sentence. It is run as it is.
PRINTED = re.compile(
    r"^    (\S.*)$|`((?:corrido|pipx?|make|mosquitto|sudo|mpremote) [^`]+)`", re.M
)
# What is not: what an administrator types, or a board needs, and the lines of a table.
ELSEWHERE = re.compile(r"sudo |mpremote |[\w-]+,")
INSTALLS = re.compile(r'pipx? install .*"\.\[')
FAULT = re.compile(r"Traceback|pip.* install|No module|unrecognized|invalid choice|not found")
SERVES = re.compile(r"http://127\.0\.0\.1:\d+")
LONGEST_S = {"pip": 600, "pipx": 600, "make": 300}
OTHERS_S = 8  # a broker, a hall: they end by Ctrl-C


class Machine:
    """A folder, a home and an environment that have nothing, and a shell in them."""

    def __init__(self, folder, work):
        venv.create(folder / "env", with_pip=True)
        self.folder, self.work = folder, work
        mine = str(Path(sys.executable).parent)
        places = [str(folder / "env/bin"), str(folder / ".local/bin")]
        places += [place for place in os.environ["PATH"].split(":") if place != mine]
        self.env = {**os.environ, "PATH": ":".join(places), "HOME": str(folder), "BROWSER": "true"}
        self.env.pop("VIRTUAL_ENV", None)

    def says(self, line, patience_s=600):
        """Type a line; return what it said until it ended, or until it served a page."""
        with (self.folder / "said").open("w+") as said:
            process = subprocess.Popen(
                line, shell=True, cwd=self.work, env=self.env, stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, start_new_session=True,
            )  # fmt: skip
            end = time.monotonic() + patience_s
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.1)
                if SERVES.search((self.folder / "said").read_text("utf-8", "replace")):
                    end = min(end, time.monotonic() + 1)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self.code = process.wait()
        return (self.folder / "said").read_text("utf-8", "replace")


@pytest.fixture(scope="module")
def owner(wheel, tmp_path_factory):
    """The machine of one who has but the wheel."""
    if boards() or os.name == "nt":
        pytest.skip("lines of the documents change a board; a group is killed as POSIX does")
    folder = tmp_path_factory.mktemp("owner")
    machine = Machine(folder, folder)
    (folder / "a.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / "words.txt").write_text("house\n")
    assert "Successfully installed corrido" in machine.says(f'pip install "{wheel}"')
    return machine


def test_who_has_but_the_wheel_is_told_one_line_that_works(owner):
    """By each command in the name of that command, and after it nothing is missing."""
    needing = {name for name, one in cli.COMMANDS.items() if one.extras and one.task}
    assert needing == {words.split()[0] for words in ASKED}
    told = {}
    for words in ASKED:
        said = owner.says(f"corrido {words}", 60)
        named = re.search(
            r'(`corrido (\w+)` needs .*|here|packages): (.*install "corrido\[.*\]")', said
        )
        assert named and named[2] in (None, words.split()[0]), said
        told[words] = named[3]
    del told["case build -o parts"]
    for line in sorted(set(told.values())):
        assert "ERROR" not in owner.says(line), line
    for words in told:
        said = owner.says(f"corrido {words}", 300)
        assert said and not FAULT.search(said), (words, said)


def lines(root, page):
    """Return what both languages of a page print, each line once, what installs at first."""
    texts = [(root / "docs" / f"{name}.md").read_text("utf-8") for name in (page, PAGES[page])]
    found = [(block or " ".join(named.split()), bool(block))
             for text in texts for block, named in PRINTED.findall(text)]  # fmt: skip
    once = dict[str, tuple[str, bool]]()
    for line, block in found:
        if not ELSEWHERE.match(line):
            once.setdefault(line.partition("  ")[0], (line, block))
    return sorted(once.values(), key=lambda pair: not INSTALLS.match(pair[0]))


def faults(machine, typed):
    """Type lines of a page; return those that no computer understands, with what was said."""
    wrong = []
    for line, block in typed:
        said = machine.says(line, LONGEST_S.get(line.split()[0], OTHERS_S))
        half = block and "` explains" in said  # one named within a sentence may be half a line
        if machine.code != 0 if INSTALLS.match(line) else half or FAULT.search(said):
            wrong.append((line, said[-600:]))
    return wrong


@pytest.mark.parametrize("page", PAGES)
def test_a_wheels_owner_can_type_what_a_page_prints(owner, root, page):
    """But what installs from a folder, or makes there, which he has not."""
    owner.says('pip install "corrido[all,web]"')
    typed = [pair for pair in lines(root, page)
             if not INSTALLS.match(pair[0]) and not pair[0].startswith("make ")]  # fmt: skip
    assert typed and not faults(owner, typed)


@pytest.fixture(scope="module")
def copy(root, tmp_path_factory):
    """A copy of this folder, in a path with a space, and pipx beside it."""
    if boards() or os.name == "nt":
        pytest.skip("lines of the documents change a board; a group is killed as POSIX does")
    place = tmp_path_factory.mktemp("copy")
    left = shutil.ignore_patterns(".venv", ".git", "dist", "__pycache__", ".*_cache")
    shutil.copytree(root, place / "my clocks", ignore=left)
    venv.create(place / "pipx", with_pip=True)
    run(place / "pipx/bin/pip", "install", "-q", "pipx", cwd=place)
    return place


@pytest.mark.xdist_group("copy")  # beside those of the wheel
@pytest.mark.parametrize("page", PAGES)
def test_who_has_a_clone_can_type_what_a_page_prints(copy, root, page, tmp_path):
    (tmp_path / ".local/bin").mkdir(parents=True)
    (tmp_path / ".local/bin/pipx").symlink_to(copy / "pipx/bin/pipx")
    typed = lines(root, page)
    assert any(INSTALLS.match(line) for line, _ in typed)
    assert not faults(Machine(tmp_path, copy / "my clocks"), typed)
