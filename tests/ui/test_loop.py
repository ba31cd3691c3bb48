"""Who runs next: the loop's ranks, on the simulated device."""

from collections.abc import Iterator
from typing import Any

import pytest
from corrido.app import loop as loop_module
from corrido.app.loop import ANSWER_BYTES, LATE_MS, LISTEN_MS, MOST_BYTES, Loop

from host_tools.workshop.screens.cases import playing
from host_tools.workshop.screens.table import Table


class Host:
    """A console that counts its turns, and speaks or not."""

    turns, speaks = 0, False

    def poll(self) -> bool:
        self.turns += 1
        return self.speaks


@pytest.fixture
def table() -> Table:
    return playing("es").wait(1000)


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The instants, counted from now on, at which garbage is collected."""
    done: list[int] = []
    monkeypatch.setattr(loop_module, "tidy", lambda: done.append(1))
    return done


def loop_of(table: Table) -> Loop:
    return table.app.loop


def test_garbage_is_collected_when_calm_and_seldom_without_a_key(
    table: Table, collected: list[int]
) -> None:
    table.press("A")
    assert not collected, "not in the way of the keys"
    table.wait(3000)
    assert len(collected) == 1
    table.wait(LATE_MS - 6000)
    assert len(collected) == 1
    table.wait(7000)
    assert len(collected) == 2


def test_much_garbage_does_not_wait_but_for_a_press(table: Table, collected: list[int]) -> None:
    loop_of(table).garbage = MOST_BYTES
    table.press("A")
    assert len(collected) == 1 and loop_of(table).garbage < ANSWER_BYTES
    loop_of(table).garbage = 2 * MOST_BYTES
    keys: Any = table.app.keys
    keys.pending = lambda: 1
    loop_of(table).turn()
    assert len(collected) == 1, "a press is settling"


def test_a_work_goes_on_when_it_asked_to_and_the_next_one_after_it(table: Table) -> None:
    done: list[str] = []

    def work(name: str, until_ms: int) -> Iterator[int]:
        done.append(name)
        yield until_ms
        done.append(name)

    now_ms = table.app.timebase.now_ms()
    loop_of(table).begin(work("first", now_ms + 300))
    loop_of(table).begin(work("second", 0))
    table.device.wake()
    assert done == ["first"]
    table.wait(500)
    assert done == ["first", "first", "second", "second"]


def test_a_host_is_heard_at_rest_and_never_while_a_press_settles(table: Table) -> None:
    loop, host = loop_of(table), Host()
    console: Any = host
    loop.console = console
    table.device.wake()
    assert host.turns
    assert loop.turn() <= LISTEN_MS * 1000, "the board does not wake for a host"
    host.turns, host.speaks = 0, True
    assert [loop.turn() for _ in range(5)] == [0] * 5 and host.turns == 5
    keys: Any = table.app.keys
    keys.pending = lambda: 1
    assert loop.turn() and host.turns == 5
