"""Lists as they circulate: recognised, told, and refused before words are lost in silence."""

import json
import struct

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.store.settings import Settings

from host_tools.lexicon.words import spelled
from host_tools.sim.norflash import NorFlash
from tests.conftest import type_in
from tests.lexicon.small import build, spell, write

WORDS = ["calle", "casa", "chico", "perro"]


def listed(capsys, folder):
    return type_in(capsys, "lexicon", "list", str(folder / "list.lex"))[1].split()


def kwg(words, tiles=0):
    """Write a trie as the KWG format is described: children in one row, the last one marked."""
    nodes = [0, 0x400000]

    def put(row):
        first = len(nodes)
        nodes.extend([0] * len(row))
        for i, (tile, (final, below)) in enumerate(sorted(row.items())):
            child = put(below) if below else 0
            last = 0x400000 * (i + 1 == len(row))
            nodes[first + i] = (tile + 1 + tiles) << 24 | 0x800000 * final | last | child
        return first

    trie: dict[int, list] = {}
    for word in words:
        row = trie
        for at, tile in enumerate(word):
            node = row.setdefault(tile, [False, {}])
            node[0] |= at + 1 == len(word)
            row = node[1]
    nodes[0] = 0x400000 | put(trie)
    return struct.pack(f"<{len(nodes)}I", *nodes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[CH]ICO\nCA[LL]E\nPE[RR]O\nCASA\n", "[CH] [LL] [RR]"),
        ("\ufeff[ch]ico\r\nca[ll]e\r\npe[rr]o\r\ncasa\r\n", "[CH] [LL] [RR]"),
        ("1ICO\nCA2E\nPE3O\nCASA\n", "1 2 3 for CH LL RR"),
        ("ÇICO\nCAKE\nPEWO\nCASA\n", "Ç K W for CH LL RR"),
        ("chico\tun niño\ncalle\tvía\nperro\tcan\nca\u0301sa\t\n", "tabs"),
        ("CHICO un niño\nCALLE vía\nPERRO can\nCASA hogar\n", "Zyzzyva"),
        ("\ufeff" + "[CH]ICO\nca[ll]e\nPE[RR]O\nCASA\ncasa\n" * 40, "[CH] [LL] [RR]"),
        ("1ICO\tun niño\nCA2E\tvía\nPE3O\tcan\nCASA\thogar\n", "the first one; 1 2 3"),
    ],
)
def test_a_notation_is_recognised_and_told(capsys, tmp_path, text, told):
    code, err = build(capsys, tmp_path, text.encode())
    assert (code, listed(capsys, tmp_path)) == (0, WORDS)
    assert "recognised: " in err and told in err


def test_a_kwg_file_of_woogles_is_read(capsys, tmp_path):
    code, err = build(capsys, tmp_path, kwg(sorted(spell(*WORDS))))
    assert (code, listed(capsys, tmp_path)) == (0, WORDS)
    assert "KWG" in err


@pytest.mark.parametrize("case", ["tile", "circle", "cut", "short", "zeros", "beyond", "alphabet"])
def test_a_kwg_file_that_is_none_is_one_line(capsys, tmp_path, case):
    data = {
        "tile": kwg(spell("casa"), tiles=40),
        "circle": struct.pack("<3I", 0x400002, 0x400000, 1 << 24 | 0x400002),
        "cut": kwg(spell("casa"))[:-1],
        "short": kwg(spell(*WORDS))[:-8],
        "zeros": kwg(spell(*WORDS))[:-8] + bytes(8),
        "beyond": struct.pack("<3I", 0x4003FF, 0x400000, 1 << 24),
        "alphabet": kwg(spell("casa")),
    }[case]
    code, err = build(capsys, tmp_path, data, code="de" if case == "alphabet" else "es")
    assert (code, err.count("\n"), (tmp_path / "list.lex").exists()) == (2, 1, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[CH]ICO\n1ICA\nCASA\nMESA\n[LL]AMA\n", "1ICA"),  # mixed notations
        ("[CH]ICO\n[LL]AMA\nPERRO\nCASA\n", "side by side"),  # R and R apart
        ("casa\nmesa\nkilo\n", "1 of 3 words"),
        ("CAKE\nPEWO\nCASA\nMESA\n", "2 of 4 words"),  # no Ç: K and W may be letters
        ("chico;1\ncalle;2\nperro\n", "2 of 3 words"),  # columns that are none of tabs
        ("calle\rperro\r\ncasa\n", "calle perro"),  # line ends of three systems
        ("casa\n" + "a" * 1_000_000 + "\n", "aaa..."),
        ("casa\nmesa\x1b[2J\n", "\\x1b"),
    ],
)
def test_a_list_that_would_lose_words_is_refused(capsys, tmp_path, text, told):
    code, err = build(capsys, tmp_path, text.encode())
    assert (code, err.count("\n"), (tmp_path / "list.lex").exists()) == (2, 1, False)
    assert told in err and "--drop-anyway" in err and len(err) < 400 and "\x1b" not in err


def test_one_word_in_a_hundred_may_go_but_no_initial(capsys, tmp_path):
    some = [f"ca{a}{b}" for a in "aeioubdfgl" for b in "aeioubdfgm"]
    assert build(capsys, tmp_path, "\n".join([*some, "cako"]).encode())[0] == 0
    code, err = build(capsys, tmp_path, "\n".join([*some, "cako", "cakos"]).encode(), "--verbose")
    assert (code, "2 of 102 words" in err, "line 102: 'cakos'" in err) == (2, True, True)
    code, err = build(capsys, tmp_path, "\n".join([*some, "kilo"]).encode())
    assert (code, "every word that begins with K" in err) == (2, True)
    assert build(capsys, tmp_path, "\n".join([*some, "kilo"]).encode(), "--drop-anyway")[0] == 0


def test_count_share_and_examples_of_every_reason(capsys, tmp_path):
    text = "casa\nCASA\nkilo\nkiwi\na\n\n" + "ab" * 9 + "\nmesa"
    code, err = build(capsys, tmp_path, text.encode(), "--drop-anyway", "--verbose")
    assert code == 0 and "line 4: 'kiwi': letters that the alphabet has not\n" in err
    assert "dropped 2 (25.00 %): letters that the alphabet has not: kilo, kiwi\n" in err
    assert "dropped 1 (12.50 %): a word that is there already: CASA\n" in err
    assert "shorter than 2 tiles: a\n" in err and "longer than 15 tiles: abab" in err


def test_two_editions_as_a_sheet_to_print(capsys, tmp_path):
    old = write(tmp_path / "old.lex", spell("casa", "perro"))
    new = write(tmp_path / "new.lex", spell("casa", "chico"))
    sheet = tmp_path / "sheet.html"
    code, out, _ = type_in(capsys, "lexicon", "diff", str(old), str(new), "-o", str(sheet))
    assert (code, out) == (1, f"{sheet}: 1 words less, 1 more\n")
    text = sheet.read_text()
    assert text.index("− 1") < text.index("perro") < text.index("+ 1") < text.index("chico")
    assert "casa" not in text
    both = type_in(capsys, "lexicon", "diff", str(old), str(new), "--json", "-o", str(sheet))
    assert json.loads(both[1]) == {"removed": ["perro"], "added": ["chico"]}
    assert type_in(capsys, "lexicon", "diff", str(old), str(new))[:2] == (1, "-perro\n+chico\n")
    assert type_in(capsys, "lexicon", "diff", str(old), str(old))[:2] == (0, "")


def test_the_next_list_takes_over_on_its_day():
    settings = Settings(NorFlash(), 0)
    settings.set("lexicon-next", "new")
    for since, today, name in [
        ("2027-09-01", "", "es"),  # the device has no clock of its own
        ("2027-09-01", "2027-08-31 20:00", "es"),
        ("2027-09-01", "2027-09-01 09:00", "new"),
        ("2027-09-01", "1 September", "es"),
        ("", "2027-09-01", "es"),
    ]:
        settings.set("lexicon-from", since)
        settings.set("date", today)
        assert settings.lexicon() == name
    for wrong in ("2027-9-1", "2027-13-01", "tomorrow", "2027-09-01 10:00"):
        with pytest.raises(ValueError, match="a day as 2027-09-01"):
            settings.set("lexicon-from", wrong)


def test_marks_are_read_as_their_tiles():
    letters, marks = alphabet("es"), {"1": "CH", "2": "LL", "3": "RR"}
    word = letters.tiles.index("R"), letters.tiles.index("RR")
    assert spelled("r3", letters, marks) == (word, False)
    assert spelled("calle", letters, marks)[1] and not spelled("ca2e", letters, marks)[1]
