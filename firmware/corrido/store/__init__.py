"""Everything kept on flash: two-slot records, settings, the PIN and the journal."""
