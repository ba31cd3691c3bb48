// Names the image; the data region is as large as on the stock one (see corrido_region.py).
#define MICROPY_HW_BOARD_NAME          "Corrido on Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
