"""The device on a page, and what a host may ask of it."""
