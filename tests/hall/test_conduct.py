"""Conduct over a tournament: what stands of the arbiter's acts, by player, article and round."""

import json

from corrido.ui.texts import LANGUAGES

from host_tools.cli import main
from host_tools.hall.conduct import conduct, sheet
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from tests.hall.played import course_of, tell, told_of

GAME = """device preset=fise-corrido pin=4711 round={round} table=7 player-a=Ana player-b=<Eva>
at 0 power on
at 1 press B
at 20 stop tiles
+1 press LEFT
+1 press STOP
{acts}
"""
ROUNDS = (
    "+1 arbiter 4711 lose-turn A\n+2 press STOP\n+1 arbiter 4711 card B yellow",
    "+1 arbiter 4711 lose-turn A\n+2 press STOP\n+1 arbiter 4711 penalty B 30\n"
    "+2 arbiter 4711 revoke B\n+2 arbiter 4711 absent B",
    "+1 arbiter 4711 lose-turn A\n+2 arbiter 4711 swap\n+2 arbiter 4711 card B warning\n"
    "+2 arbiter 4711 forfeit A",
)  # fmt: skip


def test_what_stands_is_counted_by_player(tmp_path, capsys):
    path = tmp_path / "hall.sqlite"
    store = Store(path)
    for number, acts in enumerate(ROUNDS, 1):
        course = course_of(GAME.format(round=number, acts=acts), f"round {number}")
        tell(store, f"t{number}", told_of(course.records))
    found, complaints = conduct(store, Plan())
    assert complaints == [] and list(found) == ["<Eva>", "Ana"]
    ana, eva = found["Ana"].as_json(), found["<Eva>"].as_json()
    # Ana lost a turn in each round; in the third the sides changed, and at B she had a warning.
    assert ana["articles"] == {"28": 3, "49": 1} and ana["turns"] == 3
    assert ana["cards"] == {"warning": 1, "yellow": 0, "red": 0}
    assert eva["cards"]["yellow"] == 1 and eva["points"] == 0 and eva["forfeits"] == 1
    # 002, 36: "Llegadas tarde"; 37: "Ausencias", which are announced to the arbiter.
    assert eva["articles"] == {"37": 1, "37, 46.5": 1, "49": 1}
    assert [act["round"] for act in eva["acts"]] == ["1", "2", "3"]
    store.close()
    assert main(["hall", "conduct", "--store", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"<Eva>": eva, "Ana": ana}
    assert (ana["stops"], eva["stops"]) == (3, 0)  # LEFT: A asked, who was Ana each time
    for language in LANGUAGES:
        page = sheet(found, language)
        assert "&lt;Eva&gt;" in page and "<Eva>" not in page
        assert page.count('class="n many">3<') == 1
    assert "<table" not in sheet({}, "en")


def test_the_articles_are_those_of_the_preset_s_rulebook(tmp_path):
    """A club's own preset has the rulebook of the one that it is made of."""
    acts = "+1 arbiter 4711 lose-turn A\n+2 arbiter 4711 absent B\n+2 arbiter 4711 penalty B 30"
    for base, extra, away, other in (
        ("fise-corrido", "28", "37", "49"), ("fise-2007-corrido", "7", "38", "38"),
        ("wespa", "club", "club", "WESPA 6.3.3"),
    ):  # fmt: skip
        store, own = Store(tmp_path / base), f"own-1=club/{base}/budget=600 preset=club"
        game = GAME.replace("preset=fise-corrido", own).format(round=1, acts=acts)
        tell(store, "t1", told_of(course_of(game, base).records))
        found, _ = conduct(store, Plan())
        assert [act.article for act in found["Ana"].told] == [extra]
        assert [act.article for act in found["<Eva>"].told] == [away, other]


def test_twice_in_one_game_is_framed(tmp_path):
    store = Store(tmp_path / "hall.sqlite")
    twice = "+1 arbiter 4711 lose-turn A\n+2 press STOP\n+9 press B\n+1 press STOP\n" + (
        "+1 arbiter 4711 lose-turn A\n"
    )
    tell(store, "t1", told_of(course_of(GAME.format(round=1, acts=twice), "twice").records))
    found, _ = conduct(store, Plan())
    assert found["Ana"].as_json()["articles"] == {"28": 2}  # 28: "2 veces en una misma partida"
    assert 'class="n many">2<' in sheet(found, "es")
