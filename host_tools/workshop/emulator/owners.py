"""Name the owner of each object on an emulated chip's heap: module, class or instances.

An object belongs to the first of these that leads to it without passing through another one: a
class of the firmware, with its methods; a module, with its functions, constants and globals; an
instance of such a class. The rest is the interpreter's.
"""

from collections import Counter
from typing import NamedTuple

from host_tools.workshop.emulator.heapmap import HeapMap

KINDS = ("module", "class", "data")
_MODULE, _CLASS, _DATA = KINDS
_CODE = ("function", "closure", "generator")


class Owner(NamedTuple):
    """A module's full name, and which of KINDS of its objects; both "" for the interpreter."""

    module: str
    kind: str


INTERPRETER = Owner("", "")


def bytes_by_owner(heap: HeapMap) -> Counter[Owner]:
    """Return how many bytes each owner would keep after a collection."""
    owners, found = _Owners(heap).found, Counter[Owner]()
    for at in heap.live:
        found[owners.get(at, INTERPRETER)] += heap.objects[at].size
    return found


class _Owners:
    """The owners found, by address."""

    def __init__(self, heap: HeapMap) -> None:
        self._heap = heap
        live = sorted(heap.live)
        self._modules = {at: self._name_of(at) for at in live if heap.objects[at].type == "module"}
        self._classes = {at: name for at in live if (name := self._module_of_class(at))}
        self._instances = {
            at: self._classes[kind] for at in live if (kind := heap.word(at)) in self._classes
        }
        self.found: dict[int, Owner] = {}
        for at, module in self._classes.items():
            self._claim(at, Owner(module, _CLASS))
        for at in live:
            if heap.objects[at].type in _CODE and heap.word(at + 4) in self._modules:
                self._claim(at, Owner(self._modules[heap.word(at + 4)], _MODULE))
        for kind, roots in ((_MODULE, self._modules), (_DATA, self._instances)):
            for at, module in roots.items():
                self._claim(at, Owner(module, kind))

    def _claim(self, root: int, owner: Owner) -> None:
        """Give the owner all that `root` leads to and nobody owns yet."""
        borders = (self._modules, self._classes, self._instances)
        waiting = [root]
        while waiting:
            at = waiting.pop()
            if at in self.found or (at != root and any(at in border for border in borders)):
                continue
            self.found[at] = owner
            waiting += [word for word in self._words(at) if word in self._heap.live]

    def _words(self, at: int) -> tuple[int, ...]:
        return self._heap.words(self._heap.objects[at])

    def _name_of(self, module: int) -> str:
        return self._heap.text(self._entries(self._heap.word(module + 4)).get("__name__", 0))

    def _module_of_class(self, at: int) -> str:
        """Return the name of a class's module; "" if no class of the firmware lies there."""
        if self._heap.objects[at].type != "type":
            return ""
        for word in self._words(at):
            if word in self._heap.live and self._heap.objects[word].type == "dict":
                return self._heap.text(self._entries(word).get("__module__", 0))
        return ""

    def _entries(self, dictionary: int) -> dict[str, int]:
        """Return a dictionary's values by those keys that are names."""
        word = self._heap.word
        count, table = word(dictionary + 8), word(dictionary + 12)
        pairs = [(word(at), word(at + 4)) for at in range(table, table + 8 * count, 8)]
        return {name: value for key, value in pairs if (name := self._heap.text(key))}
