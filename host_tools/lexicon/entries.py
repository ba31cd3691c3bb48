"""Which nodes are stored once and referred to, and which are written out wherever they are used.

A *shared* node is an entry of its own; every other node is stored inside its parent's entry, as
often as that is stored. Nodes reached from the root by unshared arcs only form the *tree*: each
large one is an entry by itself (TOP), each small one an entry with everything below it (TWIG).
Arcs that a node has in common with its *fallback*, a shared node, are not written in it.
"""

from typing import NamedTuple

import numpy as np

from host_tools.lexicon.automaton import Automaton
from host_tools.lexicon.fallback import Choice, count_written, written
from host_tools.lexicon.jit import Flags, Int, Ints, njit

TOP, TWIG, SHARED = 0, 1, 2


class Entries(NamedTuple):
    """The entries; nodes[i] is the root of entry i: first `tops`, then `twigs`, then shared."""

    nodes: np.ndarray
    tops: int
    twigs: int
    shared: np.ndarray  # per node: 1 if it is an entry to which arcs refer
    fallback: np.ndarray  # per node: the shared node with its unwritten arcs, or 0
    top: np.ndarray  # per node: 1 if it is a TOP entry


def share(automaton: Automaton, choice: Choice, largest: int) -> Entries:
    """Return a choice's entries; outside the TOPs each has no more than about `largest` nodes."""
    shared, fallback = (each.copy() for each in choice)
    tree = _split(automaton, shared, fallback, largest)
    lead = np.zeros(len(shared), np.int64)
    shared[count_written(automaton, shared, fallback, lead)[0] == 0] = 0  # never referred to
    nodes, tops = _tree_entries(automaton, shared, tree > largest)
    top = np.zeros(len(shared), np.uint8)
    top[nodes[:tops]] = 1
    every = np.concatenate((nodes, np.flatnonzero(shared)))
    return Entries(every, tops, len(nodes) - tops, shared, fallback, top)


@njit(cache=True)
def _split(dafsa: Automaton, shared: Ints, fallback: Ints, largest: Int) -> Ints:
    """Share more until every entry outside the tree is small; return the tree's subtree sizes.

    The large nodes of the tree lose their fallbacks.
    """
    first, _, _, target, root = dafsa
    nodes = len(first) - 1
    tree = np.zeros(nodes, np.uint8)
    tree[root] = 1
    for node in range(root, 0, -1):
        for arc in range(first[node], first[node + 1]):
            if tree[node] and not shared[target[arc]]:
                tree[target[arc]] = 1
    size = np.zeros(nodes, np.int64)
    for node in range(1, nodes):
        size[node] = _size(dafsa, shared, fallback, size, node)
        if size[node] > largest:
            if tree[node]:
                fallback[node] = 0
            else:
                for arc in range(first[node], first[node + 1]):
                    if size[target[arc]] > 1:
                        shared[target[arc]] = 1
            size[node] = _size(dafsa, shared, fallback, size, node)
    return size * tree


@njit(cache=True)
def _size(dafsa: Automaton, shared: Ints, fallback: Ints, size: Ints, node: Int) -> Int:
    """Return how many nodes one copy of a node takes."""
    queue, bases = [node], [fallback[node]]
    arcs, under = np.zeros(64, np.int64), np.zeros(64, np.int64)
    total = at = 0
    while at < len(queue):
        total += 1
        count = written(dafsa, shared, queue[at], bases[at], arcs, under)
        for i in range(count):
            to = dafsa.target[int(arcs[i])]
            if under[i]:
                queue.append(to)
                bases.append(under[i])
            elif not shared[to]:
                total += int(size[to])
        at += 1
    return total


def _tree_entries(dafsa: Automaton, shared: Ints, large: Flags) -> tuple[Ints, int]:
    """Return the TOP entries breadth-first, then their TWIG children in the order of the arcs."""
    tops, twigs = [dafsa.root], list[int]()
    for node in tops:
        for to in dafsa.target[dafsa.first[node] : dafsa.first[node + 1]]:
            if to and not shared[to]:
                (tops if large[to] else twigs).append(to)
    return np.array(tops + twigs), len(tops)
