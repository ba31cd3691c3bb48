"""An RP2040 with buttons, display, buzzer and flash, emulated cycle by cycle; runs any UF2 image.

The processor is rp2040py's. Each of its errors is corrected in a module here: flash that starts
erased and takes realistic time, I2C at wire speed, PIO that keeps exact time while the processor
sleeps, and a USB host that does not keep the firmware awake.
"""
