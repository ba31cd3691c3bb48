"""The director's page and the queue of calls, with forty tables, in a real browser."""

import itertools
import re

import pytest
from browsing import apps, context_of, expect
from test_sheets import CHECKED, check, enlarged, resize, wide

from host_tools.hall import air, page
from host_tools.hall.messages import Heard, checked_status
from host_tools.hall.page import director_app
from host_tools.hall.results import Line
from host_tools.hall.steady import steady_s
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, as_document, view
from tests.hall.played import course_of
from tests.waiting import wait_until

TOKEN = "queue-of-this-hall"
NAMES = ("Ana Ruiz", "Luis Prieto", "Begoña Núñez", "Iñaki Goñi", "Eva Soler", "Raúl Peña",
         "María José de la Fuente", "Zoë Vidal", "Hugo Díaz", "Núria Castells")  # fmt: skip
OPENED = "device preset=fise-corrido budget={budget}\nat 0 power on\nat 1 press B\n"
GAMES = (
    (1500, "at 31 press A\nat 70 press B\nat 82 expect running A\n"),
    (1500, "at 24 press A\nat 60 expect running B\n"),
    (45, "at 20 press A\nat 30 press B\nat 71 expect phase running\n"),
    (1500, "at 41 press A\nat 50 stop arbiter\nat 95 expect phase stopped\n"),
    (1500, "at 12 press A\nat 33 stop score\nat 41 expect phase stopped\n"),
    (60, "at 55 press A\nat 61 stop verify\nat 63 finish\nat 66 close\n"),
)
LEVELS = (96, 71, 64, 12, 88)  # batteries in percent


def fill(store, now_s, tables=40):
    """Seat the tables, each with a game on a simulated device; the hall has heard each of late."""
    played = [course_of(OPENED.format(budget=budget) + steps).status for budget, steps in GAMES]
    for table in range(1, tables + 1):
        status = checked_status({
            **played[table * 7 % len(played)], "id": f"t{table}", "round": "3",
            "table": str(table), "device-name": f"reloj {table}",
            "battery": LEVELS[table % len(LEVELS)], "player-a": NAMES[table % len(NAMES)],
            "player-b": NAMES[(table * 3 + 1) % len(NAMES)],
        })  # fmt: skip
        assert status
        store.take(Heard("club", f"table{table:02}", status), now_s - table % 5)


def _row(source, score):
    return {"source": source, "player-a": "Begoña Núñez", "player-b": "Eva", "A.score": score,
            "A.off": 10, "A.result": score - 10, "B.score": 398,
            "B.off": 0, "B.result": 398}  # fmt: skip


LINES = [
    Line("3", table, state, detail, None, f"t{table}", game, gap=gap, told=sources)
    for table, game, state, detail, gap, sources in (
        ("1", 4, "signed", "", None, (_row("log", 412),)),
        ("2", 4, "differ", "log and closing code differ: final score of A: 412 and 421", None,
         (_row("log", 412), _row("authenticated code", 421))),
        ("3", 4, "gap", "", (7, 9), ()), ("4", 4, "gap", "", (7, 32768), ()),
        ("5", 4, "open", "running", None, ()), ("6", 0, "never", "", None, ()),
    )
]  # fmt: skip


def closing_desk(_round, language):
    """Return the closing desk's lines in a language."""
    return {"lines": [line.as_document(language) for line in LINES]}


def taken(picture):
    """Take a photograph of a closing code."""
    return [{"table": "12", "round": "3", "game": 4, "new": bool(picture)}]


TEXTS_HELD = """
const held = new Promise((resolve) => { window.release = resolve; });
const real = window.fetch;
window.fetch = async (...what) => { if (/texts/.test(what[0])) await held; return real(...what); };
"""
SHAPES = ((320, 568), (390, 844), (568, 320), (820, 1180), (1280, 800))


def shaped(page, what):
    """Check that nothing is covered, cut or beside the screen in any shape, at any text size."""
    for size in SHAPES:
        resize(page, size)
        enlarged(page, (what, size))
        if size in CHECKED:
            check(page)


def pages(document):
    """Serve both pages for a picture of the hall: the director's, and the phone's."""
    director = page.director_app(document, closing_desk, taken)
    return apps(director, page.phone_app(document, TOKEN, taken))


@pytest.fixture(scope="module")
def links():
    """Links to the director's page and the phone's, for a hall at rest with forty tables."""
    store = Store(None)
    fill(store, steady_s())
    document = as_document(view(store, Plan(), steady_s())) | {"state": "listening"}
    with pages(lambda: document) as found:
        yield found


@pytest.fixture
def hall(browser):
    """A page in Spanish, as small as a phone."""
    context = context_of(browser, viewport={"width": 360, "height": 740}, bypass_csp=True)
    yield context.new_page()
    context.close()


def test_forty_tables_by_need_and_who_called_first(links, hall):
    hall.goto(links[0])
    hall.wait_for_selector("article:nth-child(40)")
    hall.wait_for_selector("#queue li")
    numbers = hall.locator("article .number").all_text_contents()
    assert sorted(int(number) for number in numbers) == list(range(1, 41))
    first = hall.locator("article").first
    expect(first).to_have_class(re.compile("need-calls"))
    expect(first.locator(".age")).to_have_text(re.compile(r"hace 0:\d\d$"))
    count = int(hall.locator("#needs .need-calls").text_content().split()[-1])
    assert [int(number) for number in numbers[:count]] == sorted(map(int, numbers[:count]))
    waits = [text.split("(")[1] for text in hall.locator("#queue li").all_text_contents()]
    assert len(waits) == len(hall.query_selector_all("article.calls")) >= 5
    assert waits == sorted(waits, reverse=True)
    shaped(hall, "hall")
    assert hall.query_selector_all("article .side.over")
    hall.focus("#needs .need-calls")
    hall.select_option("#language", "en")
    expect(hall.locator("#state")).to_have_text("live")
    expect(hall.locator("#needs .need-calls")).to_be_focused()
    hall.wait_for_function("document.title.endsWith('Corrido: the hall')")
    expect(hall.locator("article.calls .phase").first).to_contain_text("stopped: arbiter")


def test_the_closing_desk_shows_both_of_two_sources_and_takes_photographs(links, hall):
    hall.goto(links[0])
    summary = hall.locator("#desk summary")
    expect(summary).to_contain_text("Cierre de la ronda: 1/6 · faltan entradas 2")
    summary.click()
    expect(hall.locator("#lines li").first.locator(".told")).to_have_text(
        [re.compile("registro: Begoña Núñez 412-10=402"), re.compile("código.*421-10=411")]
    )
    for code, said in (("pl", "wynik końcowy A: 412 i 421"), ("ca", "puntuació final de A: 412 i"),
                       ("es", "registro y código de cierre difieren: punt")):  # fmt: skip
        hall.select_option("#language", code)
        expect(hall.locator("#lines .desk-differ")).to_contain_text(said)
    photograph = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"x"}
    hall.set_input_files("#photograph", photograph)
    expect(hall.locator("#taken")).to_have_text("recibidos: mesa 12, partida 4")
    shaped(hall, "closing desk")
    hall.add_init_script(TEXTS_HELD)
    hall.goto(f"{links[1]}{TOKEN}/", wait_until="load")
    assert hall.evaluate("document.body.inert"), "nothing can be chosen and be lost"
    hall.evaluate("release()")
    hall.wait_for_selector("body:not([inert])")
    hall.set_input_files("#photograph", photograph)
    expect(hall.locator("#taken")).to_contain_text("mesa 12")
    hall.route("**/code", lambda photographs: photographs.abort())
    hall.set_input_files("#photograph", photograph)
    expect(hall.locator("#taken")).to_have_text("recibidos: a.jpg: sin conexión con este programa")


def test_the_director_is_told_what_is_wrong(hall):
    store = Store(None, tables=["7"])
    fields = {"phase": "stopped", "reason": "arbiter", "running": "none", "turn": "A",
              "clock.A": "10:00.000", "clock.B": "10:00.000", "id": "x"}  # fmt: skip
    for place, table in (("club", "7"), ("other", "7"), ("club", "99")):
        name = "t1" if table == "7" else "t2"
        message = checked_status(fields | {"table": table})
        assert message
        store.take(Heard(place, name, message), steady_s() - int(table))
    plan = Plan()
    plan.add({"table": "7"})
    document = as_document(view(store, plan, steady_s())) | {
        "state": "listening", "open": True, "waiting": 28,
        "trouble": "0:12 (database is locked)", "refused": {"pushed-out": 50, "quota": 3},
    }  # fmt: skip
    with pages(lambda: document) as found:
        hall.goto(found[0])
        hall.wait_for_selector("article:nth-child(3)")
        assert hall.locator("article").count() == 3  # one name in two halls: two cards
        strangers = hall.locator("article.stranger .number").all_text_contents()
        assert sorted(strangers) == ["7", "99"]  # who claims a table later is one
        assert "99" in hall.locator("#queue li").all_text_contents()[1]
        hall.select_option("#language", "en")
        told = hall.locator("#warnings").text_content()
        for part in (
            "nothing has been stored for 0:12 (database is locked), waiting: 28",
            "anybody can write", "strangers pushed out 50", "over the quota 3",
        ):  # fmt: skip
            assert part in told
        shaped(hall, "what is wrong")


def test_clocks_over_a_stream_s_picture(hall):
    on_air, store = air.Air(), Store(None)
    fill(store, steady_s())

    app = director_app(dict, closing_desk, taken)
    air.add_pages(app, on_air)
    with apps(app) as (base,):
        link = f"{base}overlay?table="
        on_air.note(view(store, Plan(), steady_s()), steady_s())
        now_s = steady_s()
        lines = {table: on_air.line(table, now_s) for table in on_air.tables()}
        table = next(t for t, line in lines.items() if line and line["running"] in ("A", "B"))
        hall.goto(link + table)
        clock = hall.locator("#p1 .clock, #p2 .clock").locator("xpath=ancestor::div[1]")
        expect(clock.first.locator(".clock")).to_have_text(re.compile(r"^-?\d+:\d\d$"))
        expect(hall.locator(".turn")).to_have_count(1)
        behind = hall.evaluate("getComputedStyle(document.body).backgroundColor")
        assert behind == "rgba(0, 0, 0, 0)" and wide(hall)
        moving = hall.locator(".turn .clock")
        first = moving.text_content()
        assert wait_until(lambda: moving.text_content() != first)
        hall.goto(f"{link}{table}&large")
        expect(hall.locator(".turn")).to_have_count(1)
        tall_px = hall.locator("#p1 .clock").bounding_box()["height"]
        seen = hall.viewport_size
        assert tall_px > 0.25 * min(seen["height"], seen["width"])
        shaped(hall, "large")
        table = next(t for t, line in lines.items() if line and line["reason"] == "arbiter")
        hall.goto(f"{link}{table}&language=ca")
        expect(hall.locator("#stopped")).to_have_text("aturada: àrbitre")
        shaped(hall, "overlay")


def test_clocks_run_on_between_messages(page):
    """Each picture is a second later, and no table has said anything new."""
    store, seconds = Store(None), itertools.count()
    fill(store, 1000.0, 6)
    later = [as_document(view(store, Plan(), 1000.0 + second)) for second in range(20)]
    with pages(lambda: later[next(seconds) % 20]) as found:
        page.goto(found[0])
        clock = page.locator(".side.running .clock").first
        expect(clock).to_have_text(re.compile(r"\d:\d\d"))
        first = clock.text_content()
        expect(clock).not_to_have_text(first)


def test_the_queue_on_a_phone_tells_numbers_only(links, hall):
    hall.goto(f"{links[1]}{TOKEN}/")
    hall.wait_for_selector("#queue li:nth-child(5)")
    shown = hall.text_content("body")
    assert not any(name in shown for name in NAMES)
    shaped(hall, "queue")
