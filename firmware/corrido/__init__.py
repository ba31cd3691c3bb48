"""Corrido, the firmware: a game clock and word judge for Scrabble tables."""

VERSION = "0.1.0"
