"""Lists as they circulate: recognised, told, and refused before words are lost in silence."""

import contextlib
import json
import random
import struct
import textwrap
import unicodedata

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.store.settings import Settings

from host_tools.device.norflash import NorFlash
from host_tools.lexicon.certificate import Certificate, gaps
from host_tools.lexicon.pack import sealed
from host_tools.lexicon.words import DROPS, read_words
from host_tools.workshop.campaigns.crafted import parts_of
from tests.conftest import type_in
from tests.lexicon.small import build, spanish, spell, write

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


DIGITS = {"CH": "1", "LL": "2", "RR": "3"}
SPARE = {"CH": "Ç", "LL": "K", "RR": "W"}
MEANINGS = (
    "un animal de la casa",
    "la mar; lo que es de ella",
    "voz (f.) con que se dice",
    "de él",
)


def marked(word, marks=DIGITS):
    word = word.upper()
    for tile, mark in marks.items():
        word = word.replace(tile, mark)
    return word


def in_rows(words, count, mark):
    return "\n".join(mark.join(words[at : at + count]) for at in range(0, len(words), count))


def explained(words, mark):
    return "\n".join(w + mark + MEANINGS[at % 4] for at, w in enumerate(words))


def lines(words, one):
    return "\n".join(one(word, at) for at, word in enumerate(words, 1))


# How lists circulate: each is read whole.
SHAPES = {
    "a word a line": lambda w: "\n".join(w),
    "capitals, Windows": lambda w: "\ufeff" + "\r\n".join(w).upper(),
    "titles, old Mac": lambda w: "\r".join(w).title(),
    "five in capitals": lambda w: in_rows([x.upper() for x in w], 5, "  "),
    "fixed columns": lambda w: in_rows([f"{x:18}" for x in w], 4, ""),
    "filled lines": lambda w: textwrap.fill(" ".join(w), 78),
    "commas": lambda w: in_rows(w, 7, ", "),
    "one line": lambda w: "; ".join(w),
    "cut at the line's end": lambda w: lines(w, lambda x, n: x[:2] + "\xad\r\n" * (n % 2) + x[2:]),
    "JSON": lambda w: json.dumps(w),
    "JSON names": lambda w: json.dumps(dict(zip(w, MEANINGS * 999, strict=False))),
    "numbers": lambda w: lines(w, lambda x, n: f"{n}. {x}"),
    "scores": lambda w: "palabra;puntos\n" + lines(w, lambda x, n: f"{x};{n % 9}"),
    "bullets": lambda w: "# lista\n" + lines(w, lambda x, _: f"* {x}"),
    "letters over words": lambda w: "A\n\n" + "\n".join(w) + "\n\nZ\n",
    "capitals explained": lambda w: explained([x.upper() for x in w], " "),
    "small letters explained": lambda w: explained(w, " "),
    "capitals, a small word": lambda w: lines(w, lambda x, _: f"{x.upper()}\t{x[::-1].lower()}"),
    "table explained": lambda w: "palabra;definición\n" + explained(w, ";"),
    "parts of speech": lambda w: lines(w, lambda x, n: f"{x} {('s', 'adj', 'v')[n % 3]}."),
    "hooks": lambda w: lines(w, lambda x, n: f"{'ABD'[: n % 4]}|{x.upper()}|{'SNR'[n % 3 :]}"),
    "JSON that says what it is": lambda w: json.dumps({"name": "FISE", "words": w}),
    "two genders": lambda w: "masculino\tfemenino\n" + in_rows(w, 2, "\t"),
    "brackets": lambda w: lines(w, lambda x, _: marked(x, {t: f"[{t}]" for t in DIGITS})),
    "round brackets": lambda w: lines(w, lambda x, _: marked(x, {t: f"({t})" for t in DIGITS})),
    "digits in some": lambda w: lines(w, lambda x, n: marked(x) if n % 3 else x.upper()),
    "digits explained": lambda w: explained([marked(x) for x in w], "\t"),
    "spare letters": lambda w: lines(w, lambda x, _: marked(x, SPARE)),
    "accents apart": lambda w: unicodedata.normalize("NFD", "\n".join(w)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_list_comes_in_whole_in_every_shape(tmp_path, shape):
    """Round trip: the words written so are the words read, in every encoding that has them."""
    letters = alphabet("es")
    for seed in (1, 2):
        held = random.Random(seed).sample(spanish(), 600)
        held += letters.spell("chirriar"), letters.spell("niños"), letters.spell("callo")
        # In the order of their letters, as dictionaries print them, not of their tiles.
        words = sorted({letters.text(word).lower() for word in held},
                       key=lambda text: text.replace("ñ", "n~"))  # fmt: skip
        for encoding in ("utf-8", "utf-16", "cp1252"):
            with contextlib.suppress(UnicodeEncodeError):
                (tmp_path / "list").write_bytes(SHAPES[shape](words).encode(encoding))
                found = read_words(tmp_path / "list", letters)
                assert found.words == sorted(set(held)), found.notes
                assert not any(reason in DROPS.values() for *_, reason in found.dropped)


@pytest.mark.parametrize("text", ["casa\tperro\nsol", "casa|\n|perro\nsol|", "casa;perro\n7;sol"])
def test_a_first_line_is_no_heading_for_being_longer(capsys, tmp_path, text):
    assert build(capsys, tmp_path, text.encode())[0] == 0
    assert listed(capsys, tmp_path) == ["casa", "perro", "sol"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"%PDF-1.7\ncasa", "a PDF"), (b"{\\rtf1 casa", "RTF"), (b"PK\3\4", "xlsx"),
        (b"<html><li>casa", "HTML"), (b'[["casa"]]', "JSON"), (b"ni\xa4o\ncasa", "UTF-8"),
        (b"\x1f\x8bcasa", "gzip"), (b"casa perro\nsol\nluna mar\n", "--drop phrases"),
        ("\n".join(MEANINGS * 30).encode(), "nothing shows which"),
        (b"casa\nBlas\nAna\nperro\n", "--names keep or drop"), (b"casa1\ncasa2\n", "(casa1"),
        ("casa\n#¿NOMBRE?\nsol\n".encode(), "#¿"), (b"ala MAR\nSOL te", "nothing shows"),
        (b'{"new": ["casa"], "old": ["sol"]}', "JSON"), (b"casa, perro, sol.", "nothing shows"),
        (b'const words = ["casa", "perro"];', "nothing shows which"),
        ("\n".join(f"{w}\n{w}s\n{w}n\n{w} casa {w[0]}" for w in WORDS * 9).encode(), "--drop ph"),
        (b"2 letras\nas\nid\nte\n3 letras\nmar\nsol\n", "--drop marks"),
        ("\n".join(f"{w} ({w}s)" for w in WORDS * 20).encode(), "nothing shows which"),
        ("\n".join(f"{''.join(sorted(w))} {w}" for w in WORDS).encode(), "nothing shows which"),
        ("\n".join(f"{''.join(sorted(w))}\t{w}" for w in WORDS).encode(), "nothing shows which"),
        ("\n".join(f"{w}|{w}s {w}n" for w in WORDS).encode(), "nothing shows which"),
        (b"casa perro\ncasaca perro\ncaso lobo\n", "nothing shows which"),
        (b"casa,no\nperro,si\nsol,si\n", "in and"), (b"UNO:\nsol\nte\nBAJAS:\nmar", "in and"),
        (b"CASA\nMAR\nSOL\nBAJAS\nALA\nCAL", "in and"), (b"MAR\nAL\nAS\nDA\nEA\nFE", "a head"),
        (b"ala gomi\nbar dulo\ncal zapi\ndar brea\nera tufo\nfaz limo\n", "nothing shows which"),
        (b"ala\tgomi\nbar\tdulo\ncal\tzapi\ndar\tbrea\nera\ttufo\nfaz\tlimo", "nothing shows"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_with_the_way_on(capsys, tmp_path, text, told):
    code, err = build(capsys, tmp_path, text)
    assert (code, err.count("\n"), (tmp_path / "list.lex").exists()) == (2, 1, False)
    assert told in err or "no word for" in err


def test_each_yes_lets_one_thing_pass(capsys, tmp_path):
    text = b"casa\nBlas\nkilo\nping pong\ntop-less\nperro\n" + b"ab" * 9 + b"\na\n"
    code, err = build(capsys, tmp_path, text)
    assert code == 2 and "longer" not in err
    yes = ("--drop", "letters,phrases,signs", "--names", "drop")
    for missing in ("letters", "phrases", "signs"):
        less = yes[1].replace(missing, "letters" if missing != "letters" else "signs")
        code, err = build(capsys, tmp_path, text, "--drop", less, "--names", "keep")
        assert (code, f"--drop {missing}" in err) == (2, True)
    assert build(capsys, tmp_path, text, *yes)[0] == 0
    assert listed(capsys, tmp_path) == ["casa", "perro"]
    assert build(capsys, tmp_path, text, *yes[:3], "keep")[0] == 0
    assert listed(capsys, tmp_path) == ["blas", "casa", "perro"]
    assert "--drop k: one or more of" in build(capsys, tmp_path, text, "--drop", "k")[1]
    assert build(capsys, tmp_path, text, "--drop-anyway")[0] == 0


def test_a_list_without_a_tile_an_initial_or_a_length_needs_a_yes(tmp_path):
    """What an encoding, a page lost and a file cut off did to the shipped list."""
    letters = alphabet("es")
    whole = random.Random(3).sample(spanish(), 20_000)
    ñ, m = letters.tiles.index("Ñ"), letters.tiles.index("M")

    def told(words, *without):
        return gaps(Certificate.of(words, letters), letters, without)

    assert told(whole) == []
    lost = [tuple(ñ - 1 if tile == ñ else tile for tile in word) for word in whole]
    assert told(lost) == ["no word has Ñ: --without Ñ"] and told(lost, "Ñ") == []
    assert told([word for word in whole if word[0] <= m])[0].startswith("no word begins with N, ")
    (thin,) = told([word for word in whole if len(word) != 7])
    assert thin.endswith("of tiles 7: --without 7")
    assert told([word for word in whole if len(word) < 9])[0].endswith("9,10,11,12,13,14,15")


def test_the_certificate_and_what_a_list_says_of_itself(capsys, tmp_path):
    more = ("--source", "FISE", "--official", "--date", "2024-09")
    assert build(capsys, tmp_path, b"casa\nperro\n", *more)[0] == 0
    facts = json.loads(type_in(capsys, "lexicon", "info", str(tmp_path / "list.lex"), "--json")[1])
    assert (facts["source"], facts["official"], facts["date"]) == ("FISE", True, "2024-09")
    assert facts["by_length"] == {**dict.fromkeys(map(str, range(2, 16)), 0), "4": 2}
    assert {tile for tile, n in facts["by_tile"].items() if n} == set("ACSPEO") | {"RR"}
    assert {tile: n for tile, n in facts["by_initial"].items() if n} == {"C": 1, "P": 1}
    # Another certificate in the file, with every checksum right.
    head, blocks = parts_of((tmp_path / "list.lex").read_bytes())
    own, other = (Certificate.of(spell("casa", word), alphabet("es")) for word in ("perro", "sol"))
    changed = head.replace(own.encoded(), other.encoded())
    (tmp_path / "list.lex").write_bytes(sealed(changed, blocks))
    code, out, err = type_in(capsys, "lexicon", "info", str(tmp_path / "list.lex"))
    assert (code, "its certificate is not that of its words" in out) == (1, True)
    code, err = build(capsys, tmp_path, b"casa\n", "--date", "mayo")
    assert (code, "as 2024, 2024-09" in err) == (2, True)


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


def test_count_share_and_examples_of_every_reason(capsys, tmp_path):
    text = "casa\nCASA\nkilo\nkiwi\na\n\n" + "ab" * 9 + "\nmesa"
    yes = ("--drop", "letters", "--names", "keep", "--verbose")
    code, err = build(capsys, tmp_path, text.encode(), *yes)
    assert code == 0 and "line 4: 'kiwi': letters that the alphabet has not\n" in err
    assert "dropped 2 (28.57 %): letters that the alphabet has not: kilo, kiwi\n" in err
    assert "dropped 1 (14.29 %): a word that is there already: CASA\n" in err
    assert "7 tokens: 2 words, 0 definitions\n" in err
    assert "shorter than 2 tiles: a\n" in err and "longer than 15 tiles: abab" in err
    code, err = build(capsys, tmp_path, b"casa\nmesa\x1b[2J\n" + b"k" * 1_000_000)
    assert (code, "\\x1b" in err, "\x1b" in err, len(err) < 400) == (2, True, False, True)


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
    facts = json.loads(both[1])
    assert (facts["removed"], facts["added"]) == (["perro"], ["chico"])
    assert facts["by_initial"] == {"CH": "0 → 1", "P": "1 → 0"} and facts["by_length"] == {}
    (tmp_path / "words.json").write_text('[{"word": "PERRO"}, {"word": "casa"}]')
    games = ("--challenged", str(tmp_path / "words.json"))
    code, out, err = type_in(capsys, "lexicon", "diff", str(old), str(new), *games)
    assert (code, out) == (1, "-perro\n+chico\n") and "challenged: -perro\nby_initial" in err
    sheet.write_text("[1]")
    assert type_in(capsys, "lexicon", "diff", str(old), str(new), games[0], str(sheet))[0] == 2
    assert type_in(capsys, "lexicon", "diff", str(old), str(old))[:2] == (0, "")


def test_a_card_of_short_words_and_rare_tiles(capsys, tmp_path):
    held = write(tmp_path / "a.lex", spell("ñu", "casa", "oca", "perro"))
    assert type_in(capsys, "lexicon", "cards", str(held), "-o", str(tmp_path / "c"))[0] == 0
    text = (tmp_path / "c").read_text("utf-8")
    two, three, rare = (text.index(f"<h2>{name}") for name in ("2<", "3<", "Ñ, 2-4<"))
    assert two < text.index("ñu") < three < text.index("oca") < rare < text.rindex("ñu")
    assert ">casa" not in text[:rare] and "perro" in text[rare:]


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
        assert settings.lexicon(0) == name


def test_the_day_comes_at_midnight_though_nobody_sets_the_date_again():
    settings, hour_ms = Settings(NorFlash(), 0), 3_600_000
    for name, value in (("lexicon-next", "new"), ("lexicon-from", "2028-03-01"),
                        ("date", "2028-02-28 22:30")):  # fmt: skip
        settings.set(name, value)
    started_ms = 5 * hour_ms  # since power-on, when the host wrote it
    assert settings.lexicon(started_ms) == "es"
    assert settings.lexicon(started_ms + 25 * hour_ms) == "es"  # 29 February, 23:30
    assert settings.lexicon(started_ms + 26 * hour_ms) == "new"
