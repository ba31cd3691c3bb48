"""The game as a pure value: no machine, time, os or print."""
