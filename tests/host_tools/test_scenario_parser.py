"""The scenario language: valid lines, and the errors for invalid ones."""

import re
from pathlib import Path

import pytest

from host_tools.scenario.model import Act, ParseError
from host_tools.scenario.parser import load, parse_all


def scenario(text):
    return parse_all(text, Path("game.scn"))[0]


def only_action(line):
    return scenario(f"at 0 power on\n{line}\n").steps[1].action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("hold OK 2.5", Act("hold", ("OK", 2500))),
        ("i2c up", Act("i2c", ("up",))),
        ("challenge niño ZUZAR nin\u0303o", Act("challenge", ("niño", "ZUZAR", "niño"))),
        ("arbiter 1234 set A -1:05", Act("arbiter", ("1234", "set", "A", "-1:05"))),
        (
            "arbiter 1234 set both 1:00 2:00; undo",
            Act("arbiter", ("1234", "set", "both", "1:00", "2:00", ";", "undo")),
        ),
    ],
)
def test_what_no_scenario_of_ours_has(line, action):
    assert only_action(line) == action


def test_times():
    steps = scenario("at 0 power on\nat 1.25 press A\n+0.005 expect running A\npress B\n").steps
    assert [(s.at_ms, s.plus_ms) for s in steps] == [
        (0, None), (1250, None), (None, 5), (None, None),
    ]  # fmt: skip
    first, second = scenario("power on\n+1 press A\n").steps  # the first is at the start
    assert (first.at_ms, first.plus_ms, second.plus_ms) == (None, None, 1000)


def test_settings_comments_and_line_ends():
    text = "# a game\r\ndevice preset=fise-corrido budget=60 # one minute\r\ndevice bounce=4\r\n"
    made = scenario(text + "at 0 power on   # here\r\n")
    assert made.settings == {"preset": "fise-corrido", "budget": "60", "bounce": "4"}
    assert made.steps[0].line == 4


def test_a_byte_order_mark_is_no_letter(tmp_path):
    file = tmp_path / "bom.scn"
    file.write_bytes("\ufeffat 0 power on\n".encode())
    assert load(file)[0].name == "bom"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_what_is_no_utf_8_is_named_by_its_line(tmp_path, mark):
    file = tmp_path / "latin.scn"
    file.write_bytes(mark + "at 0 power on # mañana\r\n".encode() + b"# ma\xf1ana\n")
    with pytest.raises(ParseError, match="line 2: not UTF-8 text"):
        load(file)


@pytest.mark.parametrize("odd", ["\x0c", "\x0b", "\x85", "\u2028"])
def test_only_line_ends_end_a_line(odd):
    assert len(scenario(f"at 0 power on # a{odd}b\nat 1 press A\r+1 press B").steps) == 3


BAD = [
    ("at 1 pres B", "unknown step 'pres'"),
    ("at 1 press C", "key 'C': one of A, B, STOP"),
    ("at 1 press A B", "`press KEY` would be right"),
    ("at 1.2345 press A", "seconds like 12 or 12.345"),
    ("at 1", "`at SECONDS step` would be right"),
    ("at 1 hold A 0", "hold for 0 s"),
    ("at 1 challenge kilo", "'kilo' cannot be spelled"),
    ("at 1 challenge " + "casa " * 9, "9 words"),
    ("at 1 arbiter 1234", "`arbiter PIN ACTION` would be right"),
    ("at 1 arbiter pin undo", "PIN 'pin': digits"),
    ("at 1 arbiter 1234 dance", "action 'dance': one of amend, appeal"),
    ("at 1 arbiter 1234 set A", "`set A|B M:SS` would be right"),
    ("at 1 arbiter 1234 set A 12:60", "m:ss like 12:34"),
    ("at 1 expect", "nothing after `expect`"),
    ("at 1 expect fase running", "unknown field 'fase'"),
    ("at 1 tap OK*x", "a number from 1 to 99"),
    ("at 1 select setup", "the focus 'setup': setup:language would be right"),
    ("scenario two after one", "no scenario 'one' before this one"),
    ("at 1 expect phase runing", "phase 'runing': one of late"),
    ("at 1 expect clock.A 4:59.000 ~x", "the tolerance is 'x'"),
    ("at 1 expect turn", "`FIELD VALUE` would be right"),
    ("at 1 expect heard bell 3", "sound 'bell': one of warn1"),
    ("at 1 expect heard warn1", "`heard NAME FROM [TO]`"),
    ("at 1 expect silent 5 3", "TO comes after FROM"),
    ("at 1 expect screen uno", '`screen "TEXT"` or'),
    ('at 1 expect screen "uno', "does not end"),
    ("at 1 expect log press", "`log KIND N` would be right"),
    ("at 1 power on\ndevice budget=60", "settings after a step"),
    ("at 1 arbiter 1234 set A 100:00", "set 100:00: 99:59 at most"),
    ("at 604800.001 press A", "'604800.001': at most 604800 (seven days)"),
    ("at 604000 press A\n+801 press A", "later than 604800 seconds (seven days)"),
    ("at 5 press A\nat 4 press B", "line 3: at 4 is before line 2 at 5"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[text for text, _ in BAD])
def test_what_is_wrong_and_what_would_be_right(text, message):
    with pytest.raises(ParseError) as caught:
        scenario(f"at 0 power on\n{text}\n")
    said = str(caught.value)
    assert message in said
    assert said.startswith(f"game.scn: line {1 + len(text.splitlines())}: ")
    assert "\n" not in said and caught.value.exit_code == 2


DIGITS = "9" * 5000


@pytest.mark.parametrize(
    "step",
    ["at {} press A", "at 1 expect turns.A {}", "at 1 expect clock.A {}:00.000",
     "at 1 arbiter 1234 penalty A {}"],
)  # fmt: skip
def test_a_number_of_thousands_of_digits_is_one_short_line(step):
    with pytest.raises(ParseError, match="line 2: ") as caught:
        scenario(f"at 0 power on\n{step.format(DIGITS)}\n")
    assert len(str(caught.value)) < 200 and "\n" not in str(caught.value)


def test_the_longest_times_are_right():
    assert scenario("at 0 power on\nat 604800 press A\n").steps[1].at_ms == 604_800_000
    for text in ("99:59", "-99:59"):
        assert only_action(f"arbiter 1234 set A {text}").args[-1] == text


BAD_SETTINGS = [
    ("device budget", "key=value"),
    ("device bounce=21", "bounce"),
    ("device lexicon=nowhere.lex", "nowhere.lex"),
    ("device lexicon=" + "x" * 300, f"lexicon '{'x' * 40}': File name too long"),
    ("device device-name=\udce9", "device-name '\\udce9': not UTF-8"),
]


@pytest.mark.parametrize(("line", "word"), BAD_SETTINGS, ids=lambda text: ascii(text)[:40])
def test_settings_that_are_none(line, word):
    with pytest.raises(ParseError) as caught:
        scenario(f"{line}\nat 0 power on\n")
    said = str(caught.value)
    assert said.startswith("game.scn: line 1: ") and word in said and "\n" not in said


def test_a_file_holds_several_scenarios():
    text = (
        "# a page\nscenario one\ndevice budget=60\nat 5 power on\n\nscenario two\nat 0 power on\n"
    )
    one, two = parse_all(text, Path("game.scn"))
    assert (one.name, two.name, two.settings) == ("one", "two", {})
    assert (one.steps[0].line, two.steps[0].line) == (4, 7)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scenario\n", "line 1: 'scenario': `scenario NAME` would be right"),
        ("scenario one\nat 0 power on\nscenario one\n", "line 3: a second scenario 'one'"),
        ("scenario one\nat 0 power on\nscenario two\n", "no steps in two"),
        ("# nothing\n", "no steps in"),
    ],
)
def test_a_scenario_has_a_name_of_its_own_and_steps(text, said):
    with pytest.raises(ParseError, match=re.escape(f"game.scn: {said}")):
        parse_all(text, Path("game.scn"))
