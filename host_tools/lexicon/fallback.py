"""Sharing and fallbacks: the choice that makes entries smallest, by the symbols' mean cost.

A node may name a shared node to fall back on. An arc that is the same in both is then not written;
an arc that leads to unshared nodes in both is written, and the node below it takes the one below
the fallback as its base: there too, only differences are written.
"""

from typing import NamedTuple

import numpy as np

from host_tools.lexicon.automaton import Automaton
from host_tools.lexicon.jit import Int, Ints, njit
from host_tools.lexicon.logarithm import BIT, log2, logs

FALLBACK = 63  # the label before a reference to a fallback
WAYS = 128  # the ways to a shared node: label * 2 + flag, FALLBACK * 2
_NONE, _ALIKE, _ANY = 0, 1, 2  # fallbacks that a round considers: none, with an equal arc, any
_ROUNDS = (_NONE,) * 2 + (_ALIKE,) * 6 + (_ANY,) * 4
_ENTRY_COST = 8 * BIT
_MOST_WORDS = 600  # below a node that has a fallback or is one
_NEVER = np.int64(1) << 50


Choice = tuple[Ints, Ints]  # for each node: 1 if it is shared; the node it falls back on, or 0


class Prices(NamedTuple):
    """What symbols cost: labels by lead and label before, kinds by label, arcs, fallbacks."""

    labels: np.ndarray
    kinds: np.ndarray
    arcs: np.ndarray
    falling: np.ndarray


def choose(automaton: Automaton) -> Choice:
    """Share each node whose references cost less than its copies, settled in a few rounds."""
    nodes = len(automaton.first) - 1
    uses = np.bincount(automaton.target, minlength=nodes)
    shared = (uses >= 2).astype(np.uint8)
    shared[[0, automaton.root]] = 0
    below = _below(automaton)
    fallback = np.zeros(nodes, np.int64)
    falling = np.full(nodes, 12 * BIT, np.int64)
    for turn, search in enumerate(_ROUNDS):
        lead = _leads(automaton, shared)
        copies, ways, labels, kinds = count_written(automaton, shared, fallback, lead)
        prices = Prices(
            _in_bits(labels), _in_bits(kinds), _arc_prices(automaton, shared, ways), falling
        )
        content, fallback = _contents(automaton, shared, below, prices, lead, search)
        falls = ways[:, 2 * FALLBACK].astype(np.int64)
        fallen = falls if turn > 2 else copies * shared
        falling = log2(4 * fallen.sum() + (fallen > 0).sum()) - logs(4 * fallen + 1)
        if 0 < turn < len(_ROUNDS) - 1:
            uses = (copies - falls) * shared  # that the label is known saves three bits
            reference = np.maximum(BIT, log2(uses.sum()) - logs(uses) - 3 * BIT)
            once = copies * reference + content + _ENTRY_COST
            shared = ((copies >= 2) & (once < copies * content)).astype(np.uint8)
            shared[[0, automaton.root]] = 0
    return shared, fallback


def _below(dafsa: Automaton) -> Ints:
    """Return for each node: how many words continue from it, its labels as bits, a signature.

    Signatures without a common bit prove that two nodes have no arc in common.
    """
    first, label, final, target, _ = dafsa
    found = words, masks, alike = np.zeros((3, len(first) - 1), np.int64)
    source = np.repeat(np.arange(len(words)), np.diff(first))
    np.bitwise_or.at(masks, source, np.int64(1) << label)
    mixed = (target << 7 | label << 1 | final) * 0x9E3779B1 >> 20 & 63
    np.bitwise_or.at(alike, source, np.int64(1) << mixed)
    for arc, node in enumerate(source):
        words[node] += words[target[arc]] + final[arc]
    return found


@njit(cache=True)
def written(dafsa: Automaton, shared: Ints, node: Int, base: Int, arcs: Ints, under: Ints) -> int:
    """Fill `arcs` with the arcs written in a node with a base (0: none); return how many.

    under[i] is the base of the node that arcs[i] leads to, 0 if that node is written in full.
    """
    first, label, final, target, _ = dafsa
    count = 0
    other, end = first[base], first[base + 1]
    for arc in range(first[node], first[node + 1]):
        below = 0
        if other < end and label[other] == label[arc]:
            to = target[arc]
            alike = to == target[other] and final[arc] == final[other]
            if not shared[to]:
                below = target[other] if to else 0
            other += 1
            if alike:
                continue
        arcs[count], under[count] = arc, below
        count += 1
    return count


@njit(cache=True)
def count_written(
    dafsa: Automaton, shared: Ints, fallback: Ints, lead: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """Count the symbols that are written, for the models.

    The counts are: copies of each node (for a shared one: references to it), the ways to it,
    labels given the lead and the label before, and kinds of arcs given their labels; one is added
    to each of the last two.
    """
    first, label, final, target, root = dafsa
    copies = np.zeros(len(first) - 1, np.int64)
    ways = np.zeros((len(first) - 1, WAYS), np.int32)
    labels = np.ones((64, 64, 64), np.int64)
    kinds = np.ones((64, 5), np.int64)
    arcs, under = np.zeros(64, np.int64), np.zeros(64, np.int64)
    copies[root] = 1
    for node in range(root, 0, -1):
        times = min(1, copies[node]) if shared[node] else copies[node]
        if times == 0:
            continue
        queue, bases = [node], [fallback[node]]
        if fallback[node]:
            copies[fallback[node]] += times
            ways[fallback[node], 2 * FALLBACK] += times
            labels[lead[node], 0, FALLBACK] += times
        at = 0
        while at < len(queue):
            before = FALLBACK if at == 0 and fallback[node] else 0
            count = written(dafsa, shared, queue[at], bases[at], arcs, under)
            for i in range(count):
                arc = int(arcs[i])
                by, to = label[arc], target[arc]
                labels[lead[queue[at]], before, by] += times
                before = by
                kinds[by, _kind(shared, to, final[arc])] += times
                if under[i]:
                    queue.append(to)
                    bases.append(under[i])
                else:
                    copies[to] += times
                    ways[to, by << 1 | final[arc]] += times
            labels[lead[queue[at]], before, 0] += times
            at += 1
    return copies, ways, labels, kinds


@njit(cache=True)
def _kind(shared: Ints, to: Int, final: Int) -> Int:
    return 4 if to == 0 else 2 * shared[to] + final


def _in_bits(counts: Ints) -> Ints:
    """Return the cost of each symbol of each row."""
    return logs(counts.sum(axis=-1, keepdims=True)) - logs(counts)


def _leads(dafsa: Automaton, shared: Ints) -> Ints:
    """Return the label that leads to each node; 0 for shared nodes, which may have several."""
    lead = np.zeros(len(shared), np.int64)
    lead[dafsa.target] = dafsa.label
    return np.where(shared, 0, lead)


def _arc_prices(dafsa: Automaton, shared: Ints, ways: Ints) -> Ints:
    """Return the cost of each arc's reference, given its label and flag; 0 for other arcs."""
    ways = ways[:, : 2 * FALLBACK] * shared[:, None].astype(np.int64)
    uses, way = ways.sum(axis=1), dafsa.label << 1 | dafsa.final
    seen = ways[dafsa.target, way] * uses.sum() + 4 * np.maximum(1, uses[dafsa.target])
    prices = logs((ways.sum(axis=0)[way] + 4) * uses.sum()) - logs(seen)
    return np.where(shared[dafsa.target], prices, 0)


@njit(cache=True)
def _contents(
    dafsa: Automaton, shared: Ints, below: Ints, prices: Prices, lead: Ints, search: Int
) -> tuple[Ints, Ints]:
    """Return the cost of each node written out, and the fallback that achieves it."""
    first, label, final, target, _ = dafsa
    words, masks, alike = below
    nodes = len(first) - 1
    content = np.zeros(nodes, np.int64)
    fallback = np.zeros(nodes, np.int64)
    candidates = np.zeros(nodes, np.int64)
    known = 0
    frames = np.zeros((6, 16), np.int64)
    for node in range(1, nodes):
        labels = prices.labels[lead[node]]
        whole, before = 0, 0
        for arc in range(first[node], first[node + 1]):
            by, to = label[arc], target[arc]
            prices.arcs[arc] += prices.kinds[by, _kind(shared, to, final[arc])]
            prices.arcs[arc] += 0 if shared[to] else content[to]
            whole += labels[before, by] + prices.arcs[arc]
            before = by
        content[node] = whole + labels[before, 0]
        if search and 1 < words[node] <= _MOST_WORDS:
            for i in range(known):
                other = candidates[i]
                head = labels[0, FALLBACK] + prices.falling[other]
                if masks[other] & ~masks[node] or head >= content[node]:
                    continue
                if search == _ALIKE and not alike[other] & alike[node]:
                    continue
                head += _difference(
                    dafsa, shared, masks, prices, lead, frames, node, other,
                    content[node] - head,
                )  # fmt: skip
                if head < content[node]:
                    content[node], fallback[node] = head, other
        if shared[node] and 1 < words[node] <= _MOST_WORDS:
            candidates[known] = node
            known += 1
    return content, fallback


@njit(cache=True)
def _difference(
    dafsa: Automaton, shared: Ints, masks: Ints, prices: Prices, lead: Ints, frames: Ints,
    node: Int, base: Int, most: Int,
) -> Int:  # fmt: skip
    """Return a node's cost with a base; _NEVER if impossible or above `most`.

    It descends into nodes with bases of their own.
    It keeps frames: what calls itself crashes when it comes from Numba's cache (0.68).
    """
    first, label, final, target, _ = dafsa
    labels, price, kinds = prices.labels, prices.arcs, prices.kinds
    arc, stop, other, end = frames[0], frames[1], frames[2], frames[3]
    before, letter = frames[4], frames[5]
    arc[0], stop[0], other[0], end[0] = first[node], first[node + 1], first[base], first[base + 1]
    before[0], letter[0] = FALLBACK, lead[node]
    depth, cost = 0, 0
    while cost <= most:
        if arc[depth] == stop[depth]:
            cost += labels[letter[depth], before[depth], 0]
            if depth == 0:
                return cost
            depth -= 1
            continue
        here = arc[depth]
        arc[depth] += 1
        by, to = label[here], target[here]
        below = 0
        if other[depth] < end[depth] and label[other[depth]] == by:
            below = target[other[depth]]
            other[depth] += 1
            if below == to and final[other[depth] - 1] == final[here]:
                continue
        cost += labels[letter[depth], before[depth], by]
        before[depth] = by
        if not below or not to or shared[to]:
            cost += price[here]
            continue
        if masks[below] & ~masks[to]:
            return _NEVER
        cost += kinds[by, final[here]]
        depth += 1
        arc[depth], stop[depth] = first[to], first[to + 1]
        other[depth], end[depth] = first[below], first[below + 1]
        before[depth], letter[depth] = 0, lead[to]
    return _NEVER
