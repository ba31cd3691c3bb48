"""Wrong usages of every command: one line that gives the right form, and no file touched.

Run with no board plugged in, in a folder whose files are wrong for most purposes.
"""

import shlex

import pytest

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
# One usage per line, and a part of its answer. `good.log` is a log of two games, `dir` a folder.
USAGES = """
smi | did you mean sim?
flash | required: IMAGE
flash nope.uf2 | nope.uf2: No such file
flash dir | dir: Is a directory
flash zero.uf2 | neither a UF2 file nor an ESP image
flash zero.uf2 --sha256 xyz | 64 hexadecimal digits
flash https://x/y.uf2 | No such file
deploy | plug one in with a data cable
deploy --board nope | one of esp32
deploy --lexicon nope | neither a file nor a shipped one (es
deploy --lexicon cut.lex --board pico | cut.lex: damaged
deploy --lexicon text.txt | name it NAME.lex
deploy --port nope | `corrido doctor` lists the present ones
deploy --port text.txt | no serial port of a board
provision | one of the arguments --all --port is required
provision --all --port COM3 | --port: not allowed with argument --all
provision --all | plug one in with a data cable
provision --all --plan dir | dir: Is a directory
provision --all --plan empty | the first line names the columns
provision --all --plan plan.csv | plan.csv, line 2: pin: 4 to 8 digits
provision --all --plan excel.csv | byte 18 is not UTF-8: save it as CSV UTF-8
provision --all --plan wide.csv | line 3: more columns than the first line has
provision --all --plan open.csv | after line 1: field larger than field limit
provision --all --plan head.csv | no line for a board: the first line names
provision --all --plan text.txt | no line for a board
provision --all --report text.txt/sub/r | Not a directory
provision --all --report '' | give a file name without
provision --all --plan latin | save it as CSV UTF-8
provision --all --set budget | write NAME=VALUE
provision --all --set nope=1 | one of preset, budget
provision --all --set budget=-5 | 10 to 5999 seconds
provision --all --keys text.txt | not JSON
status --port nope | `corrido doctor` lists the present ones
config | required: VERB
config nope | choose from 'get'
config get lexcon | did you mean lexicon
config get nope | one of preset, budget
config set langage=es | did you mean language
config set pinn=4711 | did you mean pin
config get pin | `corrido config set` changes it
config get log-key | log-key: is written, never read
config import deep.json | brackets within brackets
config set | required: NAME=VALUE
config set budget | write NAME=VALUE
config set budget=99999999999 | 10 to 5999 seconds
config set language=xx | one of es, en
config set signals=1,2 | falling, for example 30,15,5
config set pin=1234 pin=4711 | pin: given twice
config set pin=abcd | 4 to 8 digits
config set log-key=12 | 64 hexadecimal digits
config import | required: FILE
config import nope | nope: No such file
config import empty | not JSON
config import latin | is not UTF-8
config import broken.json | not JSON
config import list.json | an object, names with values
game put nope | nope: No such file
game put text.txt | no state of a game
preset | required: VERB
preset add | required: NAME, PRESET (
preset add x nope | one of duplicate-fr
preset add x fise-corrido budget | KEY=VALUE, one of at-zero
preset add wespa fise-corrido | choose another
preset use | required: NAME
log | required: VERB
log verify nope | nope: No such file
log verify *.nothing | *.nothing
log verify deep.json | brackets within brackets
log verify dir | no *.corridolog file in this folder
log verify text.txt | not a log from `corrido log pull`
log verify good.log --key text.txt | not JSON
log verify good.log --key nope | nope: No such file
log verify good.log --end 1 | GAME:ENTRY
log show good.log --game 99 | no game 99 in the log, only 1, 2
log show good.log --game x | is not a whole number
log show good.log --last 1 | `corrido log show --help` explains
log show good.log --language xx | choose from 'es'
log gcg good.log | required: --into
log closing nope.jpg | nope.jpg: No such file or directory
log export good.log --json --format csv | leave one of them out
log export good.log -o '' | -o/--output: the text must not be empty
log closing text.txt | no closing code of a game found
log gcg good.log --into nope.gcg | nope.gcg: No such file
log gcg good.log --into text.txt | not a GCG file
log gcg text.txt --into text.txt | text.txt
log export good.log --format pdf | choose from 'csv'
log export good.log --format csv -o dir | dir: Is a directory
log export good.log --format csv -o nope/x.csv | nope/x.csv: No such file
log export good.log --format html -o text.txt | a file is in the way of this folder
log export good.log --format csv -o good.log | name another file with -o
log export good.log --game 7 | no game 7 in the log, only 1, 2
lexicon | required: VERB
lexicon check | required: FILE, WORD
lexicon check nope casa | neither a file nor a shipped one (es
lexicon check text.txt casa | not a lexicon
lexicon check es | required: WORD
lexicon diff es | required: NEW
lexicon diff es es --reasons text.txt | a file is in the way of this folder
lexicon diff text.txt es | not a lexicon
lexicon build words.txt | required: -o/--output
lexicon build nope -o o.lex --alphabet es --name n --edition 1 | nope: No such file
lexicon build empty -o o.lex --alphabet es --name n --edition 1 | it is empty
lexicon build latin -o o.lex --alphabet es --name n --edition 1 | is not UTF-8
lexicon build words.txt -o dir --alphabet es --name n --edition 1 | dir: Is a directory
lexicon build words.txt -o o.lex --alphabet xx --name n --edition 1 | choose from
lexicon build words.txt -o o.lex --alphabet es --name '' --edition 1 | must not be empty
lexicon build words.txt -o words.txt --alphabet es --name n --edition 1 | another file with -o
lexicon audit es | required: --cases
lexicon audit es --cases nope | nope: No such file
lexicon audit es --cases text.txt | has the columns word, playable
lexicon audit es --cases none.tsv | no cases in it
lexicon audit es --cases article.tsv | line 3: no article
lexicon audit es --cases word.tsv | line 2: no word
lexicon audit es --cases maybe.tsv | line 2: playable 'maybe'
lexicon fetch nope | one of en
scenario | required: FILE
scenario nope.scn | nope.scn: No such file
scenario dir | dir: Is a directory
scenario empty | begin with `at 0 power on`
scenario text.txt | would be right
scenario bad.scn | one of duplicate-fr
scenario key.scn | would be right
scenario latin | save the file as UTF-8
sim --set bugdet=1 | did you mean budget
sim --board pico | unrecognized arguments: --board pico (`corrido sim --help`
sim --headless --preset wespa --set preset=naspa | preset: given twice
sim --headless --for 5 --port 80 | --port: not allowed with argument --headless
sim --speed 2 --headless --for 5 | --headless: not allowed with argument --speed
sim --set budget | as in budget=60
sim --set budget=abc --headless --for 1 | 10 to 5999 seconds
sim --headless --for 5 --set lexicon=cut.lex | cut.lex: damaged
sim --preset nope | one of duplicate-fr
sim --for 10 | --headless
sim --headless --for 0 | a number above 0
sim --port 99999 | whole number from 0 to 65535
web | required: VERB
web build | required: -o/--out
web build -o text.txt | a file is in the way of this folder
web build -o . | is not empty, and holds no site of Corrido
web serve nope | unrecognized arguments: nope
hall --port x | whole number from 0 to 65535
hall --store dir | not a store of a hall
hall --store h.sqlite --files text.txt | a file is in the way of this folder
hall --store nope/h.sqlite | nope: no such folder
hall --store h.sqlite --broker 127.0.0.1:99999 | whole number from 1 to 65535
hall --store h.sqlite --broker 127.0.0.1:0 | whole number from 1 to 65535
hall --store h.sqlite --broker :1883 | is not HOST or HOST:PORT
hall --store h.sqlite --account nope | nope: No such file
hall --store h.sqlite --account nope --broker x | --broker: not allowed with argument --account
hall --store h.sqlite --account nope --hall x | --hall: not allowed with argument --account
hall --store h.sqlite --delay 5 | needs --overlay or --files
hall --store h.sqlite --account broken.json | not JSON
hall export --store nope.sqlite | `corrido hall --store nope.sqlite` makes it
hall --store nope.sqlite export | `corrido hall --store nope.sqlite` makes it
hall export --store text.txt | not a store of a hall
hall export --store empty | empty: not a store of a hall
hall conduct --store empty | empty: not a store of a hall
hall export --store s.sqlite --round round.t:0 | rounds 1 to 2 are paired, not 0
hall export --store s.sqlite --round round.t:3 | rounds 1 to 2 are paired, not 3
hall export --round nope.t | nope.t: No such file
hall export --format tou | needs --round FILE.t
hall export --columns Mesa=board | 'board' is none of round, table
hall export --json --columns Mesa=table | --columns: not allowed with argument --json
hall export --date 1-2-2026 | is not YYYY-MM-DD
hall --store h.sqlite --round 3 | FILE.t or FILE.t:ROUND
hall import good.log text.txt | text.txt: no closing code
hall import picture.png | picture.png: not a readable picture
hall import columns.csv | columns.csv: no column code
hall import code.csv | code.csv, line 2
hall import good.log list.json | not a log from
hall setup | required: DIR, --hall, --host
hall setup new --hall h --host x --tables 0 | from 1 to 500
hall setup . --hall h --host x | not empty
hall setup new --hall h/h --host x | at most 24 of the letters A to Z
hall --store h.sqlite --hall # | at most 24 of the letters A to Z
hall import good.log --hall '' | must not be empty
hall setup new --hall h --host a,b | the address or name
hall setup new --hall h --host 300.1.1.1 | the address or name
hall setup new --hall h --host x --wifi w --wifi-password short | 8 to 63 bytes
bench faults --every 0 | whole number from 1
bench lexicon --lexicon text.txt | not a lexicon
new | required: KIND, NAME
new board board9 --like esp9 | no board 'esp9' to copy: one of esp32,
new language xx --like esp32 | only `new board` takes it
new board sim | boards/sim exists already
new board ../x | small letters, digits and _
new preset '' | small letters, digits and -, a letter first, 24
new alphabet Ñ | two small letters
case | required: VERB
case build | required: -o/--output
case build -o text.txt | a file is in the way of this folder
case build -o o --board nope | one of pico
case build -o o --form nope | one of flat, tilted
case build -o o --display 9 | one of 2.42
"""
LINES = [tuple(part.strip() for part in line.split(" | ")) for line in USAGES.splitlines() if line]
NAMED = "lexicon build words.txt -o o.lex --alphabet es --edition 1 --name"
LINES.append((f"{NAMED} {'n' * 256}", "name or edition 'nnn"))


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


def test_each_is_one_line_that_helps_and_touches_nothing(desk, capsys):
    before, wrong = contents(desk), []
    for words, says in LINES:
        code, out, err = type_in(capsys, *shlex.split(words))
        held = code in (1, 2) and err.count("\n") == 1 and says in err and "Traceback" not in out
        if not held or contents(desk) != before:
            wrong.append((words, code, err, sorted(set(contents(desk)) ^ set(before))))
    assert not wrong, "\n".join(map(str, wrong))
    assert len(LINES) >= 140
