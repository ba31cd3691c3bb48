"""`corrido release`: everything that is handed out, made reproducibly, with its hashes."""
