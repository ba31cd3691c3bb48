# A Raspberry Pi Pico whose data region is shared by littlefs and the journal's raw flash.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)

# The interpreter's inner loops lie in RAM: a word that the flash's cache misses takes 40 cycles.
# The port means to do so, but by names that its objects do not have (micropython, pull 19370).
set(HOT gc vm map runtime obj objtype objfun objgenerator objboundmeth bc cstack nlr nlrthumb
    argcheck modbuiltins objarray objlist objtuple objint sequence)
list(TRANSFORM HOT REPLACE ".+" "${MICROPY_DIR}/py/\\0.c")
set_source_files_properties(${HOT} PROPERTIES COMPILE_OPTIONS -O2)
list(TRANSFORM HOT REPLACE "^.*(/py/.+)" "*\\1.o")
list(JOIN HOT " " HOT)
file(READ ${MICROPY_PORT_DIR}/memmap_mp_rp2040.ld MEMORY)
string(REGEX REPLACE "(EXCLUDE_FILE[^)]*libm\\.a:)[^)]*" "\\1 */divider*.o ${HOT}" MEMORY "${MEMORY}")
set(MICROPY_BOARD_LINKER_SCRIPT ${CMAKE_BINARY_DIR}/memory.ld)
file(WRITE ${MICROPY_BOARD_LINKER_SCRIPT} "${MEMORY}")
