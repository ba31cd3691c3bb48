"""What the rules are on this device, told from the code: the phase table and the presets."""
