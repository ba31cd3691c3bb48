"""The contract of a board, and the drivers that fulfil it."""
