"""The device's rules, told from the code: the phase table and the presets."""
