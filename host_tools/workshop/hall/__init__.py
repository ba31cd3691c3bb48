"""A hall of simulated tables, for the tests and the bench of `corrido hall`."""
