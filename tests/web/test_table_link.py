"""A game by link: from the director's plan to a phone, and from its closing code to his row."""

import csv
import re
from html import unescape

from browsing import expect
from clockwork import Phone
from test_clock import DECODED, menu

from host_tools.cli import main

PLAN = "round,table,player-a,player-b\n2,7,Ana,Ñusta Gil\n2,8,Eva,Luz\n"
DRAWN = """async (svg) => {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { className: "code", width: 400, height: 400 });
  canvas.getContext("2d").fillStyle = "#fff";
  canvas.getContext("2d").fillRect(0, 0, 400, 400);
  canvas.getContext("2d").drawImage(picture, 0, 0, 400, 400);
  document.body.append(canvas);
}"""


def test_a_game_by_link_from_the_plan_to_the_directors_row(url, phone, tmp_path, capsys):
    plan, links, store = (tmp_path / name for name in ("plan.csv", "links.html", "hall.db"))
    plan.write_text(PLAN, encoding="utf-8")
    asked = ["hall", "links", "--plan", str(plan), "--site", url, "--mode", "wespa"]
    assert main([*asked, "-o", str(links)]) == 0
    printed = links.read_text("utf-8")
    phone.goto(url + "judge.html")
    drawn = re.search("<svg.*?</svg>", printed)[0].replace(
        "<svg", '<svg xmlns="http://www.w3.org/2000/svg"'
    )
    phone.evaluate(DRAWN, drawn)
    address = phone.evaluate(DECODED)  # by a reader that nobody here wrote
    assert address in unescape(printed) and address.endswith("&round=2&table=7")

    phone.goto(address)
    table = Phone.__new__(Phone)
    table.page = phone
    table.phase("setup")
    expect(phone.locator("#sheet h2").first).to_have_text("Ronda 2 · Mesa 7")
    expect(phone.locator("#sheet .row > .main")).to_contain_text("25 min")
    table.start()
    expect(phone.locator("#half-B .who")).to_have_text("B Ñusta Gil")
    phone.tap("#stop")
    table.phase("stopped")
    menu(phone, "Fin de partida")
    table.both()
    table.phase("over")
    phone.click("#sheet button:text-is('Puntuación final')")
    for player, points in (("A", "412"), ("B", "380")):
        phone.get_by_label(f"Puntos de {player}", exact=True).fill(points)
    phone.click("dialog .main")
    phone.wait_for_selector('#sheet td:text-is("412")')
    table.both()
    table.phase("closed")
    result = phone.locator("#sheet a.link").get_attribute("href")

    director = phone.context.new_page()
    director.goto(result)
    expect(director.locator("dialog tbody tr")).to_have_text("27Ana412Ñusta Gil380")
    with director.expect_download() as saved:
        director.click("dialog >> text=Guardar CSV")
    saved.value.save_as(tmp_path / "round.csv")
    where = ["--store", str(store), "--plan", str(plan)]
    assert main(["hall", "import", str(tmp_path / "round.csv"), *where]) == 0
    capsys.readouterr()
    main(["hall", "export", *where])  # table 8 still plays
    (row, *_) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (row["table"], row["player-a"], row["A.result"]) == ("7", "Ana", "412")

    phone.click("#menu")
    phone.click("#sheet .menu >> text=Mis partidas")
    expect(phone.locator("dialog summary")).to_contain_text("Ana 412 · Ñusta Gil 380")
    phone.keyboard.press("Escape")
    phone.click("#sheet >> text=Revancha")
    table.both()
    table.phase("ready")
    expect(phone.locator("#half-A .who")).to_have_text("A Ñusta Gil")
