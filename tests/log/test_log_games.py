"""From the bytes of a journal to games, accounts and the round's CSV."""

import csv
import io
import json
import struct
from binascii import crc32

import pytest
from corrido.store.journal.codec import BODY_AT
from corrido.ui.texts import LANGUAGES

from host_tools.log import account, export, games
from tests.conftest import type_in
from tests.log.conftest import four_ends, games_of, image_of, journal_on, recording


def armed_with(payload):
    """Return a log of one game whose first record has this payload."""
    flash, recorder = recording()
    recorder.journal.begin(1, payload)
    return image_of(flash)


@pytest.mark.parametrize(
    ("payload", "why"),
    [(b"", ""), (b"[]", ""), (b"[{}, {}]", ""), (b"[null, {}]", ""), (b"rules", ""),
     (b'[{"name": "wespa", "budget_ms": "much"}, {}]', "budget_ms is 'much': 10 to"),
     (b'[{"name": "wespa", "overtime_from_ms": -9e15}, {}]', "overtime_from_ms is -9"),
     (b'[{"name": "wespa", "signals_ms": 7}, {}]', "")],
)  # fmt: skip
def test_a_game_whose_settings_do_not_read_is_one_line(payload, why, tmp_path, capsys):
    """Only a forger could write such a one, with a valid chain."""
    path = tmp_path / "x.corridolog"
    armed_with(payload).save(path)
    for words in (["show"], ["show", "--json"], ["export"]):
        code, out, said = type_in(capsys, "log", *words, str(path))
        assert f"game 1: its settings do not read ({why}" in said
        assert (code, out, said.count("\n")) == (1, "", 1)
    code, said, _ = type_in(capsys, "log", "verify", str(path))
    assert code == 3 and "unbroken, unsigned, 1 entries, games 1 to 1" in said


def test_settings_forged_with_a_right_checksum_are_a_broken_chain(image, tmp_path, capsys):
    from corrido.store.journal import codec

    number = min(image.blocks)
    forged = bytearray(image.blocks[number])
    record, _ = codec.record_at(forged, BODY_AT, len(forged))
    at = BODY_AT + codec.HEAD_BYTES + len(codec.logs_of(record))
    forged[at : at + 2] = b"{{"
    end = BODY_AT + len(record) - codec.CRC_BYTES
    struct.pack_into("<I", forged, end, crc32(forged[BODY_AT:end]))
    image.blocks[number] = bytes(forged)
    image.save(path := tmp_path / "x.corridolog")
    code, said, _ = type_in(capsys, "log", "verify", str(path))
    assert code == 1 and "BROKEN at entry 0" in said
    assert type_in(capsys, "log", "show", str(path), "--game", "2")[0] == 0


def test_a_log_of_another_version_reads(image, tmp_path, capsys):
    values, labels = json.loads(games.one_game(image, 1).entries[0].payload)
    del values["penalty_points"]
    other = armed_with(json.dumps([{**values, "clocks": 3}, labels]).encode())
    game = games.one_game(other, 1)
    assert game.rules.penalty_points == 25 and game.labels == labels
    assert game.summary()["phase"] == "ready" and games.verify(other).unbroken


def test_the_games_and_their_figures(image):
    first, second = games_of(image)
    report = games.verify(image)
    assert report.unbroken and report.entries == len(first.entries) + len(second.entries)
    found = first.summary()
    assert found["phase"] == "closed" and found["table"] == "4"
    assert (found["A"]["turns"], found["A"]["penalty"]) == (2, 30)
    assert (found["B"]["challenges"], found["B"]["challenges_won"]) == (1, 1)
    told = account.text(first, "en")
    assert "[taken back] press of B" in told
    assert "30 points off A (art. 49)" in told
    assert "press without effect" in told


def test_any_turned_bit_of_the_last_entry_breaks_the_chain(image):
    number = max(number for number, data in image.blocks.items() if data[BODY_AT] != 0xFF)
    block = image.blocks[number]
    end = len(block.rstrip(b"\xff"))
    start = block.rindex(games_of(image)[-1].entries[-2].chain, 0, end) + 12
    start = end - len(block[start:end].lstrip(b"\xff"))  # it may begin the next page
    assert block[start] == 0x4C and len(block[start:end]) < 64
    for bit in range(8 * (end - start)):
        turned = bytearray(block)
        turned[start + bit // 8] ^= 1 << bit % 8
        image.blocks[number] = bytes(turned)
        assert not games.verify(image).unbroken, (bit // 8, bit % 8)


FORMS = ("show FILE", "show FILE --json", "export FILE", "export FILE --json")


@pytest.mark.parametrize("form", FORMS)
def test_players_need_not_see_which_word_failed(image, form, tmp_path, capsys):
    image.save(path := tmp_path / "mesa.corridolog")
    words = ["log", *form.replace("FILE", str(path)).split()]

    def told(*more):
        code, out, _ = type_in(capsys, *words, *more)
        assert code == 0
        return out

    chains = {entry.chain.hex() for game in games_of(image) for entry in game.entries}
    said = told()
    assert "zuzar no" in said or form == "export FILE"
    assert "figos no" in said or form == "export FILE"
    said = told("--no-words")
    assert "zuzar" not in said and "figos" not in said
    assert not any(chain in said for chain in chains)


def test_a_round_is_one_csv(image, tmp_path, capsys):
    files = []
    for table in range(20):
        image.device["name"] = f"Mesa {table}"
        files.append(str(tmp_path / f"{table}.corridolog"))
        image.save(tmp_path / f"{table}.corridolog")
    code, out, _ = type_in(capsys, "log", "export", *files, "--last")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0 and len(rows) == 20
    assert {row["game"] for row in rows} == {"2"}
    assert rows[3]["name"] == "Mesa 3" and rows[3]["A.turns"] == "2"
    assert list(rows[0]) == list(export.COLUMNS)


def test_a_flood_of_presses_is_told_with_its_number(flash, capsys, tmp_path):
    journal = journal_on(flash)
    journal.begin(3, journal.beginning())
    for number in range(40):
        journal.ignored(1000 + number, b"\x01", 1)
    journal.append(2, 2000, 1, 1, 0, ("press",))
    journal._reserve = 999
    for number in range(20):
        journal.ignored(3000 + number, bytes((number,)), 2)
    found = games.verify(image_of(flash))
    assert found.whole and found.dropped == 16
    image_of(flash).save(path := tmp_path / "a.corridolog")
    assert "16 presses without effect" in type_in(capsys, "log", "verify", str(path))[1]
    last = list(games_of(image_of(flash)))[-1]
    told = [text for _, text, _, _ in account.lines(last, "en")]
    assert "40 × press without effect" in told
    assert "16 presses without effect that the log has no room for" in told


def test_each_decision_is_told_with_its_article(image, tmp_path, capsys):
    path = tmp_path / "mesa.corridolog"
    image.save(path)
    told = {}
    for language in LANGUAGES:
        code, out, _ = type_in(capsys, "log", "why", str(path), "--language", language)
        assert code == 0
        told[language] = out
    for decision in (
        "[art. 40, 45.2: not valid: a pass]",
        "[art. 34.5: ARBITER]",
        "[art. 49: A loses 30: penalty]",
        "[art. 45: end agreed]",
    ):
        assert told["en"].count(decision) == 1
    assert "[art. 49: A pierde 30: sanción]" in told["es"]
    assert "folded" not in told["en"] and "B challenges" not in told["en"]
    assert "B challenges" in type_in(capsys, "log", "show", str(path), "--language", "en")[1]


def test_the_summary_says_what_a_game_is_worth(tmp_path, capsys):
    image_of(four_ends()).save(path := tmp_path / "m.corridolog")
    scored = ("A: score 412, to deduct 10, result ", "B: score 380, to deduct 0, result ")
    for number, told in enumerate((
        (f"\n{scored[0]}402, time used", f"{scored[1]}380, time"),
        ("\nforfeit of A\n", f"{scored[0]}0, time", f"{scored[1]}50, time"),
        ("\nforfeit of A and B\n", f"{scored[0][:-9]}, time"), ("\nvoid\n", "\nA: time used"),
    ), 1):  # fmt: skip
        game = ("--game", str(number), "--language", "en")
        out = type_in(capsys, "log", "show", str(path), *game)[1]
        assert not [part for part in told if part not in out], out
    game = games.one_game(image_of(four_ends()), 1)
    game.entries = game.entries[:-2]  # B's signature and what followed
    assert account.figures(game, "en")[0] == "phase: over"


def test_scores_deductions_and_blanks_are_in_the_rounds_csv(image, tmp_path, capsys):
    image_of(four_ends()).save(path := tmp_path / "a.corridolog")
    image.save(without := tmp_path / "b.corridolog")
    text = type_in(capsys, "log", "export", str(path), str(without))[1]
    first, *_, last = csv.DictReader(io.StringIO(text))
    found = [[row[f"{who}.{name}"] for who in "AB"] for row in (first, last)
             for name in ("score", "points", "blanks")]  # fmt: skip
    assert found == [["412", "380"], ["10", "0"], ["CH", ""], ["", ""], ["0", "0"], ["", ""]]
    text = type_in(capsys, "log", "show", str(path), "--game", "1", "--language", "en")[1]
    assert "blank of A: stands for CH" in text
