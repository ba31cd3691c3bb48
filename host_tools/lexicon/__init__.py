"""Word lists: compile them, ask them, audit them."""
