"""`.ci/stranger` types what the README prints, and `.ci/run` fails with it: on a small project."""

import os
import shutil
import subprocess

import pytest

README = """
    make sim       # plays
    make quick     # less
    make test      # proves
"""
MAKEFILE = """
sim: ; @echo sim '$(ARGS)' $$PWD $$HOME $$PATH $${PIP_CACHE_DIR-none} $$(cat changed)
test: ; @echo test '$(ARGS)'; exit $$(cat outcome)
lint test-all: ; @echo $@
"""


@pytest.fixture
def small(root, tmp_path):
    """A repository with two targets, and a change that is in no commit."""
    pytest.importorskip("fcntl", reason="sh and make are for POSIX")
    tree = tmp_path / "small"
    shutil.copytree(root / ".ci", tree / ".ci")
    for name, text in {
        "README.md": README,
        "Makefile": MAKEFILE,
        "outcome": "0",
        "changed": "no",
    }.items():
        (tree / name).write_text(text)
    by = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (["init", "-q"], ["add", "."], [*by, "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    (tree / "changed").write_text("yes")
    return tree


def typed(tree, script):
    """Run it as a user does; nothing is to be installed for it."""
    for name in ("chromium", "mosquitto"):
        (tree / name).symlink_to(shutil.which("true"))
    env = {name: value for name, value in os.environ.items() if name[:4] not in ("MAKE", "ARGS")}
    env |= {"PIP_CACHE_DIR": "here", "PATH": f"{tree}:{env['PATH']}"}
    command = ["sh", f".ci/{script}"]
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_the_two_commands_are_typed_where_nothing_is(small, tmp_path):
    code, out = typed(small, "stranger")
    assert code == 0 and "\ntest \n" in out
    sim = next(line for line in out.splitlines() if line.startswith("sim --headless"))
    *_, place, home, path, cache, changed = sim.split()
    assert place.endswith("/corrido") and home == place.replace("/corrido", "/home")
    assert (path, cache, changed) == ("/usr/local/bin:/usr/bin:/bin", "none", "yes")
    assert not os.path.exists(place) and str(tmp_path) not in place


@pytest.mark.parametrize(
    ("file", "text"),
    [("README.md", README.replace("make test ", "make tset ")),
     ("README.md", README.replace("make sim ", "mkae sim ")),
     ("README.md", README.replace("    make test", "make test")), ("outcome", "2")],
    ids=["the second misspelt", "the first", "one not printed", "a test that fails"],
)  # fmt: skip
def test_each_fault_ends_the_whole_run_as_one(small, file, text):
    (small / file).write_text(text)
    code, out = typed(small, "run")
    assert code != 0 and out.endswith("lint\ntest-all\n")
