"""Presses through loads that stop the processor, seen four ways in the same run."""

import pytest

pytestmark = pytest.mark.lab


def test_booked_exactly_when_idle(one_uf2):
    from host_tools.lab.presses import measure

    seen = measure(one_uf2, "idle", 6)
    assert seen["pio"].lost == seen["pio"].extra == 0
    assert abs(seen["pio"].worst_us) <= 2
    assert seen["hard"].lost == 0 and abs(seen["hard"].worst_us) <= 50


@pytest.mark.slow
def test_booked_exactly_through_an_erase_of_400_ms(one_uf2):
    from host_tools.lab.presses import measure

    seen = measure(one_uf2, "4 KiB erases, 400 ms", 5)
    assert seen["pio"].lost == seen["pio"].extra == 0
    assert abs(seen["pio"].worst_us) <= 2
    assert seen["hard"].lost + seen["poll"].lost > 0


def test_stamps_are_given_to_presses():
    from host_tools.lab.presses import judge

    found = judge([1000, 200_000, 400_000], [1010, 200_500, 200_900])
    assert found.lost == 1 and found.extra == 1 and found.worst_us == 500
    assert judge([5], [(1 << 30) - 3]).worst_us == -8
    assert judge([], []).median_us is None
