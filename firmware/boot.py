"""Runs before main.py, after a soft reset too: a watchdog that runs on must not bite a console."""

try:
    import corrido_board
except ImportError as error:
    print("corrido: no usable /corrido_board.py (%s): deploy a board's files first" % error)
else:
    corrido_board.after_boot()
