"""The worst case on the emulated Pico keeps its bounds: `corrido bench device --only worst`."""

import pytest

pytestmark = pytest.mark.lab

TURN_MS, COLLECTION_MS, DURABLE_MS = 15, 25, 30
# 15 ms, begun within a millisecond, and measured from its first rising edge to its last: 0.3 less.
CLICK_MS = 13.6
STOCK_MS = 60  # a turn on a stock image, with a collection or without
ERASE_MS = 65  # a turn in which a block is erased: 45 ms of it the flash's own
HAND_OVERS = 59


def test_our_image_keeps_every_bound(frozen_uf2):
    from host_tools.workshop.emulator.games import worst

    figures = worst(frozen_uf2)
    (plain, collecting), (stopped, _) = figures["running"], figures["stopped"]
    assert plain["longest_us"] <= 1000 * TURN_MS, figures["longest"]
    assert collecting["longest_us"] <= 1000 * COLLECTION_MS
    assert figures["most_erases"] == 1 and stopped["longest_us"] <= 1000 * ERASE_MS
    assert figures["collections"] and figures["hasty_collections"] == 0
    assert len(figures["durable_ms"]) == HAND_OVERS and figures["overflows"] == 0
    assert max(figures["durable_ms"]) <= DURABLE_MS
    assert figures["click_ms"][0] >= CLICK_MS


def test_a_stock_image_books_every_hand_over_too(stock_uf2):
    from host_tools.workshop.emulator.games import worst

    found = worst(stock_uf2)
    assert len(found["durable_ms"]) == HAND_OVERS and found["overflows"] == 0
    assert max(turns["longest_us"] for turns in found["running"]) <= 1000 * STOCK_MS
