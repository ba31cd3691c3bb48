"""Keep a running watchdog from resetting a board at the REPL; runs before main.py."""

import gc
import sys

# Between two collections while code is loaded into RAM. With 64 KB, garbage would leave a Pico no
# hole for the reserve; with 16 KB, its start would take 0.4 s longer.
LOADING_BYTES = 32768 if sys.platform == "rp2" else 16384

try:
    from corrido.memory import IN_RAM

    if IN_RAM:
        gc.threshold(LOADING_BYTES)
    import corrido_board
except ImportError as error:
    print("corrido: no usable /corrido_board.py (%s): deploy a board's files first" % error)
else:
    corrido_board.after_boot()
