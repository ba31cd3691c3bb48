"""A club's own presets, stored and read back, under both interpreters."""

from corrido.core.presets import PRESETS
from corrido.core.rules import AFTER
from corrido.store import own_presets
from corrido.store.settings import Settings
from corrido.store.settings_table import DEFAULT_PRESET, rules_from
from nor_flash import Flash, refusal

BLITZ = "blitz/fise-corrido/budget=600/limit=3600"
EVERYTHING = (
    "everything/fise-no-corrido/budget=1200/turn=90/limit=none/signals=30,15,5/guard=700"
    "/overtime-limit=300/failed-challenge=5/confirm=no/least-turn=0/challenge-when=after"
    "/end-passes=none/end-scoreless=6"
)
WRONG = (
    "blitz", "Blitz/fise-corrido", "/fise-corrido", "fise-corrido/fise-corrido",
    "blitz/nobody", "blitz/fise-corrido/budget", "blitz/fise-corrido/budget=9",
    "blitz/fise-corrido/lexicon=es", "blitz/fise-corrido/turn=60/turn=90",
    "a-name-of-more-than-16/fise-corrido", "blitz/fise-corrido" + "/guard=1" * 40,
)  # fmt: skip


def store(**values):
    settings = Settings(Flash(), 0)
    for name in sorted(values):
        settings.set(name.replace("_", "-"), values[name])
    return settings


def test_every_key_comes_back():
    name, own = own_presets.parse(EVERYTHING)
    assert own_presets.line_of(name, own) == EVERYTHING
    rules = rules_from(store(own_8=EVERYTHING, preset="everything"))
    assert rules.challenge_when == AFTER and rules.end_scoreless == 6 and rules.end_passes == -1
    assert rules.signals_ms == (30_000, 15_000, 5_000) and not rules.confirm_challenge


def test_what_is_wrong_is_named_and_nothing_is_kept():
    settings = store(own_1=BLITZ)
    for line in WRONG:
        assert refusal(settings.set, "own-2", line), line
    assert settings.get("own-2") == ""


def test_a_name_stands_for_one_preset_only():
    settings = store(own_1=BLITZ)
    assert "already" in refusal(settings.set, "own-2", BLITZ)
    settings.set("own-1", "blitz/fise-no-corrido")  # the same one, changed
    assert own_presets.stored(settings)["blitz"][1] == ("fise-no-corrido", {})


def test_a_preset_that_is_not_there_is_refused_and_reads_as_never_set():
    settings = store()
    assert "blitz" in refusal(settings.set, "preset", "blitz")
    settings._texts[1] = "blitz"  # a newer firmware's, or lost with its line
    assert settings.get("preset") is None
    assert rules_from(settings).name == DEFAULT_PRESET


def test_the_preset_in_use_stays():
    settings = store(own_1=BLITZ, preset="blitz")
    assert "in use" in refusal(settings.set, "own-1", "")


def test_the_settings_as_they_stand_become_one():
    settings = store(own_1=BLITZ, preset="blitz", budget=900, guard=0)
    base, values = own_presets.as_it_stands(settings)
    assert base in PRESETS
    assert values == {"budget": 900, "guard": 0, "limit": 3600}
    assert rules_from(settings).budget_ms == 900_000, "a setting goes before the preset"


def test_eight_of_the_longest_outlive_a_power_cut():
    flash = Flash()
    settings = Settings(flash, 0)
    for number in range(8):
        settings.set(
            "own-%d" % (number + 1), EVERYTHING.replace("everything", "every-%d" % number)
        )
    settings.commit()
    again = Settings(flash, 0)
    assert len(own_presets.stored(again)) == 8 and again.all() == settings.all()
