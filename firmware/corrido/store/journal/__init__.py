"""The append-only record of games and events."""
