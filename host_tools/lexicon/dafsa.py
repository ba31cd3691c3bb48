"""The minimal automaton of a sorted list, by Daciuk's incremental construction (2000)."""

from collections.abc import Iterable

# A node is a tuple of arcs (tile, final, number of the target node); node 0 has none.
Node = tuple[tuple[int, bool, int], ...]


class Dafsa:
    """nodes[i] is the tuple of arcs of node i; `root` is where words begin."""

    def __init__(self, words: Iterable[tuple[int, ...]]) -> None:
        """Build from words in rising order; ValueError if they are not."""
        self.nodes: list[Node] = [()]
        self._known: dict[Node, int] = {(): 0}
        path: list[list[list]] = [[]]
        before: tuple[int, ...] = ()
        for word in words:
            if word <= before:
                raise ValueError("words must come in rising order, each once")
            common = _common(before, word)
            self._freeze(path, common)
            for tile in word[common:]:
                path[-1].append([tile, False, 0])
                path.append([])
            path[len(word) - 1][-1][1] = True
            before = word
        self._freeze(path, 0)
        self.root = self._number(path[0])

    def _freeze(self, path: list[list[list]], depth: int) -> None:
        while len(path) > depth + 1:
            target = self._number(path.pop())
            path[-1][-1][2] = target

    def _number(self, arcs: list[list]) -> int:
        node = tuple((tile, final, target) for tile, final, target in arcs)
        number = self._known.get(node)
        if number is None:
            number = self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return number


def _common(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    length = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        length += 1
    return length
