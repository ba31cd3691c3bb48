"""The entries as a stream of symbols, each in a context, for the reader's `scan`.

There are four models, in the terms of docs/lexicon-format.md: LABEL, KIND, CLASS and BUCKET; PLAIN
bits have none.
"""

from typing import NamedTuple

import numpy as np
from corrido.lexicon.tables import model_sizes

from host_tools.lexicon.automaton import Automaton
from host_tools.lexicon.classes import Classes
from host_tools.lexicon.entries import SHARED, TOP, TWIG
from host_tools.lexicon.fallback import written
from host_tools.lexicon.jit import Int, Ints, njit

LABEL, KIND, CLASS, BUCKET, PLAIN = range(5)
INSIDE, REFERENCE, TO_TWIG, TO_TOP, LEAF = range(5)  # where an arc leads: KIND // 2


class Tokens(NamedTuple):
    """Symbol i is `symbol[i]` in context `context[i]` of `model[i]` (PLAIN: that many bits).

    Entry e is made of symbols starts[e] to starts[e + 1] - 1; sizes[m] is (contexts, symbols) of
    model m.
    """

    model: np.ndarray
    context: np.ndarray
    symbol: np.ndarray
    starts: np.ndarray
    sizes: tuple[tuple[int, int], ...]


def tokenise(automaton: Automaton, classes: Classes, labels: int) -> Tokens:
    """Return every entry's symbols, in the order of the entries."""
    nothing = np.zeros(0, np.int64)
    starts = _walk(automaton, classes, labels, nothing, nothing, nothing)
    model, context, symbol = (np.zeros(starts[-1], np.int64) for _ in range(3))
    _walk(automaton, classes, labels, model, context, symbol)
    return Tokens(model, context, symbol, starts, model_sizes(labels, len(classes.starts) - 1))


@njit(cache=True)
def _bits(number: Int) -> int:
    """Return how many bits follow the highest one of a positive number."""
    bits = 0
    while number >> (bits + 1):
        bits += 1
    return bits


@njit(cache=True)
def _walk(
    dafsa: Automaton, classes: Classes, labels: Int, model: Ints, context: Ints, symbol: Ints
) -> Ints:
    """Fill the arrays, or only count if they are empty. Return where each entry starts."""
    entries, of, rank, _ = classes
    nodes, tops, twigs, shared, fallback, top = entries
    starts = np.zeros(len(nodes) + 1, np.int64)
    arcs, under = np.zeros(64, np.int64), np.zeros(64, np.int64)
    out = 0
    for entry in range(len(nodes)):
        starts[entry] = out
        sort = TOP if entry < tops else TWIG if entry < tops + twigs else SHARED
        queue, bases, way = [nodes[entry]], [np.int64(0)], [np.int64(0)]
        at = 0
        while at < len(queue):
            node, base = queue[at], bases[at]
            where = 2 + (way[at] >> 1) if at else sort
            before, shade = 0, 0
            if base == 0 and fallback[node]:
                base, before, shade = fallback[node], labels - 1, 2
                _put(model, context, symbol, out, LABEL, where * labels, before)
                place = (before * 2 + (way[at] & 1)) * labels + (way[at] >> 1)
                out = _refer(model, context, symbol, out + 1, place, of, rank, base)
            count = written(dafsa, shared, node, base, arcs, under)
            for i in range(count):
                arc = int(arcs[i])
                to, by, final = dafsa.target[arc], dafsa.label[arc], dafsa.final[arc]
                what = _leads(sort, to, shared, top)
                if what == INSIDE:
                    queue.append(to)
                    bases.append(under[i])
                    way.append(by << 1 | final)
                _put(model, context, symbol, out, LABEL, where * labels + before, by)
                place = (where * labels + by) * 3 + shade
                _put(model, context, symbol, out + 1, KIND, place, 2 * what + final)
                out += 2
                shade = 1 if what == REFERENCE else 2
                if what == REFERENCE:
                    place = (by * 2 + final) * labels + before
                    out = _refer(model, context, symbol, out, place, of, rank, to)
                before = by
            _put(model, context, symbol, out, LABEL, where * labels + before, 0)
            out += 1
            at += 1
    starts[len(nodes)] = out
    return starts


@njit(cache=True)
def _leads(sort: Int, to: Int, shared: Ints, top: Ints) -> int:
    """Return where an arc to a node leads, from an entry of that sort."""
    if to == 0:
        return LEAF
    if shared[to]:
        return REFERENCE
    if sort == TOP:
        return TO_TOP if top[to] else TO_TWIG
    return INSIDE


@njit(cache=True)
def _put(
    model: Ints, context: Ints, symbol: Ints, at: Int, of: Int, where: Int, which: Int
) -> None:
    """Write one symbol, unless the symbols are only being counted."""
    if len(model):
        model[at], context[at], symbol[at] = of, where, which


@njit(cache=True)
def _refer(
    model: Ints, context: Ints, symbol: Ints, out: Int, place: Int, of: Ints, rank: Ints, to: Int
) -> Int:
    """Emit the symbols of a reference to a shared node, its class in context `place`."""
    number = rank[to] + 1
    bits = max(0, _bits(number) - 1)
    bucket = 2 * bits + (number >> bits) - 1
    _put(model, context, symbol, out, CLASS, place, of[to])
    _put(model, context, symbol, out + 1, BUCKET, of[to], bucket)
    if bits:
        _put(model, context, symbol, out + 2, PLAIN, bits, number & ((1 << bits) - 1))
    return out + 2 + (bits > 0)
