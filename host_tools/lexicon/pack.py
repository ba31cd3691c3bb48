"""From an automaton to the bytes of a `.lex` file; docs/lexicon-format.md is the reference."""

import struct
from hashlib import sha256

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import HEAD, MAGIC, VERSION
from host_tools.lexicon.dafsa import Dafsa
from host_tools.errors import UserError


def pack(words: list[tuple[int, ...]], code: str, name: str, edition: str) -> bytes:
    """The file for a rising list of words; the same bytes on every machine."""
    dafsa = Dafsa(words)
    starts, order = _places(dafsa)
    label_bits = (len(alphabet(code).tiles) - 1).bit_length()
    arcs = sum(len(dafsa.nodes[node]) for node in order)
    target_bits = arcs.bit_length()
    width = label_bits + 2 + target_bits
    if width > 32:
        raise UserError(f"{arcs} arcs: too many for this format")
    fields = (MAGIC, VERSION, label_bits, target_bits, 0, arcs, len(words), starts[dafsa.root])
    head = struct.pack(HEAD, *fields) + b"".join(_text(part) for part in (name, edition, code))
    body = _arcs(dafsa, order, starts, label_bits, width)
    return head + body + sha256(head + body).digest()


def _text(text: str) -> bytes:
    data = text.encode()
    if len(data) > 255:
        raise UserError(f"{text[:20]!r}...: at most 255 bytes")
    return bytes((len(data),)) + data


def _places(dafsa: Dafsa) -> tuple[dict[int, int], list[int]]:
    """Arc number at which each node begins, from 1; nodes in the order of a depth-first walk."""
    starts = {0: 0}
    order: list[int] = []
    next_arc = 1
    stack = [dafsa.root]
    while stack:
        node = stack.pop()
        if node in starts:
            continue
        starts[node] = next_arc
        next_arc += len(dafsa.nodes[node])
        order.append(node)
        stack.extend(target for _, _, target in reversed(dafsa.nodes[node]))
    return starts, order


def _arcs(
    dafsa: Dafsa, order: list[int], starts: dict[int, int], label_bits: int, width: int
) -> bytes:
    out = bytearray()
    pending, bits = 0, 0
    for node in order:
        arcs = dafsa.nodes[node]
        for place, (tile, final, target) in enumerate(arcs):
            last = place == len(arcs) - 1
            arc = starts[target] << 2 | last << 1 | final
            pending |= (arc << label_bits | tile) << bits
            bits += width
            while bits >= 8:
                out.append(pending & 0xFF)
                pending >>= 8
                bits -= 8
    if bits:
        out.append(pending & 0xFF)
    return bytes(out)
