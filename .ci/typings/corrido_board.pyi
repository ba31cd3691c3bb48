# On a device /corrido_board.py is the file boards/<board>/board.py of that device.
from corrido.hal.contract import Board

def make() -> Board: ...
