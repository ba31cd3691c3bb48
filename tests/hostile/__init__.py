"""Peers, files and words that are malicious, or simply wrong."""
