"""A hall of simulated tables: what the tests and the bench of `corrido hall` play with."""
