"""An RP2350 in rp2350js, on the interface of the emulated RP2040: power, time, pins, console."""
