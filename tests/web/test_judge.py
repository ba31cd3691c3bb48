"""The word judge at the arbiter's table."""

from pathlib import Path

import pytest

from host_tools.paths import lexicons_dir

GAME = "round=2;table=3;A=Ana;B=Luis;points.A=10;points.B=0"


def opened(page, url: str):
    """The page, ready for the first word."""
    page.goto(url + "judge.html")
    page.wait_for_selector(".tiles", timeout=60_000)
    return page


def judged(page, tiles: str) -> str:
    """Enter one play, let both players confirm, and return the verdict's class."""
    for tile in tiles.split():
        page.click("text=Otra palabra" if tile == "+" else f'.tile:text-is("{tile}")')
    page.click(".letters .main")
    page.click('.confirm button:has-text("A:")')
    assert page.query_selector(".verdict") is None, "one player alone gets no verdict"
    page.click('.confirm button:has-text("B:")')
    page.wait_for_selector(".verdict")
    return page.get_attribute(".verdict", "class")


@pytest.mark.parametrize(
    ("tiles", "verdict"),
    [("C A S A", "valid"), ("C A S X", "invalid"), ("C A S A + N I Ñ X", "invalid"),
     ("C H O RR E A B A", "valid")],
)  # fmt: skip
def test_one_verdict_for_the_whole_play(url: str, phone, tiles: str, verdict: str) -> None:
    assert verdict in judged(opened(phone, url), tiles).split()


def test_the_words_are_gone_after_ten_seconds(url: str, phone) -> None:
    judged(opened(phone, url), "C A S A")
    phone.wait_for_timeout(8500)
    assert phone.query_selector(".verdict")
    phone.wait_for_selector(".tiles", timeout=4000)
    assert "CASA" not in phone.inner_text("#desk")


def test_the_log_and_the_way_out_are_behind_a_password(url: str, phone) -> None:
    judged(opened(phone, url), "C A S X")
    assert not phone.is_visible("nav")
    phone.click("#leave")
    phone.get_by_label("Contraseña nueva para salir").fill("secreto")
    phone.keyboard.press("Tab")
    assert "CASX no" in phone.inner_text("dialog")
    with phone.expect_download() as saved:
        phone.click("dialog >> text=Guardar CSV")
    lines = Path(saved.value.path()).read_text("utf-8").splitlines()
    assert lines[0] == "time,list,verdict,words" and ",invalid,CASX no" in lines[1]
    phone.keyboard.press("Escape")
    phone.click("#leave")
    for word, seen in (("falso", False), ("secreto", True)):
        phone.fill("dialog input", word)
        phone.click("dialog .main")
        phone.wait_for_timeout(700)
        assert bool(phone.query_selector("dialog >> text=CASX no")) is seen


def test_a_list_from_a_file(url: str, phone, tmp_path: Path, corrido) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ZZYZX\nCASA\n")
    result = corrido(
        "lexicon", "build", str(words), "-o", str(tmp_path / "club.lex"),
        "--alphabet", "en", "--name", "club", "--edition", "1",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    opened(phone, url)
    phone.click("#leave")
    phone.set_input_files("dialog input[type=file]", tmp_path / "club.lex")
    phone.wait_for_selector("#list:has-text('club 1')", state="attached")
    phone.keyboard.press("Escape")
    phone.wait_for_selector('.tile:text-is("W")')
    assert "valid" in judged(phone, "Z Z Y Z X").split()
    phone.reload()
    phone.wait_for_selector('.tile:text-is("W")', timeout=60_000)


def test_a_damaged_list_is_refused(url: str, phone, tmp_path: Path) -> None:
    damaged = bytearray((lexicons_dir() / "es.lex").read_bytes())
    damaged[5000] ^= 4
    (tmp_path / "bad.lex").write_bytes(damaged)
    opened(phone, url)
    phone.click("#leave")
    phone.set_input_files("dialog input[type=file]", tmp_path / "bad.lex")
    phone.wait_for_selector("#wrong:has-text('lexicon-damaged')")
    phone.keyboard.press("Escape")
    assert "valid" in judged(phone, "C A S A").split()


def test_closing_codes_become_the_rounds_table(url: str, phone) -> None:
    opened(phone, url)
    phone.click("#rounds")
    for code in (GAME, GAME, "https://example.org/"):
        phone.fill("dialog textarea", code)
        phone.click("dialog >> text=Añadir")
    assert "no es de una partida" in phone.inner_text("dialog")
    with phone.expect_download() as saved:
        phone.click("dialog >> text=Guardar CSV")
    lines = Path(saved.value.path()).read_text("utf-8").splitlines()
    assert len(lines) == 2, "a code that is read twice is one game"
    assert lines[0].startswith("round,table,A,B,points.A") and lines[1].startswith("2,3,Ana,Luis")
