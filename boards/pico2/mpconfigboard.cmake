# A Raspberry Pi Pico 2 whose data region is shared by littlefs and the journal's raw flash.
set(PICO_BOARD "pico2")
set(PICO_PLATFORM "rp2350-arm-s")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
