"""The minimal automaton (DAFSA) of a sorted list, by Daciuk's incremental construction (2000).

Nodes are numbered from 1, each target lower than its source; node 0 has no arcs. The arcs of node
n are first[n] to first[n + 1] - 1, by ascending label; a label is a tile's index plus one.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from host_tools.lexicon.jit import Int, Ints, njit

LONGEST = 15


class Automaton(NamedTuple):
    """An automaton with its arcs as parallel arrays; `root` is the node where words begin."""

    first: np.ndarray
    label: np.ndarray
    final: np.ndarray
    target: np.ndarray
    root: int


def rows(words: Iterable[tuple[int, ...]]) -> np.ndarray:
    """Return words, given as tuples of tile indices, in the form that build() takes."""
    data = b"".join(bytes(word).ljust(LONGEST, b"\xff") for word in words)
    return np.frombuffer(data, np.uint8).reshape(-1, LONGEST) + np.uint8(1)


def build(words: np.ndarray) -> Automaton:
    """Build from an array of shape (count, 15): one word per row, labels from 1, zero-padded.

    ValueError unless the rows are in strictly ascending order.
    """
    if len(words) == 0:
        raise ValueError("no words")
    first, label, final, target, ordered = _build(words)
    if not ordered:
        raise ValueError("words must come in rising order, each once")
    return Automaton(first, label, final, target, len(first) - 2)


@njit(cache=True)
def _grown(array: Ints, wanted: Int) -> Ints:
    bigger = np.zeros(max(wanted, 2 * len(array)), array.dtype)
    bigger[: len(array)] = array
    return bigger


@njit(cache=True)
def _hash(arcs: Ints, count: Int) -> np.uint64:
    value = np.uint64(1469598103934665603)
    for i in range(count):
        value = (value ^ np.uint64(arcs[i])) * np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    return value


@njit(cache=True)
def _same(packed: Ints, start: Int, end: Int, arcs: Ints, count: Int) -> bool:
    if end - start != count:
        return False
    for i in range(count):
        if packed[start + i] != arcs[i]:
            return False
    return True


@njit(cache=True)
def _rehashed(size: Int, first: Ints, packed: Ints, nodes: Int) -> Ints:
    """Return a table of that many slots, a power of two, with every node in its place."""
    slots = np.zeros(size, np.int64)
    mask = np.uint64(len(slots) - 1)
    for node in range(1, nodes):
        at = _hash(packed[first[node] :], first[node + 1] - first[node]) & mask
        while slots[at]:
            at = (at + np.uint64(1)) & mask
        slots[at] = node
    return slots


@njit(cache=True)
def _slot(slots: Ints, first: Ints, packed: Ints, arcs: Ints, count: Int) -> np.uint64:
    """Return the slot of the node with these arcs, or the free one where it belongs."""
    mask = np.uint64(len(slots) - 1)
    at = _hash(arcs, count) & mask
    while slots[at]:
        known = slots[at]
        if _same(packed, first[known], first[known + 1], arcs, count):
            break
        at = (at + np.uint64(1)) & mask
    return at


@njit(cache=True)
def _length(word: Ints) -> int:
    """Return how many labels a zero-padded word has."""
    length = 0
    while length < LONGEST and word[length]:
        length += 1
    return length


@njit(cache=True)
def _common(words: Ints, row: Int, most: Int) -> int:
    """Return how many labels a word shares with the start of the one before it, up to `most`."""
    common = 0
    while common < most and words[row, common] == words[row - 1, common]:
        common += 1
    return common


@njit(cache=True)
def _build(words: Ints) -> tuple[Ints, Ints, Ints, Ints, bool]:
    """Build the nodes; an arc under construction is target << 9 | final << 8 | label."""
    first = np.zeros(1 << 12, np.int64)
    packed = np.zeros(1 << 14, np.int64)
    slots = np.zeros(1 << 13, np.int64)
    path = np.zeros((LONGEST + 1, 256), np.int64)
    counts = np.zeros(LONGEST + 1, np.int64)
    nodes = 1
    depth = 0
    for row in range(len(words) + 1):
        common = 0
        length = 0
        if row < len(words):
            length = _length(words[row])
            common = _common(words, row, min(depth, length))
            bad = row > 0 and (
                common == length or common < depth and words[row, common] < words[row - 1, common]
            )
            if length == 0 or bad:
                return first[:1], packed[:0], packed[:0], packed[:0], False
        stop = common if row < len(words) else -1
        for level in range(depth, stop, -1):  # nodes below the common prefix are complete
            count = counts[level]
            node, at = 0, np.uint64(0)
            if count:
                at = _slot(slots, first, packed, path[level], count)
                node = slots[at]
            if count and not node:
                node = nodes
                nodes += 1
                slots[at] = node
                start = first[node]
                if nodes + 1 >= len(first):
                    first = _grown(first, nodes + 2)
                if start + count > len(packed):
                    packed = _grown(packed, start + count)
                packed[start : start + count] = path[level, :count]
                first[nodes] = start + count
                if 2 * nodes > len(slots):
                    slots = _rehashed(2 * len(slots), first, packed, nodes)
            counts[level] = 0
            if level:
                path[level - 1, counts[level - 1] - 1] |= node << 9
        for level in range(common, length):
            last = 256 if level + 1 == length else 0
            path[level, counts[level]] = int(words[row, level]) | last
            counts[level] += 1
        depth = length
    first = first[: nodes + 1].copy()
    packed = packed[: first[nodes]]
    return first, packed & 255, packed >> 8 & 1, packed >> 9, True
