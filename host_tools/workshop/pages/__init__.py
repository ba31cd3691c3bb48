"""The device's rules, generated from the code: the phase table and the presets."""
