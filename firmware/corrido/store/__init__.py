"""Everything that lies on flash: records in two slots, settings, PIN, and the journal."""
