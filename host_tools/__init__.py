"""The command `corrido` and all that runs on the host."""
