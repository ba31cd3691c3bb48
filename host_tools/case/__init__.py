"""The enclosure from code: parts, where they sit, the solids, and what is checked of them."""
