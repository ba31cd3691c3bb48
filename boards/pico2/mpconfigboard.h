// Names the image; the data region is as large as on the stock one (see corrido_region.py).
#define MICROPY_HW_BOARD_NAME          "Corrido on Raspberry Pi Pico 2"
#define MICROPY_HW_FLASH_STORAGE_BYTES (3072 * 1024)
// More than 64 modules are loaded: with 64 places the collector overflows and scans the heap again.
#define MICROPY_ALLOC_GC_STACK_SIZE    (256)
