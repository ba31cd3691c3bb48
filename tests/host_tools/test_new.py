"""Everything added by a recipe is complete; a scaffold is not, and says what it lacks."""

import json
import re
import shutil
from pathlib import Path

import pytest

from host_tools.workshop.new.kinds import KINDS
from host_tools.workshop.new.screen import HASHES
from tests.conftest import ROOT, type_in

THERE = [(kind, name) for kind, of in KINDS.items() for name in of.names(ROOT)]
NEW = {"board": "pico9", "preset": "club-99", "language": "xx", "alphabet": "xx", "screen": "tea"}
COPIED = (
    "boards", ".ci", "docs/hardware.md", "docs/deploy.md", "docs/deploy.es.md", "docs/presets.md",
    "docs/rules-by-article.md", "tests/scenarios",
    "firmware/corrido/ui/texts", "firmware/corrido/ui/screens", "firmware/corrido/ui/grids.py",
    "firmware/corrido/ui/rings.py",
    "firmware/corrido/lexicon",
    "firmware/corrido/core/presets.py", "firmware/corrido/store/settings_table.py",
    "host_tools/workshop/screens", "tests/screens/hashes.txt",
    "host_tools/log/phrases", "host_tools/web/static", "host_tools/web/site",
    "host_tools/workshop/pages/sources.py", "tests/lexicon/test_alphabets.py",
    "tests/ui/test_grids.py",
)  # fmt: skip


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that the recipes touch, in a separate folder."""
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    return tmp_path


@pytest.mark.parametrize(("kind", "name"), THERE, ids=lambda word: word)
def test_what_is_there_lacks_nothing(kind, name):
    assert KINDS[kind].lacks(ROOT, name) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_is_not_whole_and_says_why(kind, tree, capsys):
    name = NEW[kind]
    code, out, err = type_in(capsys, "new", kind, name, "--root", str(tree))
    assert (code, err) == (1, "") and "wrote " in out and "TODO" in out
    assert name in KINDS[kind].names(tree)
    again = type_in(capsys, "new", kind, name, "--root", str(tree))
    assert again[0] == 1 and "wrote" not in again[1], "what is there is not written over"
    assert KINDS[kind].lacks(tree, name)


def test_a_language_translated_in_one_place_only_is_not_whole(tree):
    kind = KINDS["language"]
    kind.begin(tree, "xx")
    for name in ("xx_menus", "xx"):
        path = tree / f"firmware/corrido/ui/texts/{name}.py"
        path.write_text(path.read_text(encoding="utf-8").replace("TODO ", ""), encoding="utf-8")
    lacking = kind.lacks(tree, "xx")
    assert "settings_table" in lacking[0] and "docs/deploy.md" in lacking[1], lacking
    assert "host_tools/log/phrases/xx.py is missing: en's is to be translated" in lacking
    assert "host_tools/web/static/texts/xx.js is missing: en's is to be translated" in lacking
    assert "host_tools/web/site/clock.html: its list lacks xx" in lacking
    assert "host_tools/web/static/language.js does not import texts/xx.js" in lacking
    menus = Path("firmware/corrido/ui/texts/es_menus.py")
    assert f"{menus}: no text 'language.xx'" in lacking
    assert lacking[-1].split()[0] == str(HASHES)
    text = path.read_text(encoding="utf-8")
    assert "\nready=" in text
    path.write_text(text.replace("\nready=", "\nraedy="), encoding="utf-8")
    assert {"text 'ready' is missing", "text 'raedy' is used nowhere"} <= set(
        kind.lacks(tree, "xx")
    )


def test_every_text_of_a_new_language_is_marked(tree):
    """This includes those whose keys are digits or capitals, such as the modes and the players."""
    *tables, _ = KINDS["language"].begin(tree, "xx")
    for path in tables:
        lines = path.read_text(encoding="utf-8").partition("TEXTS = {")[2].splitlines()
        texts = [line for line in lines if "=" in line]
        assert texts and all("=TODO " in line for line in texts), path.name


def test_a_preset_without_articles_and_a_name_is_not_whole(tree):
    kind = KINDS["preset"]
    for path in kind.begin(tree, "club-99"):
        text = path.read_text(encoding="utf-8").replace("TODO", "done")
        path.write_text(text, encoding="utf-8")
    scenario, articles, *named, page = kind.lacks(tree, "club-99")
    assert scenario == "docs/rules-by-article.md does not name `game-club-99`"
    assert "SOURCES has no row 'club-99'" in articles and "presets.md" in page
    assert len(named) == len(KINDS["language"].names(tree))
    assert all("no text 'preset.club-99'" in line for line in named)


def test_an_alphabet_is_whole_with_its_grid_its_ring_and_its_tests(tree):
    kind = KINDS["alphabet"]
    (table,) = kind.begin(tree, "xx")
    text = table.read_text(encoding="utf-8").replace('"TODO"', '""')
    table.write_text(text, encoding="utf-8")
    assert [line.partition(":")[0] for line in kind.lacks(tree, "xx")] == [
        "firmware/corrido/ui/grids.py", "firmware/corrido/ui/rings.py",
        "tests/lexicon/test_alphabets.py", "tests/ui/test_grids.py",
    ]  # fmt: skip


def test_a_board_copied_to_a_new_name_is_not_whole(tree):
    shutil.copytree(tree / "boards/pico", tree / "boards/pico9")
    assert "boards/pico9/board.py does not call the board pico9" in KINDS["board"].lacks(
        tree, "pico9"
    )


def test_a_scaffold_marks_every_claim_about_the_board_it_was_copied_from(tree):
    KINDS["board"].begin(tree, "board9")
    folder = tree / "boards/board9"
    assert not list(folder.glob("*.svg")), "drawn from another board's pins"
    for page in ("README.md", "README.es.md"):
        text = (folder / page).read_text(encoding="utf-8")
        assert "pico_w" not in text and "--board board9" in text
        assert not re.search(r"(?<!TODO )\b(Pico|RP2040)\b", text)


def test_a_board_may_begin_with_the_folder_of_one_of_its_own_port(tree, capsys):
    """An ESP32's image is written by esptool, which has to be told chip and address."""
    new = ("new", "board", "board9", "--root", str(tree))
    assert type_in(capsys, *new, "--like", "esp32s3")[0] == 1
    folder = tree / "boards/board9"
    wiring = (folder / "board.py").read_text(encoding="utf-8")
    assert '"name": "board9"' in wiring and "Esp32Board" in wiring
    for page in ("README.md", "README.es.md"):
        text = (folder / page).read_text(encoding="utf-8")
        assert "esp32s3" not in re.sub(r"`[^`]*`", "", text) and "--board board9" in text
        assert not re.search(r"(?<!TODO )\bESP32-S3\b", text)
    facts = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    assert facts["flash"] == {"chip": "TODO", "address": 0}
    del facts["flash"]
    (folder / "board.json").write_text(json.dumps(facts), encoding="utf-8")
    assert "board.json: no flash: esptool's chip" in type_in(capsys, *new)[1]


@pytest.mark.parametrize(
    ("mcu", "names", "told"),
    [
        ("ESP32S3", [], "esp32s3 is for the same chip, with no names either"),
        ("RP2040", ["Raspberry Pi Pico"], "pico is for the same chip, with the same name"),
    ],
)
def test_two_boards_that_deploy_could_not_tell_apart_are_told(tree, mcu, names, told):
    KINDS["board"].begin(tree, "board9")
    file = tree / "boards/board9/board.json"
    facts = json.loads(file.read_text(encoding="utf-8"))
    for given, expected in ((names, True), (["Board 9"], False)):
        file.write_text(json.dumps({**facts, "mcu": mcu, "names": given}), encoding="utf-8")
        lacking = "\n".join(KINDS["board"].lacks(tree, "board9"))
        assert (f"boards/board9/board.json: names: {told}" in lacking) == expected


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("board", "board9", "--like", "esp9"), "no board 'esp9' to copy: one of esp32,"),
        (("language", "xx", "--like", "esp32"), "only `new board` takes it"),
    ],
    ids=["unknown", "of a language"],
)
def test_a_model_that_cannot_be_copied_is_refused(tree, capsys, words, told):
    code, _, err = type_in(capsys, "new", *words, "--root", str(tree))
    assert code == 2 and told in err
    assert not (tree / "boards/board9").exists()


def test_a_board_whose_folder_alone_is_filled_in_is_not_whole(tree):
    """It also needs its header on the soldering sheet, its case, its links and its types."""
    kind, folder = KINDS["board"], tree / "boards/board9"
    for file in kind.begin(tree, "board9"):
        text = file.read_text(encoding="utf-8").replace("TODO", "armv6m")
        file.write_text(text, encoding="utf-8")
    row, *pages = kind.lacks(tree, "board9")[:4]
    assert "kit.toml: no [board.board9]" in row
    assert [line.split()[0] for line in pages] == [
        "docs/hardware.md", "boards/README.md", "boards/README.es.md",
    ]  # fmt: skip
    types, *drawings = kind.lacks(tree, "board9")[4:]
    assert "boards/board9" in types and len(drawings) == 1
    (folder / "board.json").write_text('{"architecture": "armv6m"}', encoding="utf-8")
    assert "boards/board9/board.json: no title" in kind.lacks(tree, "board9")


def test_a_folder_that_is_no_board_for_a_table_is_not_touched(tree, capsys):
    code, _, err = type_in(capsys, "new", "board", "sim", "--root", str(tree))
    assert code == 2 and "boards/sim exists already" in err


def test_a_screen_that_nothing_opens_and_nobody_has_seen_is_not_whole(tree):
    kind = KINDS["screen"]
    for file in kind.begin(tree, "tea"):
        text = file.read_text(encoding="utf-8")
        compile(text, file.name, "exec")
        file.write_text(text.replace("TODO ", "").replace("  # TODO", ""), encoding="utf-8")
    lacking = kind.lacks(tree, "tea")
    assert [line.split()[0] for line in lacking] == [
        "nothing",
        "tests/screens/hashes.txt",
    ]
    assert "menu-tea" in lacking[1]
    menu = tree / "firmware/corrido/ui/screens/menu.py"
    opening = 'beside("tea.TeaScreen")(nav)'
    menu.write_text(f"{menu.read_text(encoding='utf-8')}# {opening}\n", encoding="utf-8")
    assert kind.lacks(tree, "tea") == lacking[1:]


@pytest.mark.parametrize("name", ["", "../x", "Ñ", "a" * 30, "X Y"])
def test_a_name_that_is_none_is_one_line(name, tree, capsys):
    for kind in KINDS:
        code, _, err = type_in(capsys, "new", kind, name, "--root", str(tree))
        assert code == 2 and err.count("\n") == 1
