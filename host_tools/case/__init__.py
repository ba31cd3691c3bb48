"""The enclosure from code: parts, their places, the solids, and their checks."""
