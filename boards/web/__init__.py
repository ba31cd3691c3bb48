"""The simulated board in MicroPython's WebAssembly build, in a browser or under Node."""
