"""`corrido lexicon` from outside: output, exit codes, one-line errors."""

import gc
import io
import json
import tarfile
import warnings
from pathlib import Path

from host_tools.lexicon import sources
from host_tools.paths import lexicon_path
from tests.conftest import type_in
from tests.lexicon.small import build

CASES = Path(__file__).parent / "cases" / "es.tsv"


def run(capsys, *words):
    return type_in(capsys, "lexicon", *words)


def test_check_answers_in_order_as_given(capsys):
    code, out, _ = run(capsys, "check", "es", "zuzar", "figos", "ping-pong", "kilo", "ZUZÁR")
    assert code == 0
    assert out.splitlines() == [
        "zuzar\tplayable", "figos\tnot-playable", "ping-pong\tnot-spellable",
        "kilo\tnot-spellable", "ZUZÁR\tplayable",
    ]  # fmt: skip


def test_a_play_has_one_answer_and_a_word(capsys, monkeypatch):
    assert run(capsys, "check", "es", "--play", "zuzar", "amais")[1] == "valid\n"
    assert run(capsys, "check", "es", "--play", "zuzar", "figos")[1] == "invalid\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    code, out, err = run(capsys, "check", "es", "--play", "-")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_check_reads_lines_with_their_spaces(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"zuzar\r\na b\n\nkilo")))
    lines = run(capsys, "check", "es", "figos", "-", "casa")[1].splitlines()
    assert [line.split("\t")[0] for line in lines] == ["figos", "zuzar", "a b", "", "kilo", "casa"]
    assert lines[1:4] == ["zuzar\tplayable", "a b\tnot-spellable", "\tnot-spellable"]


def test_the_real_interpreter_answers_alike_for_more_words_than_fit_its_memory(
    capsys, monkeypatch, micropython
):
    lines = io.TextIOWrapper(io.BytesIO(b"zuzar\nfigos\nkilo\n" * 7000))
    monkeypatch.setattr("sys.stdin", lines)
    code, out, _ = run(capsys, "check", "es", "-", "--runtime", "micropython")
    answers = ["zuzar\tplayable", "figos\tnot-playable", "kilo\tnot-spellable"]
    assert (code, out.splitlines()) == (0, answers * 7000)


def test_info_of_a_damaged_file_says_so_and_others_refuse(capsys, tmp_path):
    data = bytearray(lexicon_path("es").read_bytes())
    data[1000] ^= 4
    bad = tmp_path / "bad.lex"
    bad.write_bytes(bytes(data))
    assert "None" not in run(capsys, "info", str(bad))[1]
    code, out, _ = run(capsys, "info", str(bad), "--json")
    assert (code, json.loads(out)["ok"]) == (1, False)
    for words in (("list",), ("check", "zuzar"), ("audit", "--cases", str(CASES))):
        code, out, err = run(capsys, words[0], str(bad), *words[1:])
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_info_of_a_file_that_cannot_be_read_is_no_damage(capsys, monkeypatch, tmp_path):
    def refused(path):
        raise PermissionError(13, "Permission denied", path)

    (tmp_path / "mine.lex").write_bytes(b"CLEX")
    monkeypatch.setattr("host_tools.lexicon.command.Lexicon", refused)
    code, out, err = run(capsys, "info", str(tmp_path / "mine.lex"), "--json")
    assert (code, out, err.count("\n")) == (2, "", 1) and "Permission denied" in err


def test_every_file_is_closed_again(capsys, tmp_path):
    build(capsys, tmp_path, b"casa\nperro\n")
    lexicon = tmp_path / "list.lex"
    gc.collect()  # files that other tests left open are not reported here
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        for words in (("info",), ("list",), ("check", "casa"), ("check", *["casa"] * 2001)):
            assert run(capsys, words[0], str(lexicon), *words[1:])[0] == 0
        lexicon.write_bytes(lexicon.read_bytes()[:-1] + b"?")  # its hash no longer matches
        assert [run(capsys, name, str(lexicon))[0] for name in ("info", "list")] == [1, 2]
        gc.collect()
    assert [str(warning.message) for warning in told] == []


def test_a_fetched_package_without_its_list_is_one_line(capsys, monkeypatch, tmp_path):
    def packed(_command, folder, *_):
        with tarfile.open(folder / "list.tgz", "w:gz"):
            return "list.tgz\n"

    monkeypatch.setattr(sources, "_tool", lambda name: name)
    monkeypatch.setattr(sources, "_run", packed)
    code, out, err = run(capsys, "fetch", "es", "-o", str(tmp_path / "es.lex"))
    assert (code, out, err.count("\n")) == (2, "", 1) and "index.json" in err


def test_a_long_list_needs_numba(capsys, monkeypatch, tmp_path):
    from host_tools.lexicon import jit

    monkeypatch.setattr(jit, "COMPILED", False)
    monkeypatch.setattr(jit, "PLAIN_WORDS", 1)
    code, err = build(capsys, tmp_path, b"casa\nperro\n")
    assert (code, err.count("\n"), (tmp_path / "list.lex").exists()) == (2, 1, False)
    assert "words need numba" in err and '"corrido[lexicon]"' in err


def test_the_audit_counts_by_article(capsys):
    code, out, _ = run(capsys, "audit", "es", "--cases", str(CASES), "--json")
    report = json.loads(out)
    wrong = sum(len(a["disagreements"]) for a in report["articles"].values())
    assert code == 0
    assert report["cases"] - report["agree"] == wrong
    assert report["agree"] / report["cases"] > 0.96


HEADER = "word\tplayable\tarticle\n"


def test_a_quotation_mark_takes_in_no_rows(capsys, tmp_path):
    table = tmp_path / "cases.tsv"
    table.write_text(HEADER + '"casa\tno\t40\nfigos\tyes\t41\ncasa\tyes\t41\n', encoding="utf-8")
    code, out, _ = run(capsys, "audit", "es", "--cases", str(table), "--json")
    report = json.loads(out)
    assert (code, report["cases"], report["agree"]) == (0, 3, 2)
