"""Programs for the interpreter under test: they import nothing from the host."""
