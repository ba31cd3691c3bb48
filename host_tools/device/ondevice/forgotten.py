"""Erase the blocks of the arbiter's PIN; sent to the raw REPL of a stopped device."""

import corrido_board
from corrido.store.nor import layout

flash = corrido_board.make().flash
first, count = layout(flash)[1]
for block in range(first, first + count):
    flash.erase(block)
