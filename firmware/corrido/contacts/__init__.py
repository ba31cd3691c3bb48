"""Contacts that close and open: their edges, and which of them are presses. No hardware."""
