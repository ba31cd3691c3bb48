"""Flash images that earlier firmware wrote: every format ever released must still be read.

A format gets its image here before its first release; an image is never replaced.
"""

import base64
import zlib
from pathlib import Path

import pytest
from corrido.store import pin, settings
from corrido.store.game_record import unpack_rules
from corrido.store.journal import codec
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout
from corrido.store.pin import Pin
from corrido.store.settings import Settings

from boards.web.chain import verify
from host_tools.sim.norflash import NorFlash

# The first version's record of an armed game; later versions must fill in what it lacks.
ARMED = (
    b'[{"name": "naspa", "mode": 0, "budget_ms": 1500000, "turn_ms": 120000, "limit_ms": -1, '
    b'"signals_ms": [30000, 5000], "guard_ms": 500, "overtime_points": 10, '
    b'"overtime_unit_ms": 60000, "overtime_limit_ms": -1, "failed_challenge": -1, '
    b'"confirm_challenge": true, "penalty_points": 30, "verified": true}, {"table": "4"}]'
)
GOLDEN = Path(__file__).parent / "golden"
IMAGES = sorted(GOLDEN.glob("format-*.txt"))


@pytest.fixture(params=IMAGES, ids=lambda path: path.stem)
def flash(request: pytest.FixtureRequest) -> NorFlash:
    """The flash of an image."""
    text = request.param.read_text(encoding="ascii").replace("\n", "")
    image = zlib.decompress(base64.b85decode(text))
    flash = NorFlash(len(image) // 4096)
    flash.load(image)
    return flash


def test_every_format_has_its_image() -> None:
    newest = max(codec.FORMAT, settings.FORMAT, pin.FORMAT)
    assert [path.stem for path in IMAGES] == [f"format-{n}" for n in range(2, newest + 1)]


def test_settings(flash: NorFlash) -> None:
    kept = Settings(flash, layout(flash)[0][0])
    assert kept.get("preset") == "fise-temporizador"
    assert kept.get("turn") == 90 and kept.get("signals") == (20, 10, 5)
    assert kept.get("player-a") == "Ñandú" and kept.get("silent") is True
    assert kept.get("budget") is None and kept.get("language") == "es"


def test_pin_and_its_lock(flash: NorFlash) -> None:
    kept = Pin(flash, layout(flash)[1][0], b"golden")
    assert kept.is_set() and 26_000 <= kept.locked_ms(0) <= 27_000
    assert not kept.check("90210", 1000)
    assert kept.check("90210", 27_000)


def test_journal(flash: NorFlash) -> None:
    journal = Journal(flash, *layout(flash)[2])
    journal.mount()
    assert journal.current.game == 2 and verify(journal) == (True, 82, -1)
    assert journal.current.last_t_ms == 80_000
    events = list(journal.events())
    assert events[0] == (1, 0, 14, 0, 0)
    assert events[1:] == [
        (n, n * 2000, 1 + n % 38, n % 4, -n * 1000003 if n % 3 else n)
        for n in range(2, 40)
        if 1 + n % 38
    ]
    entries = list(journal.records())
    found = [one[7] for one in entries if one[:2] == (2, 10) and one[3]]
    assert found == ["WORD Ñ10".encode()]
    counts = [sum(one[9] for one in entries if name in one[6]) for name in ("ignored", "stop")]
    assert counts == [2, 26]
    assert len([one for one in entries if one[0] == 1]) == 40


def test_writing_goes_on(flash: NorFlash) -> None:
    journal = Journal(flash, *layout(flash)[2])
    journal.mount()
    journal.append(40, 90_000, 1, 1, 0, ("press",))
    journal = Journal(flash, *layout(flash)[2])
    journal.mount()
    assert list(journal.events())[-1] == (40, 90_000, 1, 1, 0)
    assert verify(journal)[0]


def test_the_rules_of_a_game() -> None:
    rules = unpack_rules(ARMED)
    assert rules.name == "naspa" and rules.failed_challenge == -1 and rules.penalty_points == 30
    assert rules.signals_ms == (30_000, 5_000) and rules.confirm_challenge is True
