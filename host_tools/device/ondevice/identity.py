"""Print the board's identity as JSON; the host sends this to the raw REPL."""

import gc
import json
import sys


def _frozen() -> str:
    """Return the version of the firmware in the image, even if files on the disk hide it."""
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
    """Return the state of the sources of the image's firmware, "" if it does not say."""
    try:
        from frozen_sources import STATE

        return STATE.split(":")[1]
    except ImportError:
        return ""


def _heap() -> int:
    """Return the total heap in bytes, including what it may still grow by.

    On an ESP32 it grows by the largest free piece of each region of ESP-IDF's heap, one after the
    other; mem_free() counts only the first of them (py/modgc.c, ports/esp32/gccollect.c).
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
