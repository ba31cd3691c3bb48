"""Print who the board is, as JSON; the host sends this to the raw REPL."""

import gc
import json
import sys


def _frozen() -> str:
    """Return the version of the firmware in the image, which files on the disk would hide."""
    path = sys.path[:]
    loaded = sys.modules.pop("corrido", None)
    sys.path[:] = [".frozen"]
    try:
        import corrido

        return corrido.VERSION
    except (ImportError, AttributeError):
        return ""
    finally:
        sys.path[:] = path
        sys.modules.pop("corrido", None)
        if loaded:
            sys.modules["corrido"] = loaded


def _state() -> str:
    """Return of which sources the firmware in the image was made, "" if it does not say."""
    try:
        from frozen_sources import STATE

        return STATE.split(":")[1]
    except ImportError:
        return ""


def _heap() -> int:
    """Return all of the heap in bytes, with what it may still grow by.

    On an ESP32 it grows by the largest free piece of each region of ESP-IDF's heap, one after the
    other, and mem_free() counts the first of them (py/modgc.c, ports/esp32/gccollect.c).
    """
    heap = gc.mem_alloc() + gc.mem_free()
    try:
        import esp32  # pyright: ignore[reportMissingImports]
    except ImportError:
        return heap
    pieces = [region[2] for region in esp32.idf_heap_info(esp32.HEAP_DATA)]
    return heap + sum(pieces) - max(pieces)


print(
    json.dumps(
        {
            "mpy": getattr(sys.implementation, "_mpy", 0),
            "version": ".".join([str(n) for n in sys.implementation.version[:3]]),
            "machine": getattr(sys.implementation, "_machine", sys.platform),
            "platform": sys.platform,
            "frozen": _frozen(),
            "state": _state(),
            "heap": _heap(),
        }
    )
)
