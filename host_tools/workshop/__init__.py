"""Benchmarks, fault campaigns, emulator and picture makers; only a checkout has them."""
