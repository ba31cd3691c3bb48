"""`corrido new`: scaffolds for what a contributor adds, and what each still lacks."""
