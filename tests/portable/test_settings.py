"""Settings, their table and their two-slot store, under both interpreters."""

from corrido.store import settings_table as table
from corrido.store.settings import FORMAT, MAGIC, Settings
from corrido.store.settings_table import labels, rules_from
from corrido.store.two_slots import Slots
from nor_flash import Flash, refusal, refuse

WRONG = (
    ("preset", "Blitz!"), ("own-1", "blitz"), ("budget", "9"), ("budget", "6000"),
    ("budget", "ten"), ("budget", "none"), ("signals", "5,15,30"), ("signals", "1,1"),
    ("signals", ""), ("signals", "9,8,7,6"), ("failed-challenge", "-1"),
    ("failed-challenge", "101"), ("failed-challenge", "much"),
    ("confirm", "maybe"), ("language", "de"), ("sounds", "boom"),
    ("player-a", "x" * 25), ("table", "a\nb"), ("limit", "-1"), ("ppm", "501"),
    ("sounds", "press,press"), ("sounds", "press," * 60 + "press"), ("sounds", ""),
    ("broker", "host:²"), ("lexicon-from", "²027-09-01"), ("lexicon-from", "2027-13-01"),
    ("lexicon-from", "2027-9-1"), ("lexicon-from", "2027-09-01 10:00"),
)  # fmt: skip


def test_what_is_wrong_is_named_with_what_would_be_right():
    for name, text in WRONG:
        message = refusal(table.from_text, name, text)
        assert name in message and len(message) > len(name) + 5, (name, text)


def test_numbers_are_given_once_and_fit_a_byte():
    numbers = [row[1] for row in table.ROWS]
    assert len(set(numbers)) == len(numbers) and max(numbers) < 256
    assert not {100, 101} & set(numbers)


def test_the_longest_texts_fit_the_store():
    flash = Flash()
    settings = Settings(flash, 0)
    for row in table.ROWS:
        if row[2][0] == "text":
            settings.set(row[0], "\U0001f0a1" * row[2][1])
    settings.set("sounds", ",".join(table.SOUND_NAMES))
    settings.set("signals", (5999, 5998, 5997))
    settings.commit()
    assert Settings(flash, 0).all() == settings.all()


def test_settings_become_the_rules_of_the_next_game():
    settings = Settings(Flash(), 0)
    as_preset = rules_from(settings)
    assert as_preset.name == "fise-corrido" and as_preset.budget_ms == 1800000
    for name, text, field, value in (
        ("preset", "norsk", "name", "norsk"), ("budget", "600", "budget_ms", 600000),
        ("turn", "90", "turn_ms", 90000), ("limit", "3600", "limit_ms", 3600000),
        ("limit", "none", "limit_ms", -1), ("overtime-limit", "none", "overtime_limit_ms", -1),
        ("overtime-limit", "0", "overtime_limit_ms", 0), ("guard", "0", "guard_ms", 0),
        ("signals", "20,10", "signals_ms", (20000, 10000)),
        ("failed-challenge", "turn", "failed_challenge", -1),
        ("failed-challenge", "free", "failed_challenge", 0),
        ("confirm", "yes", "confirm_challenge", True),
        ("confirm", "no", "confirm_challenge", False),
    ):  # fmt: skip
        settings.set(name, text)
        assert getattr(rules_from(settings), field) == value, (name, text)
    settings.set("table", "4")
    assert labels(settings)["table"] == "4" and labels(settings)["date"] == ""


def test_values_that_are_no_texts_are_checked_alike():
    for name, value in (
        ("budget", 10), ("budget", 5999), ("limit", -1), ("confirm", False), ("ppm", -500),
        ("signals", (5999, 2, 1)), ("failed-challenge", 100), ("failed-challenge", -1),
    ):  # fmt: skip
        assert table.check(name, value) == value
    wrong = (("budget", 9), ("budget", -1), ("budget", True), ("confirm", 2), ("confirm", "yes"),
             ("signals", (6000,)), ("signals", (5, 0)), ("signals", ("a",)), ("signals", 30),
             ("signals", ("a", 3)), ("failed-challenge", 101), ("failed-challenge", -2),
             ("table", 4))  # fmt: skip
    for name, value in wrong:
        assert name in refusal(table.check, name, value), (name, value)
    assert refusal(table.number_of, "volume").startswith("no setting 'volume': one of preset")
    assert table.from_text("budget", " 600 ") == 600


def test_a_whole_copy_that_is_no_text_is_damage_until_it_is_set_again():
    flash = Flash()
    Slots(flash, 0, MAGIC, FORMAT).save(b"\x02\x03600\x12\x01\xff")
    settings = Settings(flash, 0)
    assert settings.damaged and settings.get("budget") is None
    settings.commit()
    assert not settings.damaged and not Settings(flash, 0).damaged


def test_what_the_flash_does_not_take_is_not_set():
    flash = Flash()
    settings = Settings(flash, 0)
    settings.set("budget", 600)
    settings.commit()
    erase, program = flash.erase, flash.program
    flash.erase = flash.program = refuse
    settings.set("budget", 700)
    settings.set("table", "4")
    assert refusal(settings.commit)
    assert settings.get("budget") == 600 and settings.get("table") == ""
    flash.erase, flash.program = erase, program
    settings.set("limit", 3600)
    settings.commit()
    kept = Settings(flash, 0)
    assert (kept.get("budget"), kept.get("limit"), kept.get("table")) == (600, 3600, "")


def test_a_number_of_a_later_firmware_is_kept():
    flash = Flash()
    settings = Settings(flash, 0)
    settings._texts[200] = "later"
    settings.commit()
    settings = Settings(flash, 0)
    settings.set("budget", 600)
    settings.commit()
    assert Settings(flash, 0)._texts[200] == "later"


def test_another_format_is_refused_and_left_alone():
    for form in (1, 3):
        flash = Flash()
        other = Slots(flash, 0, b"CS", form)
        other.newest()
        other.save(b"what other firmware keeps")
        before = flash.data.copy()
        assert "format %d" % form in refusal(Settings, flash, 0)
        assert flash.data.copy() == before
