"""The firmware as a board gets it: sources, what is left out of them, and the compiler."""
