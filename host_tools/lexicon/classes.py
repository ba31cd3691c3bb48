"""Classes of shared nodes by incoming arc, so that a reference is a class and a small rank.

A class gathers nodes reached by the same letters; within it, the most used come first.
"""

from typing import NamedTuple

import numpy as np

from host_tools.lexicon.automaton import Automaton
from host_tools.lexicon.entries import Entries
from host_tools.lexicon.fallback import WAYS, count_written
from host_tools.lexicon.jit import Int, Ints, njit
from host_tools.lexicon.logarithm import log2

ROUNDS = 40
_SMOOTH = 64  # counts are in 1/64, so that an unseen letter costs much but not infinitely much


class Classes(NamedTuple):
    """The class and rank of each node; class c begins with shared entry starts[c]."""

    entries: Entries
    of: np.ndarray
    rank: np.ndarray
    starts: np.ndarray


def classify(automaton: Automaton, entries: Entries, count: int) -> Classes:
    """Sort the shared entries into at most `count` classes; return them in final order."""
    of, uses, ways, spans = _incoming(automaton, entries, count)
    taken = np.zeros((count, WAYS), np.int64)
    np.add.at(taken, (np.repeat(of, np.diff(spans)), ways), uses)
    _improve(of, np.flatnonzero(entries.shared), uses, ways, spans, taken)
    return _in_order(entries, of, spans, uses, count)


def _incoming(automaton: Automaton, entries: Entries, count: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return a first choice of classes, the ways to each shared node, how often each is taken.

    It is by the way that most uses of a node come by.
    """
    lead = np.zeros(len(entries.shared), np.int64)
    _, ways, _, _ = count_written(automaton, entries.shared, entries.fallback, lead)
    ways[entries.shared == 0] = 0
    node, way = np.nonzero(ways)
    spans = np.searchsorted(node, np.arange(len(ways) + 1))
    best = ways.argmax(axis=1)
    total = np.bincount(best, ways.sum(axis=1), WAYS)
    number = np.argsort(np.argsort(-total, kind="stable"))
    return np.minimum(number[best], count - 1), ways[node, way].astype(np.int64), way, spans


@njit(cache=True)
def _improve(of: Ints, shared: Ints, uses: Ints, ways: Ints, spans: Ints, taken: Ints) -> None:
    """Move each node to the class in which its references cost least, until few move.

    taken: by class, how often each way is.
    """
    whole, overall = taken.sum(axis=1), taken.sum(axis=0)
    for _ in range(ROUNDS):
        moved = 0
        for node in shared:
            own = 0
            for i in range(spans[node], spans[node + 1]):
                taken[of[node], ways[i]] -= uses[i]
                own += uses[i]
            whole[of[node]] -= own
            best, lowest = of[node], np.int64(1) << 62
            for candidate in range(len(taken)):
                cost = own * (log2(whole[candidate] + own + 1) - log2(own))
                for i in range(spans[node], spans[node + 1]):
                    here = (taken[candidate, ways[i]] + uses[i]) * _SMOOTH + 1
                    cost += uses[i] * (log2((overall[ways[i]] + 1) * _SMOOTH) - log2(here))
                if cost < lowest:
                    best, lowest = candidate, cost
            moved += best != of[node]
            of[node] = best
            whole[best] += own
            for i in range(spans[node], spans[node + 1]):
                taken[best, ways[i]] += uses[i]
        if moved < 5:
            return


def _in_order(entries: Entries, of: Ints, spans: Ints, uses: Ints, count: Int) -> Classes:
    """Return the classes one after another, each with its most used nodes first."""
    tree = entries.nodes[: entries.tops + entries.twigs]
    nodes = np.flatnonzero(entries.shared)
    total = np.array([uses[spans[n] : spans[n + 1]].sum() for n in nodes], np.int64)
    nodes = nodes[np.lexsort((nodes, -total, of[nodes]))]
    starts = np.searchsorted(of[nodes], np.arange(count + 1))
    rank = np.zeros(len(of), np.int64)
    rank[nodes] = np.arange(len(nodes)) - starts[of[nodes]]
    ordered = entries._replace(nodes=np.concatenate((tree, nodes)))
    return Classes(ordered, of, rank, starts)
