"""An RP2040 with buttons, display, buzzer and flash, emulated cycle by cycle; runs any UF2 image.

The processor is rp2040py's. Its errors are corrected here, a module each: flash that starts
erased and takes its time, I2C at the speed of its wire, PIO that keeps exact time while the
processor sleeps, and a USB host that does not keep the firmware awake.
"""
