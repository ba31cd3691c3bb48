"""Programs for the interpreter under test: they import nothing of the host."""
