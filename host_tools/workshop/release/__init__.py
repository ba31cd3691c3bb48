"""`corrido release`: build everything that is published, reproducibly, with its hashes."""
