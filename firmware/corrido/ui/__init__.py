"""What people see and touch: screens, fonts, texts and the navigator that joins them."""
