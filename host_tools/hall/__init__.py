"""The live board of a hall: what tables tell a broker, kept, shown and exported."""
