"""Each format that leaves the house, read by a reader that nobody here wrote, or in its words.

Reworded from the sources: tsh's TFile (John Chew), bbpPairings' trf.cpp, macondo's gcgio.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from host_tools.hall.formats import trf_rows
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


def test_a_report_is_a_plan(tmp_path):
    """The last round has no results: white is side A."""
    lines = [f"001 {n:>4}      {name:33} 1500{'':28} 0.0 {n:>4}  {other:>4} {colour}  "
             for n, name, other, colour in ((1, "Ana", 3, "w"), (2, "Eva", 4, "b"),
                                            (3, "Leo", 1, "b"), (4, "Pau", 2, "w"))]  # fmt: skip
    (path := tmp_path / "r.trf").write_text("012 Open\n" + "\n".join(lines) + "\n")
    pairs = [(row["table"], row["player-a"], row["player-b"]) for row in trf_rows(path)]
    assert pairs == [("1", "Ana", "Leo"), ("2", "Pau", "Eva")]


def test_the_columns_of_aupair():
    data = (GOLDEN / "after.TOU").read_bytes()
    assert data.isascii() and data.count(b"\r\n") == data.count(b"\n")
    for line in data.decode().splitlines()[3:-1]:
        rounds = [line[at : at + 9] for at in range(20, len(line), 9)]
        assert all(re.match(r" [ \d]\d{3}[ \d+]{2,3}\d$", one) for one in rounds), line


def test_macondo_and_quackle_take_the_annotated_game():
    for line in CLOCKED.splitlines():
        assert any(re.match(pattern, line) for pattern in MACONDO), line
        words = line.split()
        if words[-3:-2] in (["(challenge)"], ["--"]):  # Quackle takes the first word for the rack
            assert len(words) == 5 and not words[1].startswith("(")
