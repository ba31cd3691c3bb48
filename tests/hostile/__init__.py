"""Peers, files and words that mean harm, or know no better."""
