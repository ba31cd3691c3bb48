"""Scripts that the host runs on the emulated chip."""
