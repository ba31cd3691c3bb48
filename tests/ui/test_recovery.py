"""A start takes up the game even where memory is short: the reserve gives way, then the list."""

import pytest
from corrido import memory
from corrido.app import arming


class Judge:
    """A judge that notes that its list gave way."""

    gone = False

    def give_way(self) -> None:
        self.gone = True


def made(failures: int, monkeypatch: pytest.MonkeyPatch) -> tuple[object, Judge]:
    """Recover where so many attempts find no memory; return what is made, and the judge."""
    tries = [MemoryError] * failures
    judge = Judge()

    def recorder(*given: object) -> tuple[object, ...]:
        if tries:
            raise tries.pop()
        return given

    monkeypatch.setattr(arming, "Recorder", recorder)
    monkeypatch.setattr(memory, "_reserve", [None] * 4)
    return arming.recover("journal", "rules", "act", judge), judge  # type: ignore[arg-type]


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_what_is_not_needed_gives_way_in_turn(
    failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, judge = made(failures, monkeypatch)
    assert found == ("journal", "rules", "act")
    assert bool(memory._reserve) == (failures == 0)
    assert judge.gone == (failures == 2)


def test_without_any_memory_the_start_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MemoryError):
        made(3, monkeypatch)
