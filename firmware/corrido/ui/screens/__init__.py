"""One class a screen: what it shows as a list of items, and what its keys do."""
