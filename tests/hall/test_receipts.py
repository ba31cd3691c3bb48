"""Closing codes as a director gets them: a photograph, a text, the arbiter's table."""

import json
import subprocess
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from corrido.core import events
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.store.journal.codec import Links
from corrido.store.nor import layout
from corrido.store.settings import Settings
from corrido.ui.receipt import authentication, receipt

from host_tools.cli import main
from host_tools.hall.formats import columns
from host_tools.hall.results import NOT_PROVEN, _row_of_code, desk
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, view
from host_tools.log.export import as_csv
from host_tools.log.receipts import FORGED, UNKNOWN, from_json, load, parse
from host_tools.npm import node
from host_tools.paths import pages_dir
from host_tools.sim.device import Device
from host_tools.sim.runtime import UNIQUE_ID
from tests.hall.played import status

SITE = pages_dir() / "site"
SCRIPTS = {name: SITE / name for name in ("judge/lookups.js", "static/dom.js")}
CODE = """Corrido Sala 1-12, table 12, round 3, date 2026-05-01
game 4 fise-corrido
A Begoña Núñez 412-10=402 26:03 over 0:41
B Żaneta Śliwa 98-0=98 24:59
log 57 00112233aabbccdd 5a01-00c0ffee"""
SETTINGS = {
    "preset": "fise-corrido", "budget": "60", "device-name": "Sala 1-12", "round": "3",
    "table": "12", "player-a": "Begoña", "player-b": "Eva",
}  # fmt: skip


def test_every_figure_is_read():
    found = parse(CODE)
    assert found is not None
    assert (found.device, found.table, found.round) == ("Sala 1-12", "12", "3")
    assert (found.game, found.preset, found.void) == (4, "fise-corrido", False)
    a, b = found.sides
    assert (a.name, a.score, a.off, a.used_ms, a.over_ms) == (
        "Begoña Núñez", 412, 10, 1_563_000, 41_000,
    )  # fmt: skip
    assert (b.score, b.off, b.over_ms) == (98, 0, 0)
    assert (found.seq, found.link, found.tag) == (57, "00112233aabbccdd", "5a01-00c0ffee")
    assert from_json(found.as_json()) == found


def test_a_game_without_names_and_scores():
    found = parse("Corrido\ngame 1 wespa VOID\nA -20 0:00\nB -0 12:30\nlog 9 ")
    assert found is not None and found.void and found.device == found.table == ""
    assert [side.score for side in found.sides] == [None, None]


def test_whom_only_a_plan_names_changes_seats_with_the_players():
    """Persons, not seats: live and by the closing code, from a device that knows no names."""
    plan, store = Plan(), Store(None)
    plan.add({"table": "7", "player-a": "Ana", "player-b": "Luz"})
    match = Game(rules_for("fise-corrido"))
    for seq, (kind, who) in enumerate(((events.ARM, 0), (events.SWAP, 0), (events.PRESS, 1)), 1):
        match.handle((seq, 1000 * seq, kind, who, 0))
    log = SimpleNamespace(last_link=bytes, links=Links(None))
    for known, marked in (({}, True), ({"player-a": "Ana", "player-b": "Luz"}, False)):
        found = parse(receipt(match, {"table": "7", **known}, 1, 3, log).decode())
        assert found and found.crossed == marked
        row = _row_of_code(found, plan, "code")
        assert (row["player-a"], row["player-b"]) == ("Luz", "Ana")
    status("t7", 0.0, store, crossed=1)
    assert [(row.player_a, row.player_b) for row in view(store, plan, 0.0)] == [("Luz", "Ana")]


@pytest.mark.parametrize(
    "text",
    ["", "WIFI:S:club;;", CODE.replace("game 4", "game x"), CODE.replace("\nB", "\nA"),
     CODE.replace("412", "4" * 400), "\n".join(CODE.splitlines()[:4]), CODE + "\nmore"],
)  # fmt: skip
def test_another_text_is_none(text):
    assert parse(text) is None


@pytest.mark.parametrize(("language", "apart"), [("en", b","), ("es", b";")])
def test_texts_and_tables_bring_the_same(tmp_path, language, apart):
    """The page's own script makes the table, from two codes; one name is a formula."""
    other = CODE.replace("Begoña Núñez", "=1+1").replace("412-10=402", "-10")
    texts = tmp_path / "codes.txt"
    texts.write_text(f"{CODE}\n\n{other}\n")
    table = tmp_path / "corrido-round.csv"
    for name, source in SCRIPTS.items():  # as they lie on the site
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(source.read_bytes())
    script = f"""
    import {{ csv, figures }} from {json.dumps((tmp_path / "judge/lookups.js").as_uri())};
    globalThis.document = {{ documentElement: {{ lang: "{language}" }} }};
    const rows = {json.dumps([CODE, other])}.map((code) => ({{ ...figures(code), code }}));
    process.stdout.write(csv(rows));
    """
    run = [*node(), "--input-type=module", "-e", script]
    table.write_bytes(subprocess.run(run, capture_output=True, check=True).stdout)
    data = table.read_bytes()
    assert b"'=1+1" in data and apart in data.splitlines()[0]
    assert data.startswith(b"\xef\xbb\xbf") == (language == "es")
    assert load(texts) == load(table) and len(load(texts)) == 2


KEY = "5a" * 32
THIRD, SEVENTH = "03" * 8, "07" * 8
KEYS = {THIRD: bytes(32), SEVENTH: bytes(range(32))}


def signed(points, last=9, device=SEVENTH, key=None):
    """Return the code of a game at table 7, as a device made it."""
    text = f"Corrido, table 7\ngame 1 wespa\nA {points}-0={points} 9:00\nB -0 9:00\nlog {last} aa"
    links = Links(bytes.fromhex(device), key or KEYS[device])
    return parse(f"{text} {authentication(links.tag_of, text.encode()).decode()}")


def test_a_code_counts_for_the_table_of_the_device_that_made_it():
    """Of table 3: forged by its owner, or a device that was moved and kept its old label."""
    for codes, heard, state in (
        ([signed(400, device=THIRD)], "closed", "made by the device of table 3"),
        ([signed(400)], "closed", "signed"),
        ([signed(400), signed(500, device=THIRD)], "closed", "differ"),
        ([signed(400), signed(500, 12, THIRD)], "closed", "differ"),
        ([signed(400)], "running", "heard open"),
    ):
        store = Store(None)
        for one in codes:
            assert one and store.take_receipt(one)
        status(THIRD, 1.0, store, table="3", id=THIRD, phase="setup")
        status(SEVENTH, 1.0, store, table="7", id=SEVENTH, phase=heard, game=1, preset="wespa")
        (line,) = (line for line in desk(store, Plan(), None, None, KEYS) if line.table == "7")
        assert line.said.endswith(state) or state in line.said
        assert bool(line.row) == (state == "signed")


def test_a_photograph_of_a_real_screen(tmp_path, capsys):
    """A game played by the pins of the simulated device; its display is photographed."""
    from PIL import Image

    from host_tools.sim import png
    from tests.ui.test_closing import closed

    device = Device.provisioned(SETTINGS, "cpython")
    settings = Settings(device.world.flash, layout(device.world.flash)[0][0])
    settings.set_log_key(bytes.fromhex(KEY))
    settings.commit()
    try:
        lit = np.array(png.pixels(closed(device)), np.uint8) * 255
    finally:
        device.close()
    large = np.pad(np.kron(lit, np.ones((6, 6), np.uint8)), 90, constant_values=40)
    path = tmp_path / "mesa12.jpg"
    Image.fromarray(large).rotate(4, fillcolor=40).save(path, quality=70)
    (found,) = load(path)
    assert (found.table, found.round, found.sides[0].name) == ("12", "3", "Begoña")
    assert found.sides[0].off + found.sides[1].off == 10 and found.link
    own, other = (_keys(tmp_path, name) for name in (UNIQUE_ID.hex(), "00" * 8))
    code = f"{found.text} {found.tag}"
    for words, exit_code, verdict in (
        ([str(path), "--key", own], 0, f"authenticated by device {UNIQUE_ID.hex()}"),
        ([code.replace("table 12", "table 13"), "--key", own], 1, "NOT authenticated"),
        ([code, "--key", other], 1, "unknown key"), ([code], 1, "unknown key"),
        ([found.text, "--key", own], 1, "no key"),
    ):  # fmt: skip
        assert main(["log", "closing", *words]) == exit_code
        out = capsys.readouterr().out
        assert verdict in out and "does not prove" in out


def _keys(folder, device):
    path = folder / f"{device}.keys"
    path.write_text(json.dumps({"corrido_keys": 1, "keys": {device: KEY}}))
    return str(path)


def test_with_the_keys_a_code_counts_only_if_a_device_made_it():
    for codes, expected in (
        ([signed(400)], ["signed", 400]),
        ([signed(400, key=b"x")], [NOT_PROVEN[UNKNOWN], None]),
        ([replace(signed(400), text="x")], [NOT_PROVEN[FORGED], None]),
        ([signed(400), signed(410, 12)], ["signed", 410]),  # the game was reopened
        ([signed(410, 12), signed(400)], ["signed", 410]),
    ):
        store = Store(None)
        for one in codes:
            assert store.take_receipt(one) and not store.take_receipt(one)
        (line,) = desk(store, Plan(), None, None, KEYS)
        assert [line.said, line.row and line.row["A.result"]] == expected
        if line.row:
            start = f",7,,,,yes,,{expected[1]},0,{expected[1]},"
            assert as_csv([line.row], columns(None)).splitlines()[1].startswith(start)
        assert line.state == ("signed" if line.row else "unproven")
