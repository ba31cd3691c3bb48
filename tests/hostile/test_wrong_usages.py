"""Wrong usages of every command: one line that gives the right form, and no file touched.

Run with no board plugged in, in a folder whose files are wrong for most purposes.
"""

import re
import shlex
from pathlib import Path

import pytest

from host_tools.errors import translated
from host_tools.paths import lexicon_path
from tests.conftest import type_in
from tests.log.conftest import image_of, played

FILES = {
    "empty": b"",
    "text.txt": b"hello\n",
    "round.t": b"Ana 1 2 2; 1\nEva 1 1 1; 1\n",
    "cut.lex": lexicon_path("es").read_bytes()[:1000],
    "latin": b"caf\xe9\n",
    "broken.json": b'{"a":',
    "list.json": b"[]",
    "words.txt": b"casa\nperro\n",
    "plan.csv": b"id,table,pin\n0a,1,47x1\n",
    "excel.csv": "id;player-a\n0a;José\n".encode("cp1252"),
    "wide.csv": b"id,player-a\n0a,Ana\n0b,Eva,7\n",
    "open.csv": b'id,player-a\n0a,"Ana\n' + b"0b,Eva " * 20_000,
    "head.csv": b"id,table\n",
    "deep.json": b"[" * 100_000,
    "zero.uf2": bytes(1024),
    "bad.scn": b"device preset=nope\n",
    "none.tsv": b"word\tplayable\tarticle\n",
    "article.tsv": b"word\tplayable\tarticle\n\ncasa\tyes\n",
    "word.tsv": b"playable\tarticle\tword\nyes\n",
    "maybe.tsv": b"word\tplayable\tarticle\ncasa\tmaybe\t40\n",
    "picture.png": b"\x89PNG\r\n",
    "columns.csv": b"x,y\n1,2\n",
    "code.csv": b"game,code\n1,Corrido\n",
    "key.scn": b"at 0 power on\nat 1 press Z\n",
}
USAGES = Path(__file__).with_name("wrong_usages.txt").read_text("utf-8").splitlines()
LINES = [tuple(part.strip() for part in line.split(" | ")) for line in USAGES if line[0] != "#"]
ENGLISH = re.compile(r"\b(the|is|not|of|and|with|are|has|this|which|Expecting|must)\b")
NAMED = "lexicon build words.txt -o o.lex --alphabet es --edition 1 --name"
LINES.append((f"{NAMED} {'n' * 256}", "name, edition or source 'nnn"))


def contents(folder):
    """Every file below a folder, with its bytes."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The folder in which the commands run; no board is plugged in."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "dir").mkdir()
    image_of(played()).save(tmp_path / "good.log")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("host_tools.device.ports.boards", lambda: [])
    return tmp_path


def test_each_is_one_line_that_helps_and_touches_nothing(desk, capsys, monkeypatch):
    """Those of a tournament's commands leave no English where the system speaks Spanish."""
    before, wrong = contents(desk), []
    for words, says in LINES:
        code, out, err = type_in(capsys, *shlex.split(words))
        held = code in (1, 2) and err.count("\n") == 1 and says in err and "Traceback" not in out
        if not held or contents(desk) != before:
            wrong.append((words, code, err, sorted(set(contents(desk)) ^ set(before))))
        if words.split()[0] in ("hall", "log", "provision", "lexicon"):
            with monkeypatch.context() as system:
                system.setenv("LC_ALL", "es_ES.UTF-8")
                told = translated(re.sub(r"^corrido: | \(`[^`]+` explains\)\n$|\n$", "", err))
            wrong += [(words, told)] * bool(ENGLISH.search(re.sub("'[^']*'|`[^`]*`", "", told)))
    assert not wrong, "\n".join(map(str, wrong))
    assert len(LINES) >= 140
