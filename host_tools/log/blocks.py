"""Gaps in a pulled log, inferred from its blocks and games.

The hash chain shows an entry that was altered or removed between two others. These findings show
what no chain can: missing games and blocks, an end cut off.
"""

from typing import NamedTuple

from corrido.store.journal.codec import BODY_AT, Links
from corrido.store.journal.ring import header_in
from corrido.store.journal.survey import header_whole

from host_tools.log import phrases
from host_tools.log.image import LogImage


class Head(NamedTuple):
    """A block's header: which block of the ring it is, and in which game it was opened."""

    number: int
    game: int
    key: int  # one byte that tells which key its links are signed with; 0: none


class End(NamedTuple):
    """The last event of a log as the device reported it: the game and its sequence number."""

    game: int
    seq: int


class Finding(NamedTuple):
    """A fault of a log: its name in the phrases, and the values to fill in."""

    name: str
    values: tuple[str | int, ...] = ()

    def told(self, language: str) -> str:
        """Return the finding's sentence in one of the screens' languages."""
        return phrases.word(self.name, language, "finding").format(*self.values)

    def __str__(self) -> str:
        return self.told("en")


def head_of(block: bytes) -> Head | None:
    """Return the fields of a block's header; None if it is not intact."""
    found = header_in(block) if len(block) >= BODY_AT and header_whole(block) else None
    return Head(found[0], found[1], found[3]) if found else None


def heads_of(image: LogImage) -> list[Head]:
    """Return the headers of all blocks that have an intact one."""
    return [head for block in image.blocks.values() if (head := head_of(block))]


def _gaps(numbers: list[int]) -> str:
    """Return the first few runs missing between the lowest and the highest: `3, 5-9`."""
    order = sorted(numbers)
    runs = [range(before + 1, after) for before, after in zip(order, order[1:])
            if after > before + 1]  # fmt: skip
    told = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs[:5]]
    return ", ".join([*told, "..."] if len(runs) > 5 else told)


def of_gaps(kept: list[int], image: LogImage) -> list[Finding]:
    """Return what is missing between the oldest and the newest of the blocks, and of the games.

    kept: the games that are; the device gave up those before the oldest.
    """
    heads = heads_of(image)
    newer = [head.game for head in heads if kept and head.game > kept[-1]]
    gaps = {"blocks": _gaps([head.number for head in heads]), "games": _gaps([*kept, *newer])}
    return [Finding(name, (told,)) for name, told in gaps.items() if told]


# -- which key signed it: a block's header gives only one byte of it


def device_id(image: LogImage) -> bytes | None:
    """Return the id that the chain is bound to; None if the file does not give it."""
    try:
        return bytes.fromhex(image.device["id"])
    except (LookupError, TypeError, ValueError):
        return None


def of_keys(image: LogImage) -> list[Finding]:
    """Return a finding if a signed log could not be checked with its device's known key.

    Without the right key a block's links cannot be computed, and nothing in it is proven.
    """
    tag = Links(None, image.key).tag
    if all(head.key in (0, tag) for head in heads_of(image)):
        return []
    return [Finding("other-key" if image.key else "unchecked")]


def of_end(last: dict[int, int], end: End | None) -> list[Finding]:
    """Return a finding if the log does not end where it should.

    last: the highest sequence number of an event in the log, by game. end: where it should end,
    according to the device or the code on its screen at the close.
    """
    if end is None:
        return []
    if end.seq == 0:  # the next game has not begun: the one before is the last
        gone = last and max(last) < end.game - 1
        return [Finding("end-game", (end.game - 1,))] if gone else []
    found = last.get(end.game, 0)
    if found < end.seq:
        return [Finding("end-entry", (end.game, found, end.seq))]
    if found > end.seq or max(last, default=end.game) > end.game:
        return [Finding("more", (end.game, end.seq))]
    return []


def told_end(image: LogImage) -> End | None:
    """Return the end that the device reported when its log was pulled; None in an old file."""
    game, seq = image.device.get("game"), image.device.get("seq")
    return End(game, seq) if isinstance(game, int) and isinstance(seq, int) else None
