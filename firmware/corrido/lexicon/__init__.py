"""Word lists on the device: format, alphabets, reader."""
