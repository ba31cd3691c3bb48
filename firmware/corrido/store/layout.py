"""Tell where settings, PIN state and journal lie in the raw flash region of a board."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Flash

    Part = tuple[int, int]  # its first block, number of blocks

SETTINGS_BLOCKS = 2
PIN_BLOCKS = 2
MIN_JOURNAL_BLOCKS = 4


def layout(flash: "Flash") -> "tuple[Part, Part, Part]":
    """Return (first, blocks) of the settings, the PIN state and the journal.

    Raises ValueError if the region is too small to hold them.
    """
    before = SETTINGS_BLOCKS + PIN_BLOCKS
    if flash.blocks < before + MIN_JOURNAL_BLOCKS:
        raise ValueError(
            "flash region of %d blocks: at least %d needed"
            % (flash.blocks, before + MIN_JOURNAL_BLOCKS)
        )
    return (
        (0, SETTINGS_BLOCKS),
        (SETTINGS_BLOCKS, PIN_BLOCKS),
        (before, flash.blocks - before),
    )
