"""The tests of each firmware file: a mutant survives only if it passes them.

A test is named by its module in tests/portable, or by the path of its file.
"""

import sys
from collections.abc import Callable
from importlib import import_module

from host_tools.workshop.mutation.faults import PACKAGE, ROOT

_JOURNAL = (
    "test_journal", "test_journal_damage", "test_journal_ring", "test_recorder",
    "tests/crash/test_tail.py", "tests/crash/test_quick.py",
)  # fmt: skip
_SLOTS = ("test_slots", "test_settings", "test_pin", "test_journal_damage")
_DEBOUNCE = ("test_debounce", "test_debounce_sources", "test_keys")
_BOARDS = ("tests/contract/test_chip_boards.py", "tests/contract/test_contract.py")
BESIDE: dict[str, tuple[str, ...]] = {
    "app/collector.py": ("test_collector",),
    "store/game_record.py": ("test_recorder", "tests/crash/test_golden.py"),
    "services/recorder.py": ("test_recorder", "tests/crash/test_recovery.py"),
    "store/journal/journal.py": _JOURNAL,
    "store/journal/ring.py": _JOURNAL,
    "store/journal/scan.py": _JOURNAL,
    "store/journal/codec.py": _JOURNAL,
    "store/nor.py": _JOURNAL,
    "store/two_slots.py": _SLOTS,
    "store/settings.py": ("test_settings", "test_slots"),
    "store/settings_table.py": ("test_settings",),
    "store/game_settings.py": ("test_settings",),
    "store/pin.py": ("test_pin",),
    "services/judge.py": ("tests/lexicon/test_judge.py",),
    "services/keys.py": ("test_keys",),
    "services/timebase.py": ("test_timebase",),
    "services/health.py": ("test_health",),
    "services/sound.py": ("test_sound",),
    "services/lights.py": ("test_lights",),
    "contacts/debouncer.py": _DEBOUNCE,
    "contacts/edges.py": _DEBOUNCE,
    "hal/encoder.py": ("test_debounce_sources",),
    "hal/ssd1306.py": ("test_ssd1306",),
    "hal/flash.py": ("tests/contract/test_reserved_blocks.py", *_BOARDS),
    "hal/buzzer.py": ("test_sound", *_BOARDS),
    "hal/watchdog.py": (*_BOARDS, "tests/device/test_device_watchdog.py"),
    "hal/i2c_bus.py": _BOARDS,
    "hal/esp32_buttons.py": _BOARDS,
}
NO_CODE = ("__init__.py", "events.py", "phases.py", "presets.py")  # in the core: only tables
GAMES = range(50)  # seeds of random games against the model, for a mutant of the core
STEPS = 150


def core_files() -> tuple[str, ...]:
    """Return the files of the core that contain code."""
    found = sorted(path.name for path in (PACKAGE / "core").glob("*.py"))
    return tuple("core/" + name for name in found if name not in NO_CODE)


def ready() -> None:
    """Make the modules of tests importable."""
    for folder in (ROOT / "tests" / "portable", ROOT / "firmware", ROOT):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))


def notices(file: str, quick: bool) -> Callable[[], None]:
    """Return a check that raises when the tests of `file` notice a fault; quick: portable only."""
    tests = BESIDE.get(file)
    if tests is None:
        return _core_quick if quick else _core
    named = [name for name in tests if not name.endswith(".py")]
    paths = [] if quick else [str(ROOT / name) for name in tests if name.endswith(".py")]
    return lambda: _beside(named, paths)


def _core_quick() -> None:
    for path in sorted((ROOT / "tests" / "portable").glob("test_core_*.py")):
        _portable(path.stem)


def _core() -> None:
    """Run the core's portable tests, then games against the independent model, then the laws."""
    _core_quick()
    games, table, laws = (import_module(f"tests.model.{name}")
                          for name in ("games", "table", "test_laws"))  # fmt: skip
    for seed in GAMES:
        table.play(table.Table(games.kind_of(seed)), table.hand(seed), STEPS)
    laws.test_nothing_raises_or_hangs_and_every_status_is_whole(range(20))
    laws.test_time_is_conserved(range(20))
    laws.test_a_replay_of_what_was_recorded_gives_the_same_state(range(40))
    laws.test_time_in_small_steps_is_time_in_one(range(3))


def _beside(named: list[str], paths: list[str]) -> None:
    for name in named:
        _portable(name)
    if paths:
        import pytest

        assert pytest.main(["-q", "-x", "-p", "no:cacheprovider", *paths]) == 0


def _portable(stem: str) -> None:
    module = import_module(stem)
    for name in sorted(vars(module)):
        if name.startswith("test_"):
            getattr(module, name)()
