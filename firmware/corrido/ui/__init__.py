"""The user interface: screens, fonts, texts and the navigator that joins them."""
