"""An ESP32 or ESP32-C3 in QEMU, on the interface of the emulated Picos: power, time, pins, bus.

The emulator is PICSimLab's fork of QEMU, as it comes: CORRIDO_QEMU names the folder with its
programs. Pins go in by its test socket; bus, buzzer and flash come out of its trace.
"""
