"""Fault campaigns: power cuts, damage, hangs, exhausted memory, random play."""
