# A Raspberry Pi Pico whose data region is shared by littlefs and the journal's raw flash.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
