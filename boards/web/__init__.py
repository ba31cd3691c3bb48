"""The simulated board in MicroPython's WebAssembly build, in a browser or under Node.

What that build lacks: `machine`, PIO and machine code (the inner loops run as bytecode); its ticks
are steps of 1 ms that may go backwards (each frame carries the time); bytes reach JavaScript as
objects (they pass through a file); its proxies are global, so one interpreter can run at a time.
"""
