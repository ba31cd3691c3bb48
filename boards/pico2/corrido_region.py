"""Where the journal's raw flash lies in the data region of our own image (3072 KiB), in bytes."""

START = 2816 * 1024
LENGTH = 256 * 1024
