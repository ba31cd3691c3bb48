"""Screens, fonts, texts and the letter entry."""
