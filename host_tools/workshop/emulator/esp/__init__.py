"""An ESP32 or ESP32-C3 in QEMU, on the interface of the emulated Picos: power, time, pins, bus.

The emulator is PICSimLab's fork of QEMU, unchanged: CORRIDO_QEMU names the folder with its
programs. Pins are set through its test socket; bus, buzzer and flash are read from its trace.
"""
