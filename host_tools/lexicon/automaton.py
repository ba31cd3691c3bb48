"""The minimal automaton (DAFSA) of a sorted list: each different node once.

Nodes are numbered from 1, each target lower than its source; node 0 has no arcs. The arcs of node
n are first[n] to first[n + 1] - 1, by ascending label; a label is a tile's index plus one.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import itemgetter
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


def build(words: Sequence[Word]) -> Automaton:
    """Build from words, as tuples of tiles; ValueError unless they strictly ascend."""
    if any(word <= before for before, word in pairwise(words)):
        raise ValueError("words must come in rising order, each once")
    if not words or not words[0]:
        raise ValueError("no words")
    nodes: dict[tuple[Arc, ...], int] = {(): 0}  # each different one, in the order of its number

    def number(some: Sequence[Word], depth: int) -> int:
        """Return the number of the node below which some words, alike so far, go on."""
        arcs: list[Arc] = []
        for tile, group in groupby(some, itemgetter(depth)):
            below = list(group)
            ends = len(below[0]) == depth + 1
            arcs.append((tile + 1, int(ends), number(below[ends:], depth + 1)))
        return nodes.setdefault(tuple(arcs), len(nodes))

    root = number(words, 0)
    sizes = np.array([0, *map(len, nodes)], np.int64)
    columns = zip(*(arc for node in nodes for arc in node), strict=True)
    label, final, target = (np.array(column, np.int64) for column in columns)
    return Automaton(np.cumsum(sizes), label, final, target, root)
