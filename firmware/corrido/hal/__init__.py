"""What a board offers, and the drivers that use it."""
