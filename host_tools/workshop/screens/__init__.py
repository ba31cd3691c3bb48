"""Screens as pictures: rendering to PNG, hashes, reading the text back."""
