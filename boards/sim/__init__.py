"""The simulated board: a board like the others, whose pins end in the host's world."""
