"""Where the journal's raw flash lies in the data region of our own image (1408 KiB), in bytes."""

START = 1152 * 1024
LENGTH = 256 * 1024
