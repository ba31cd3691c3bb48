"""Keep a running watchdog from resetting a board at the REPL; runs before main.py."""

import gc

# For code loaded into RAM: uncollected garbage would leave no hole large enough for it.
LOADING_BYTES = 40960

try:
    from corrido.memory import IN_RAM, begin

    begin()
    if IN_RAM:
        gc.threshold(LOADING_BYTES)
    import corrido_board
except ImportError as error:
    print("corrido: no usable /corrido_board.py (%s): deploy a board's files first" % error)
else:
    corrido_board.after_boot()
