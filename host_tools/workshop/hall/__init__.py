"""A hall of simulated tables, for the tests and the benchmark of `corrido hall`."""
