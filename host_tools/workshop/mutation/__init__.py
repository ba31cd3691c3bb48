"""Mutation tests: put small faults into the firmware, one at a time, and see them noticed."""
