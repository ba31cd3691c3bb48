"""Type a closed game's result over USB, where usb-device-keyboard is installed."""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import forget, load
from corrido.ui.receipt import result

if TYPE_CHECKING:
    from corrido.ui.ports import Any, Callable, Iterator, Match, Settings

LIBRARY = "usb.device.keyboard"
_PARTS = (LIBRARY, "usb.device.hid", "usb.device.core", "usb.device")
# Usages of the HID keyboard page. Letters, digits and the keypad's minus and slash are where they
# are on the layouts of all the device's languages. The library takes modifiers as negative bits.
_TAB, _ENTER, _SPACE, _MINUS, _SLASH = const(43), const(40), const(44), const(86), const(84)
_SHIFT = const(-2)
_A, _ONE = const(4), const(30)
PATIENCE_MS = const(5000)  # for a host to accept the keyboard, or a key
KEY_MS = const(10)  # a host asks every 8 ms


def row_of(match: "Match", settings: "Settings") -> str:
    """Return round, table and both results, apart by tabs; "" for a game without results."""
    cells = [settings.get("round"), settings.get("table"), result(match, events.A)]
    cells.append(result(match, events.B))
    if None in cells or (match.ending and match.ending.voided):
        return ""
    return "\t".join([str(cell) for cell in cells]) + "\n"


def keys_of(letter: str) -> "tuple[int, ...]":
    """Return the keys that type a letter; the space bar for one that is not on every layout."""
    if letter.isdigit() and letter < "\x7f":
        return (_ONE + (int(letter) - 1) % 10,)
    if "a" <= letter.lower() <= "z":
        key = _A + ord(letter.lower()) - ord("a")
        return (key,) if letter >= "a" else (_SHIFT, key)
    return ({"\t": _TAB, "\n": _ENTER, "-": _MINUS, "/": _SLASH}.get(letter, _SPACE),)


def typing(
    make: "Callable[[], Any]", get: "Callable[[], Any]", row: str, now_ms: "Callable[[], int]"
) -> "Iterator[int]":
    """Become a keyboard and type a row; yield when to go on. make, get: the library's own."""
    try:
        keyboard = make()
        get().init(keyboard, builtin_driver=True)
        for letter in row:
            for keys in (keys_of(letter), ()):
                end_ms = now_ms() + PATIENCE_MS
                while not keyboard.send_keys(keys, 0):
                    if now_ms() >= end_ms:
                        return  # there is no computer, or it has gone
                    yield now_ms() + KEY_MS
        yield now_ms() + PATIENCE_MS // 10  # the last report is on its way
    except (MemoryError, OSError, RuntimeError):
        pass  # the cable was pulled out, or there is no room for the descriptors
    finally:  # be what the board is by itself; the library's code can then be collected
        usb: "Any" = load("machine").USBDevice()
        usb.active(False)
        usb.builtin_driver = usb.BUILTIN_DEFAULT
        usb.config(usb.BUILTIN_DEFAULT.desc_dev, usb.BUILTIN_DEFAULT.desc_cfg, None)
        usb.active(True)
        for name in _PARTS:
            forget(name)
