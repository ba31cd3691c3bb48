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
Symbol = tuple[Int, Int, Int]  # its model, context, symbol


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
    found, starts = _walk(automaton, classes, labels)
    model, context, symbol = found.T
    return Tokens(model, context, symbol, starts, model_sizes(labels, len(classes.starts) - 1))


@njit(cache=True)
def _walk(dafsa: Automaton, classes: Classes, labels: Int) -> tuple[Ints, Ints]:
    """Return a row of model, context, symbol for each symbol, and where each entry starts."""
    entries, of, rank, _ = classes
    nodes, tops, twigs, shared, fallback, top = entries
    starts = np.zeros(len(nodes) + 1, np.int64)
    arcs, under = np.zeros(64, np.int64), np.zeros(64, np.int64)
    found: list[Symbol] = [(np.int64(0), np.int64(0), np.int64(0))]
    found.clear()
    for entry in range(len(nodes)):
        starts[entry] = len(found)
        sort = TOP if entry < tops else TWIG if entry < tops + twigs else SHARED
        queue, bases, way = [nodes[entry]], [np.int64(0)], [np.int64(0)]
        at = 0
        while at < len(queue):
            node, base = queue[at], bases[at]
            where = 2 + (way[at] >> 1) if at else sort
            before, shade = 0, 0
            if base == 0 and fallback[node]:
                base, before, shade = fallback[node], labels - 1, 2
                found.append((LABEL, where * labels, before))
                place = (before * 2 + (way[at] & 1)) * labels + (way[at] >> 1)
                _refer(found, place, of, rank, base)
            count = written(dafsa, shared, node, base, arcs, under)
            for i in range(count):
                arc = int(arcs[i])
                to, by, final = dafsa.target[arc], dafsa.label[arc], dafsa.final[arc]
                what = _leads(sort, to, shared, top)
                if what == INSIDE:
                    queue.append(to)
                    bases.append(under[i])
                    way.append(by << 1 | final)
                found.append((LABEL, where * labels + before, by))
                found.append((KIND, (where * labels + by) * 3 + shade, 2 * what + final))
                shade = 1 if what == REFERENCE else 2
                if what == REFERENCE:
                    _refer(found, (by * 2 + final) * labels + before, of, rank, to)
                before = by
            found.append((LABEL, where * labels + before, 0))
            at += 1
    starts[len(nodes)] = len(found)
    return np.array(found), starts


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
def _refer(found: list[Symbol], place: Int, of: Ints, rank: Ints, to: Int) -> None:
    """Add the symbols of a reference to a shared node, its class in context `place`."""
    number, bits = rank[to] + 1, 0
    while number >> (bits + 2):
        bits += 1
    found.append((CLASS, place, of[to]))
    found.append((BUCKET, of[to], 2 * bits + (number >> bits) - 1))
    if bits:
        found.append((PLAIN, bits, number & ((1 << bits) - 1)))
