"""Corrido, the firmware: a game clock and word judge for Scrabble tables."""

VERSION = "1.0.0"
