"""Each format that leaves the house, read by a reader that nobody here wrote, or in its words.

Reworded from the sources: tsh's TFile (John Chew), bbpPairings' trf.cpp, macondo's gcgio.
"""

import itertools
import re
import shutil
import subprocess
from datetime import date, datetime
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.hall.formats import as_tou, one_name, trf_rows
from host_tools.hall.tsh import Division
from tests.log.test_log_gcg import CLOCKED

GOLDEN = Path(__file__).parent / "golden"
TSH = re.compile(r"^(.+?\S)\s+(\d+(?:[.+]\d+)*)\s*([\d\s]*);\s*([-\d\s]*)((?:;[^;]*)*)$", re.ASCII)
# What circulates: a federation's numbers, provisional ratings, no `;`, `#` in a name.
SHAPES = (
    "Chew, John:XT01234     1500.5 2 3; 400 350; p12 1 2",
    "Ruiz #2, Ana           1500+12 1 4; 398 401;p12 2 1; # 7",
    "Late, Ann              900 4 1",
    "Śliwa, Ż               -5 3 2; 350 371; board 2 2 # late; class B\\;C",
    "00 Seven, Jo           1 00 00; 00 00",
)  # fmt: skip
MACONDO = (
    r">(\S+):\s+(\S+)\s+(\w+)\s+(\S+)\s+\+(\d+)\s+(\d+)", r"#note\s+(.*)",
    r">(\S+):\s+(\S+)\s+--\s+-(\d+)\s+(\d+)", r">(\S+):\s+(\S+)\s+-\s+\+0\s+(\d+)",
    r">(\S+):\s+(\S*)\s+\(challenge\)\s+\+(\d+)\s+(\d+)",
    r">(\S+):\s+(\S+)\s+-(\S+)\s+\+0\s+(\d+)", r">(\S+):\s+\((\S+)\)\s+\+(\d+)\s+(-?\d+)",
    r">(\S+):(?:\s+(\S*))?\s+\(time\)\s+\+?-(\d+)\s+(-?\d+)", r"#player[12]\s+(\S+)\s+(.+)",
    r"#character-encoding\s+(\S+)",
)  # fmt: skip


def tsh(text):
    """Return each player's name, opponents, scores and fields as TFile.pm reads them."""
    found = []
    for line in re.split(r"[\r\n]+", text.removeprefix("\ufeff")):
        line = line.strip()
        if line and not line.startswith("#"):
            line = re.sub(r"; # \d+\s*$", ";", line if ";" in line else f"{line};")
            name, _, opponents, scores, etc = TSH.match(line).groups()
            fields = [part.split() for part in re.split(r"(?<!\\);", etc) if part.strip()]
            found.append((name, opponents.split(), scores.split(),
                          {tag: words for tag, *words in fields}))  # fmt: skip
    return found


def as_tsh(values):
    return [0 if one == "00" else int(one) for one in values]


@pytest.mark.parametrize("text", ["\n".join(SHAPES), (GOLDEN / "after.t").read_text()])
def test_a_line_is_what_tsh_reads(tmp_path, text):
    (path := tmp_path / "a.t").write_text(text)
    found = Division(f"{path}:1")
    for player, (name, opponents, scores, fields) in zip(found.players, tsh(text), strict=True):
        assert not player.why and player.name == re.sub(r":XT\d+$", "", name)
        assert list(player.opponents) == as_tsh(opponents)
        assert [one or 0 for one in player.scores] == as_tsh(scores)
        assert list(player.firsts) == as_tsh(fields.get("p12", []))
        boards = [one if one.isdecimal() else "0" for one in fields.get("board", [])]
        assert list(player.boards) == as_tsh(boards)


def test_bbppairings_pairs_the_next_round():
    path = GOLDEN / "after.trf"
    text = path.read_bytes().decode().replace("\r\n", "\n")
    (rounds,) = re.findall(r"^XXR (\d+)$", text, re.MULTILINE)
    for line in re.findall(r"^001.*", text, re.MULTILINE):
        assert len(line) >= 84 and re.match(r" *\d+\.\d$", line[80:84]) and line[48:52].strip()
        games = [line[at : at + 8] for at in range(91, len(line) - 7, 10)]
        assert len(games) < int(rounds)  # one is to be paired
        for game in games:
            played = re.match(r" {,3}[1-9]\d* [wb] [01=]$", game)
            assert played or re.match(r"0000 - [UZ]$|        $", game), game
    if program := shutil.which("bbpPairings"):
        told = subprocess.run([program, "--dutch", str(path), "-p"], capture_output=True)
        assert told.returncode == 0 and told.stdout.split()[0] == b"4"


def test_the_package_trf_reads_it():
    trf = pytest.importorskip("trf", reason="trf of requirements/test.txt reads reports")
    found = trf.loads((GOLDEN / "after.trf").read_bytes().decode())
    ana = found.players[0]
    assert found.numplayers == len(found.players) == 7 and found.xx_fields["XXR"] == "4"
    assert (ana.name, ana.points, ana.games[0].color) == ("Ruiz 2nd, Ana", 3.0, "w")


REPORT = ((1, "Aña", 3, "w"), (2, "Eva", 4, "b"), (3, "Leó", 1, "b"), (4, "Pau", 2, "w"))


def report(*players, tail="  "):
    lines = [f"001 {n:>4}      {name:33} 1500{'':28} 0.0 {n:>4}  {other:>4} {colour}{tail}"
             for n, name, other, colour in players]  # fmt: skip
    return "012 Open\r\n" + "\r\n".join(lines) + "\r\n"


@pytest.mark.parametrize("data", [
    report(*REPORT).encode(), report(*REPORT).encode("latin-1"), report(*REPORT, tail="").encode(),
    report(*REPORT, tail=" " * 33).encode(),  # room for rounds to come
    report(*((n, name.encode().decode("latin-1"), *more) for n, name, *more in REPORT))
    .encode("latin-1"),  # its columns count the bytes of UTF-8
    report(*((n, name, other, "-") for n, name, other, _ in REPORT)).encode(),
    report(*REPORT, (5, "Zoe", "0000", "-")).encode(),
])  # fmt: skip
def test_a_report_is_a_plan(tmp_path, data):
    """The last round has no results: white is side A, without colours the lower number."""
    (path := tmp_path / "r.trf").write_bytes(data)
    pairs = [(row["table"], row["player-a"], row["player-b"]) for row in trf_rows(path)]
    last = ("Pau", "Eva") if b" w" in data else ("Eva", "Pau")
    assert pairs == [("1", "Aña", "Leó"), ("2", *last)]


@pytest.mark.parametrize(
    ("other", "colour"), [(1, "w"), (3, "b"), (2, "w"), (9, "b"), ("x", "b"), ("1  3", "w")]
)
def test_a_pair_of_which_one_is_not_with_the_other_is_refused(tmp_path, other, colour):
    (path := tmp_path / "r.trf").write_text(report((1, "Ana", other, colour), *REPORT[1:]))
    with pytest.raises(UserError, match="is paired with|line 2: no player"):
        trf_rows(path)


def aupair(text):
    """Return each player's name and (score, opponent) by round as a ratings program reads them.

    The words before the first without a letter are the name; of a score three digits count.
    """
    head, *lines = text.split("\r\n")
    datetime.strptime(head.split(maxsplit=1)[0][2:], "%d.%m.%Y")
    found = []
    for words in (line.split() for line in lines if line[:1] not in (" ", "*", "")):
        name = list(itertools.takewhile(lambda word: re.search("[a-zA-Z]", word), words))
        rest = words[len(name) :]
        assert rest and len(rest) % 2 == 0, words
        scores = [int(one) % 1000 for one in rest[::2]]
        found.append((" ".join(name), list(zip(scores, map(int, rest[1::2]), strict=True))))
    return found


def test_a_ratings_program_reads_aupair(tmp_path):
    """A hundred and twenty players, long names, the worst cut; columns as AUPAIR has them."""
    names = [f"Ñandú {'abcdefghijklmnopqrstuvwxyz'[: n % 19 + 1]} 2nd, Zoë" for n in range(120)]
    lines = [f"{name} 1500 {n + 1 if n % 2 else n - 1} 0; {300 + n} 50; p12 {2 - n % 2} 0\n"
             for n, name in enumerate(names, 1)]  # fmt: skip
    (path := tmp_path / "a.t").write_text("".join(lines))
    data = as_tou(Division(str(path)), "Open", date(2026, 11, 24)).encode()
    assert data.isascii() and data.count(b"\r\n") == data.count(b"\n")
    for line in data.decode().splitlines()[3:-1]:
        rounds = [line[at : at + 9] for at in range(20, len(line), 9)]
        assert all(re.match(r" [ \d]\d{3} [ \d+]{2}\d$", one) for one in rounds), line
    for n, (name, games) in enumerate(aupair(data.decode()), 1):
        assert len(name) <= 20 and f"Zoe Nandu {names[n - 1][6:]}".startswith(name)
        assert games == [(300 + n, n + 1 if n % 2 else n - 1), (350, n)]
    assert n == 120
    path.write_text("".join(f"Longsurname of {one}, Maria del Mar 1500 0; 50\n" for one in "XY"))
    (line,) = one_name(Division(str(path)))
    assert line.startswith("Maria del Mar Longsu: 2 players")
    for score, text in ((1000, "3000"), (1200, "3200")):  # four columns hold it
        path.write_text(f"Ana 1 2; {score}\nEva 1 1; 300\n")
        assert f" {text}   2" in as_tou(Division(str(path)), "Open", date(2026, 11, 24))
        path.write_text(f"Ana 1 2; {score}\nEva 1 1; {score}\n")
        with pytest.raises(UserError, match=f"Ana: {score}, not won"):
            as_tou(Division(str(path)), "Open", date(2026, 11, 24))


def test_macondo_and_quackle_take_the_annotated_game():
    for line in CLOCKED.splitlines():
        assert any(re.match(pattern, line) for pattern in MACONDO), line
        words = line.split()
        if words[-3:-2] in (["(challenge)"], ["--"]):  # Quackle takes the first word for the rack
            assert len(words) == 5 and not words[1].startswith("(")
