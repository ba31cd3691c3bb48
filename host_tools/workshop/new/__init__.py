"""`corrido new`: scaffolds for contributions, and a list of what each still lacks."""
