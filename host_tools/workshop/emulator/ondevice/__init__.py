"""Scripts that the laboratory runs on the emulated chip."""
