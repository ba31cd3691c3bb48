"""The live board of a hall: the tables' messages to a broker, kept, shown and exported."""
