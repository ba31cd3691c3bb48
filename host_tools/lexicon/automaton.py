"""The minimal automaton (DAFSA) of a sorted list, by Daciuk's incremental construction (2000).

Nodes are numbered from 1, each target lower than its source; node 0 has no arcs. The arcs of node
n are first[n] to first[n + 1] - 1, by ascending label; a label is a tile's index plus one.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

Word = tuple[int, ...]
Arc = tuple[int, int, int]  # its label, 1 if a word ends with it, the node that it leads to


class Automaton(NamedTuple):
    """An automaton with its arcs as parallel arrays; `root` is the node where words begin."""

    first: np.ndarray
    label: np.ndarray
    final: np.ndarray
    target: np.ndarray
    root: int


def build(words: Iterable[Word]) -> Automaton:
    """Build from words, as tuples of tiles; ValueError unless they strictly ascend."""
    nodes: dict[tuple[Arc, ...], int] = {(): 0}  # each different one, in the order of its number
    path: list[list[Arc]] = [[]]  # the nodes of the word before; its last arcs are still to come
    before: Word = ()

    def close(depth: int) -> None:
        """Number the nodes of the path beyond a depth: no more words go through them."""
        while len(path) > depth + 1:
            arcs = tuple(path.pop())
            label, final, _ = path[-1][-1]
            path[-1][-1] = label, final, nodes.setdefault(arcs, len(nodes))

    for word in words:
        if word <= before:
            raise ValueError("words must come in rising order, each once")
        common = 0
        while common < len(before) and word[common] == before[common]:
            common += 1
        close(common)
        for tile in word[common:]:
            path[-1].append((tile + 1, 0, 0))
            path.append([])
        label, _, _ = path[-2][-1]
        path[-2][-1] = label, 1, 0
        before = word
    if not before:
        raise ValueError("no words")
    close(0)
    root = nodes.setdefault(tuple(path[0]), len(nodes))
    sizes = np.array([0, *map(len, nodes)], np.int64)
    columns = zip(*(arc for node in nodes for arc in node), strict=True)
    label, final, target = (np.array(column, np.int64) for column in columns)
    return Automaton(np.cumsum(sizes), label, final, target, root)
