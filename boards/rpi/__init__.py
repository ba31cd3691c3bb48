"""A Raspberry Pi, or any computer that Blinka knows, as a board."""
