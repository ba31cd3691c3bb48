"""Gather similar contexts into rows of frequencies, only as many as pay for themselves.

A frequency is a five-bit level: level k stands for WEIGHTS[k], each 0.77 of its predecessor.
"""

import numpy as np
from corrido.lexicon.tables import WEIGHTS

from host_tools.lexicon.jit import Flags, Int, Ints, njit
from host_tools.lexicon.logarithm import BIT, entropy, logs
from host_tools.lexicon.tokens import Tokens

MOST_ROWS = 255
_SYMBOL_COST = 8 * BIT  # for a symbol in a row, in the file and in the heap
_ROW_COST = 40 * BIT
_NEVER = -(np.int64(1) << 62)
_ROUNDS = 8


# The row of each context, -1 if it never occurs; the levels of each row, -1 unused.
Model = tuple[np.ndarray, np.ndarray]


def make_models(tokens: Tokens) -> list[Model]:
    """Return a model for each kind of symbol."""
    models = []
    for number, (contexts, symbols) in enumerate(tokens.sizes):
        counts = np.zeros((contexts, symbols), np.int64)
        chosen = tokens.model == number
        np.add.at(counts, (tokens.context[chosen], tokens.symbol[chosen]), 1)
        models.append(_model(counts))
    return models


def _model(counts: np.ndarray) -> Model:
    used = np.flatnonzero(counts.sum(axis=1))
    place = _settle(counts[used], _gather(counts[used], MOST_ROWS))
    names, rows = np.unique(place, return_inverse=True)
    row = np.full(len(counts), -1, np.int64)
    row[used] = rows
    sums = np.zeros((len(names), counts.shape[1]), np.int64)
    np.add.at(sums, rows, counts[used])
    bits = logs(sums.sum(axis=1, keepdims=True)) - logs(sums)
    levels = np.minimum(len(WEIGHTS) - 1, (bits * 26 + 5 * BIT) // (10 * BIT))
    return row, np.where(sums, levels, -1)


@njit(cache=True)
def _cost(counts: Ints) -> Int:
    return entropy(counts) + (counts > 0).sum() * _SYMBOL_COST + _ROW_COST


@njit(cache=True)
def _gain(counts: Ints, cost: Ints, one: Int, other: Int) -> Int:
    return cost[one] + cost[other] - _cost(counts[one] + counts[other])


@njit(cache=True)
def _best(counts: Ints, cost: Ints, alive: Flags, one: Int) -> tuple[int, Int]:
    partner, most = -1, _NEVER
    for other in range(len(counts)):
        if other != one and alive[other]:
            gain = _gain(counts, cost, one, other)
            if gain > most:
                partner, most = other, gain
    return partner, most


@njit(cache=True)
def _gather(counts: Ints, most_rows: Int) -> Ints:
    """Merge the two rows that gain most by it until none gain; return each context's row."""
    counts = counts.copy()
    size = len(counts)
    place = np.arange(size)
    alive = np.ones(size, np.bool_)
    cost = np.array([_cost(counts[i]) for i in range(size)])
    partner = np.zeros(size, np.int64)
    gain = np.zeros(size, np.int64)
    for i in range(size):
        partner[i], gain[i] = _best(counts, cost, alive, i)
    left = size
    while left > 1:
        one = np.argmax(gain)
        if gain[one] <= 0 and left <= most_rows:
            break
        other = partner[one]
        counts[one] += counts[other]
        cost[one] = _cost(counts[one])
        alive[other], gain[other] = False, _NEVER
        left -= 1
        place[place == other] = one
        partner[one], gain[one] = _best(counts, cost, alive, one)
        for i in range(size):
            if alive[i] and i != one:
                if partner[i] == one or partner[i] == other:
                    partner[i], gain[i] = _best(counts, cost, alive, i)
                else:
                    better = _gain(counts, cost, i, one)
                    if better > gain[i]:
                        partner[i], gain[i] = one, better
    return place


@njit(cache=True)
def _settle(counts: Ints, place: Ints) -> Ints:
    """Move each context to the row that it makes least dearer, until none moves."""
    sums = np.zeros_like(counts)
    for i in range(len(counts)):
        sums[place[i]] += counts[i]
    cost = np.array([_cost(row) if row.any() else 0 for row in sums])
    rows = np.unique(place)
    for _ in range(_ROUNDS):
        before = place.copy()
        for i in range(len(counts)):
            best = place[i]
            sums[best] -= counts[i]
            cost[best] = _cost(sums[best]) if sums[best].any() else 0
            least = _cost(sums[best] + counts[i]) - cost[best]
            for row in rows:
                dearer = _cost(sums[row] + counts[i]) - cost[row]
                if dearer < least:
                    best, least = row, dearer
            place[i] = best
            sums[best] += counts[i]
            cost[best] += least
        if (place == before).all():
            break
    return place
