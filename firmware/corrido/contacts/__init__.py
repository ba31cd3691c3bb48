"""Process the edges of contacts, and find the presses among them, independent of hardware."""
