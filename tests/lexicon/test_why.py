"""Why a word is valid: over a dictionary of a few lines, and over the real ones where they are."""

import csv
import json
import os
import subprocess
from pathlib import Path

import pytest
from corrido.lexicon.alphabet import alphabet

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.lexicon.ask import listing
from host_tools.lexicon.why import LANGUAGES, Reason, command, in_words, kept, pack, texts
from host_tools.lexicon.why.es import PACKAGES, fold, plural_article, slot
from host_tools.lexicon.why.es import Rules as Spanish
from host_tools.lexicon.why.hunspell import Dictionary
from host_tools.lexicon.why.pl import Rules as Polish
from host_tools.npm import node
from host_tools.paths import cache_dir, lexicons_dir, pages_dir

AFFIXES = """SET UTF-8
PFX d Y 1
PFX d 0 des .
SFX S Y 2
SFX S 0 s [aeo]
SFX S 0 es [rn]
SFX G Y 2
SFX G o a o
SFX G o as o
SFX D Y 4
SFX D r do [ai]r
SFX D r dos [ai]r
SFX D r da [ai]r
SFX D r das [ai]r
SFX R Y 7
SFX R r 0 ar
SFX R r mos [ai]r
SFX R ar é ar
SFX R ar ó ar
SFX R r ré r
SFX R ar ara ar
SFX R r ndo [ai]r
SFX N Y 1
SFX N a illa/S a
"""
ENTRIES = """casa/SN niño/GS flor/S atar/RDd boxear/RD Juan ONU buenamente mar/S café
zanjeamos hubieres zapalarse niñito/S fablar híjole abeja/S mantener/R fabla/S zis/S"""
LISTED = """casa casas casilla casillas niño niña niños niñas flor flores atar ata atamos ate ato
atare atara atando atado atada atados atadas desatar desato boxear boxeamos boxeado buenamente mar
cafe cafes dom doms truenar pira piras zapar zapo zapas zapa zapamos zapan zape zapes zapemos zapen
zapaba zapabas zapabamos zapaban zapaste zaparon zapare zaparas zapara zaparemos zaparan zaparia
zaparias zapariamos zaparian zapase zapases zapado zapada zapados zapando zapad zaparse
anay anayes camping primer niñito puedo haber hubieres zapalarse fabla fablado zis
zanjear zanjeamos zanjeado zanjead zanjeando zanjeo zanjeas zanjea zanjean zanjeaba zanjeabas
zanjeabamos zanjeaban zanjeaste zanjearon zanjeare zanjearas zanjeara zanjearemos zanjearan
zanjearia zanjearias zanjeariamos zanjearian zanjease zanjeases zanjeasen zanjee zanjees zanjeemos
orvallar orvalla orvallaba orvallaban orvallaron orvallan fablar hijole abeja mantener zapante"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dictionary")
    (folder / "index.aff").write_text(AFFIXES, encoding="utf-8")
    (folder / "index.dic").write_text("\n".join(["20", *ENTRIES.split()]), encoding="utf-8")
    return Spanish(frozenset(LISTED.split()), [Dictionary(folder)])


@pytest.mark.parametrize(
    ("word", "lemma", "form", "article", "certainty"),
    [
        ("até", "atar", "preterite-1s", "XII.17.2", "rule"),
        ("ataré", "atar", "future-1s", "XII.17.2", "rule"),
        ("atadas", "atar", "participle-feminine-plural", "XII.17.4", "rule"),
        ("casillas", "casilla", "plural", "XII.5", "named"),  # by its family
        ("niñito", "niñito", "diminutive", "XII.5", "rule"),
        ("puedo", "poder", "present-1s", "XII.17.2", "rule"),
        ("hubieres", "haber", "subjunctive-future-2s", "XII.17.2", "paradigm"),
        ("zapalarse", "zapalar", "infinitive+se", "XII.17.10", "rule"),
        ("zanjeamos", "zanjear", "present-1p", "XII.17.2", "paradigm"),  # two entries, no flags
        ("zapaban", "zapar", "imperfect-3p", "XII.17.10", "paradigm"),
        ("zapados", "zapar", "participle-plural", "XII.17.10", "paradigm"),
        ("anayes", "anay", "plural-against", "XII.18.4.3 -y", "named"),
        ("piras", "pira", "plural", "XII.18.4.1", "paradigm"),
        ("truenar", "truenar", "infinitive", "XII.17.6", "paradigm"),
        ("fablado", "fablado", "base", "XI", "guess"),  # an old verb has no participle
    ],
)
def test_a_word_of_the_list(rules, word, lemma, form, article, certainty):
    found = rules.reason(word)
    assert (found.lemma, found.form, found.article, found.certainty) == (
        lemma, form, article, certainty,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("word", "form", "article"),
    [
        ("kilo", "no-tiles", "II.10.1"),
        ("o", "length", "I.2"),
        ("figos", "named", "XII.12"),
        ("atarse", "infinitive+se", "XII.17.5"),
        ("desatado", "form-lacking", "XII.17.7"),
        ("fablo", "no-model", "XII.17.6"),
        ("cafeses", "plural-otherwise", "XII.18.4.2 -é"),
        ("mares", "plural-lacking", "XII.12"),
        ("zises", "plural-of-fixed", "XII.8"),
        ("ñac", "onomatopoeia", "XII.11"),
        ("plafs", "plural-of-fixed", "XII.18.2.7"),
        ("beja", "aphaeresis", "XII.3"),
        ("interregnum", "latin", "XII.9"),
        ("juan", "proper", "XII.10"),
        ("niñamente", "adverb", "XII.2"),
        ("florecita", "small", "XII.5"),
        ("chatear", "no-verb", "XII.17"),
        ("ping-pong", "several", "XII.8"),
        ("florsísima", "unknown", "XI"),
        ("avda", "abbreviation", "XII.1"),
        ("anti", "prefix", "XII.14"),
        ("antiflor", "derived", "XI"),
        ("otan", "initials", "XII.15"),
        ("zapable", "derived", "XII.17.1"),
        ("orvallo", "form-lacking", "XII.17.8"),
        ("primeres", "plural-of-fixed", "XII.18.2.2"),
        ("zanjeastes", "form-lacking", "XII.17.2"),
        ("clicábamos", "form-of-no-verb", "XII.17"),
        ("vapeó", "form-of-no-verb", "XII.17"),
        ("híjoles", "plural-of-fixed", "XII.18.2.3"),
        ("abejo", "entry-lacking", "XI"),
        ("mantenlo", "enclitic", "XII.17.5"),
        ("facto", "of-phrase", "XII.8"),
        ("zulema", "proper", "XII.10"),
        ("campings", "plural-of-foreign", "XII.18.3"),
    ],
)
def test_a_word_that_the_list_has_not(rules, word, form, article):
    assert rules.reason(word)[2:4] == (form, article)


@pytest.mark.parametrize(
    ("infinitive", "form", "name"),
    [
        ("comparar", "compara", "present-3s"),
        ("comparar", "comparará", "future-3s"),
        ("tener", "tuvieran", "subjunctive-ra-3p"),
        ("traer", "trajo", "preterite-3s"),
        ("tener", "tengo", "present-1s"),
        ("pedir", "pidáis", "subjunctive-2p"),
        ("contribuir", "contribuyeras", "subjunctive-ra-2s"),
        ("volar", "volás", "voseo-present"),
    ],
)
def test_tense_and_person_by_the_endings(infinitive, form, name):
    assert slot(infinitive, form) == name


@pytest.mark.parametrize(
    ("word", "end"),
    [("té", "2 -é"), ("rajá", "2 -á -ó"), ("tabú", "2 -í -ú"), ("taxi", "1"),
     ("crómlech", "3 -ch"), ("tell", "3 -l -ll"), ("raíz", "3 -z"), ("yo", "2 -á -ó"),
     ("zoo", "1")],
)  # fmt: skip
def test_the_article_on_a_plural(word, end):
    assert plural_article(word) == f"XII.18.4.{end}"


def test_every_reason_has_words_in_every_language(rules):
    words = [*LISTED.split(), "kilo", "átalo", "cafeses", "chatear", "juan", "boxeada"]
    for language in LANGUAGES:
        for word in words:
            line = in_words(word, fold(word) in rules.listed, rules.reason(word), language)
            assert line.count("\t") in (4, 5) and "{" not in line
    assert all(len(row) == 3 and all(row) for row in texts().values())


def read_back(path, words):
    """Return what the judge's page tells of words, by its own script; None if it reads nothing."""
    script = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ open, told }} from "{(pages_dir() / "site/judge/reasons.js").as_uri()}";
    const file = await open(new Blob([readFileSync({json.dumps(str(path))})]));
    const found = file && Object.fromEntries(told(file, new Set({json.dumps(words)}), "en"));
    process.stdout.write(JSON.stringify(found));"""
    run = [*node(), "--input-type=module", "-e", script]
    return json.loads(subprocess.run(run, capture_output=True, check=True).stdout)


@pytest.mark.long  # the page's script reads them: it needs Node
def test_the_reasons_of_a_list_come_back_from_their_file(rules, tmp_path):
    rows = [(word, True, rules.reason(word)) for word in LISTED.split()]
    rows += [(word, False, reason) for word, reason in command.lacking(rules, alphabet("es"))]
    path = tmp_path / "es.why"
    path.write_bytes(data := pack("h" * 64, "es", rows))
    found = read_back(path, [word for word, _, _ in rows] + ["xyz"])
    assert found.keys() == {word for word, _, _ in rows}
    for word, listed, reason in rows:
        has, sentence = found[word]
        assert has == listed and f"art. {reason.article} (" in sentence
        told = sentence.partition(": «")[0]  # before the quotation
        assert reason.lemma.upper() in told or reason.lemma not in told.lower()
    for damaged in (b"", data[:9], data[:-9], b"CWHY\x01rubbish"):
        path.write_bytes(damaged)
        assert read_back(path, ["x"]) is None


def test_the_reasons_are_the_same_from_what_is_kept(rules, tmp_path):
    files = [tmp_path / f"{name}.sqlite" for name in ("es-0", "es-1", "es-2", "pl-0")]
    kept.keep(rules, files[0])
    assert [*tmp_path.iterdir()] == files[:1]
    for at, file in enumerate(files):
        file.touch()
        os.utime(file, (at, at))
    again = Spanish(frozenset(), [])
    kept.reopened(again, files[0])
    kept.keep(Spanish(frozenset(), []), tmp_path / "es-3.sqlite")
    assert not files[1].exists() and all(file.exists() for file in files[2:])  # read long ago
    some = "kilo átalo cafeses chatear juan boxeada x plafs beja zises abejo zapanta niñita"
    for word in (*LISTED.split(), *some.split()):
        assert again.reason(word) == rules.reason(word), word
        assert (word in again.listed) == (word in rules.listed)


@pytest.mark.long  # the page's script reads them: it needs Node
def test_a_list_with_more_than_65536_different_reasons(tmp_path):
    rows = [
        (f"w{n:05}", True, Reason(f"{n:05}", "", "plural", "1", "rule")) for n in range(66_000)
    ]
    (tmp_path / "en.why").write_bytes(pack("h" * 64, "en", rows))
    found = read_back(tmp_path / "en.why", ["w00000", "w65999"])
    assert "00000" in found["w00000"][1] and "65999" in found["w65999"][1]


@pytest.mark.parametrize(
    ("word", "lemma", "form", "article", "certainty"),
    [
        ("dom", "dom", "base", "1", "rule"),
        ("domy", "dom", "pl-case", "9", "rule"),
        ("pisać", "pisać", "infinitive", "1", "rule"),
        ("pisał", "pisać", "pl-past", "9", "rule"),
        ("pisanie", "pisać", "pl-verbal-noun", "2", "rule"),
        ("błogi", "błogi", "entry", "4", "named"),
        ("pisana", "pisać", "pl-no-passive", "2", "rule"),
        ("banych", "banych", "named", "2", "named"),
        ("domże", "dom+że", "pl-clitic", "6", "guess"),
        ("warszawa", "Warszawa", "proper", "0", "rule"),
        ("pkp", "PKP", "initials", "0", "rule"),
    ],
)
def test_polish(tmp_path, word, lemma, form, article, certainty):
    affixes = """SET UTF-8
SFX H Y 3
SFX H ć ł ać
SFX H ć ła ać
SFX H ć ło ać
SFX i Y 1
SFX i ć nie ać
SFX E Y 1
SFX E ć na ać
SFX N Y 1
SFX N 0 y m
"""
    (tmp_path / "index.aff").write_text(affixes, encoding="utf-8")
    (tmp_path / "index.dic").write_text(
        "6\ndom/N\npisać/Hi\npisać/E\nWarszawa\nPKP\nbłogi\n", encoding="utf-8"
    )
    listed = "dom domy pisać pisał pisanie błogi"
    found = Polish(frozenset(listed.split()), [Dictionary(tmp_path)]).reason(word)
    assert found == (lemma, found.part, form, article, certainty)
    assert "{" not in in_words(word, True, found, "pl")


@pytest.mark.long  # the page's script reads them: it needs Node
def test_the_reasons_of_a_list_are_written_and_counted(rules, tmp_path, monkeypatch, capsys):
    here = (rules, sorted(rules.listed), alphabet("es"), "0" * 64)
    monkeypatch.setattr(command, "_rules", lambda path: here)
    files = ["-o", str(tmp_path / "es.why"), "--sheets", str(tmp_path)]
    assert main(["lexicon", "explain", "es", *files]) == 0
    assert "XII.17.10 " in capsys.readouterr().out
    assert "\tmares\t" in (tmp_path / "lacking.tsv").read_text("utf-8")
    assert read_back(tmp_path / "es.why", ["casas", "mares"]).keys() == {"casas", "mares"}


def test_the_change_of_an_edition_comes_with_reasons(rules, tmp_path, monkeypatch):
    fewer = Spanish(rules.listed - {"casas", "niñas", "atando", "buenamente"}, [])
    both = {"old": rules, "new": fewer}
    monkeypatch.setattr(command, "_rules", lambda path: (both[path.name], [], None, ""))
    command.changes(Path("old"), Path("new"), tmp_path)
    removed = (tmp_path / "removed.tsv").read_text("utf-8").splitlines()
    assert [line.split("\t")[:2] for line in removed[1:]] == [
        ["XII.17.2", "atando"], ["XII.18.4.1", "niñas"], ["XII.18.4.1", "casas"],
        ["XII.2", "buenamente"],
    ]  # fmt: skip
    assert len((tmp_path / "added.tsv").read_text("utf-8").splitlines()) == 1


def test_no_dictionary_is_one_line(tmp_path):
    with pytest.raises(UserError, match="no Hunspell dictionary"):
        Dictionary(tmp_path)


@pytest.mark.long
def test_the_examples_of_the_rulebook_have_their_articles():
    folders = [cache_dir() / "dictionaries" / one.replace("@", "-") for one in PACKAGES]
    if not all((folder / "index.dic").is_file() for folder in folders):
        pytest.skip("the dictionaries are not here: `corrido lexicon why casa` fetches them")
    listed = frozenset(listing(lexicons_dir() / "es.lex"))
    spanish = Spanish(listed, [Dictionary(folder) for folder in folders])
    table = Path(__file__).with_name("cases") / "es.tsv"
    with table.open(encoding="utf-8", newline="") as file:
        cases = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    same = [spanish.reason(case["word"]).article == case["article"] for case in cases]
    assert sum(same) >= 0.97 * len(cases)
    for word in ("ana", "na", "dea", "seda", "vida", "haza"):  # what was absurd
        assert not spanish.reason(word).form.startswith("feminine")
    assert spanish.reason("coitaba").form == "form-against"
    assert (spanish.reason("fue").form, spanish.reason("cesped").lemma) == (
        "preterite-3s",
        "césped",
    )
    found = [spanish.reason(word) for word in sorted(listed)[::40]]
    assert sum(reason.certainty != "guess" for reason in found) >= 0.98 * len(found)
    read = table.with_name("es_reasons.tsv").read_text("utf-8").splitlines()[1:]
    for line in read:  # each judged by hand
        word, *reason, _ = line.split("\t")
        assert spanish.reason(word) == Reason(*reason)
