// Names the image; the data region is as large as on the stock one (see corrido_region.py).
#define MICROPY_HW_BOARD_NAME          "Corrido on Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
// More than 64 modules are loaded: with 64 places the collector overflows and scans the heap again.
#define MICROPY_ALLOC_GC_STACK_SIZE    (256)
// Of more names than its 64 places the interpreter computes a hash at each look-up.
#define MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE (1024)
