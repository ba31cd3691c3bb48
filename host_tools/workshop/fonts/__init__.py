"""The fonts of the screens, drawn as text and turned into modules."""
