"""The event log of a device on the host: fetched, verified, read, exported."""
