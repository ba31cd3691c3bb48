"""Test the tests: put small faults into the firmware, one at a time, and see what notices."""
