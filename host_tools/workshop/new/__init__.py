"""`corrido new`: scaffolds for contributions, and a list of each one's missing parts."""
