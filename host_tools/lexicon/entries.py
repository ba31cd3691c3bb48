"""Which nodes are stored once and referred to, and which are written out wherever they are used.

A *shared* node is an entry of its own; every other node travels inside the entry of its parent,
as often as that is stored. Nodes that hang on the root by unshared arcs only are the *tree*: the
large ones are entries of one node (TOP), the small ones entries with all below them (TWIG).
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from host_tools.lexicon.automaton import Automaton
from host_tools.lexicon.logarithm import BIT, log2

ROUNDS = 8
ENTRY_COST = 2 * BIT
TOP, TWIG, SHARED = 0, 1, 2


class Entries(NamedTuple):
    """nodes[i] is the root of entry i: `tops` of them, then `twigs`, then shared ones."""

    nodes: np.ndarray
    tops: int
    twigs: int
    shared: np.ndarray  # per node: 1 if it is an entry that arcs refer to
    top: np.ndarray  # per node: 1 if it is a TOP entry


def share(automaton: Automaton, largest: int) -> Entries:
    """Choose the entries; none but a TOP has more than about `largest` nodes."""
    first, label, final, target, root = automaton
    shared = _choose(first, label, final, target, root)
    tree = _split(first, target, root, shared, largest)
    nodes, tops = _tree_entries(first, target, root, shared, tree > largest)
    top = np.zeros(len(shared), np.uint8)
    top[nodes[:tops]] = 1
    every = np.concatenate((nodes, np.flatnonzero(shared)))
    return Entries(every, tops, len(nodes) - tops, shared, top)


@njit(cache=True)
def _copies(first, target, root, shared):
    """How often each node is written (a shared one: how often it is referred to)."""
    copies = np.zeros(len(first) - 1, np.int64)
    copies[root] = 1
    for node in range(root, 0, -1):
        times = 1 if shared[node] else copies[node]
        for arc in range(first[node], first[node + 1]):
            copies[target[arc]] += times
    return copies


@njit(cache=True)
def _prices(first, label, final, target, root, shared, copies):
    """Bits of a label after the one before it, and of an arc's kind, as things stand."""
    labels = np.ones((64, 64), np.int64)
    kinds = np.ones((64, 5), np.int64)
    for node in range(root, 0, -1):
        times = 1 if shared[node] else copies[node]
        before = 0
        for arc in range(first[node], first[node + 1]):
            labels[before, label[arc]] += times
            before = label[arc]
            kinds[before, _kind(shared, final, target, arc)] += times
        labels[before, 0] += times
    for table in (labels, kinds):
        for row in range(64):
            whole = log2(table[row].sum())
            for column in range(table.shape[1]):
                table[row, column] = whole - log2(table[row, column])
    return labels, kinds


@njit(cache=True)
def _kind(shared, final, target, arc):
    return 4 if target[arc] == 0 else 2 * shared[target[arc]] + final[arc]


@njit(cache=True)
def _choose(first, label, final, target, root):
    """A node is shared where its references cost less than its copies; a few rounds settle it."""
    nodes = len(first) - 1
    uses = np.zeros(nodes, np.int64)
    for arc in range(len(target)):
        uses[target[arc]] += 1
    shared = (uses >= 2).astype(np.uint8)
    shared[0] = 0
    content = np.zeros(nodes, np.int64)
    reference = np.full(nodes, 12 * BIT, np.int64)
    for turn in range(ROUNDS):
        copies = _copies(first, target, root, shared)
        labels, kinds = _prices(first, label, final, target, root, shared, copies)
        references = (copies * shared).sum()
        chosen = shared.copy()
        for node in range(1, root):
            cost = 0
            before = 0
            for arc in range(first[node], first[node + 1]):
                cost += labels[before, label[arc]]
                before = label[arc]
                cost += kinds[before, _kind(shared, final, target, arc)]
                to = target[arc]
                cost += reference[to] if shared[to] else content[to]
            content[node] = cost + labels[before, 0]
            times = copies[node]
            reference[node] = max(BIT, log2(references) - log2(max(1, times)) - 3 * BIT)
            once = times * reference[node] + content[node] + ENTRY_COST
            chosen[node] = times >= 2 and once < times * content[node]
        if turn and turn < ROUNDS - 1:
            shared = chosen
    shared[root] = 0
    return shared


@njit(cache=True)
def _split(first, target, root, shared, largest):
    """Share more until every entry outside the tree is small; return the tree's subtree sizes."""
    nodes = len(first) - 1
    tree = np.zeros(nodes, np.uint8)
    tree[root] = 1
    for node in range(root, 0, -1):
        for arc in range(first[node], first[node + 1]):
            if tree[node] and not shared[target[arc]]:
                tree[target[arc]] = 1
    size = np.zeros(nodes, np.int64)
    for node in range(1, nodes):
        size[node] = _size(first, target, shared, size, node)
        if not tree[node] and size[node] > largest:
            for arc in range(first[node], first[node + 1]):
                if size[target[arc]] > 1:
                    shared[target[arc]] = 1
            size[node] = _size(first, target, shared, size, node)
    return size * tree


@njit(cache=True)
def _size(first, target, shared, size, node):
    total = 1
    for arc in range(first[node], first[node + 1]):
        if not shared[target[arc]]:
            total += size[target[arc]]
    return total


@njit(cache=True)
def _tree_entries(first, target, root, shared, large):
    """TOP entries breadth first, then their TWIG children in the order of the arcs."""
    nodes = len(first) - 1
    tops = np.zeros(nodes, np.int64)
    twigs = np.zeros(nodes, np.int64)
    tops[0] = root
    count, small, at = 1, 0, 0
    while at < count:
        for arc in range(first[tops[at]], first[tops[at] + 1]):
            to = target[arc]
            if to and not shared[to]:
                if large[to]:
                    tops[count] = to
                    count += 1
                else:
                    twigs[small] = to
                    small += 1
        at += 1
    return np.concatenate((tops[:count], twigs[:small])), count
