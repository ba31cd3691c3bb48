"""Programs NOR flash page by page: what the ring of the journal and the slots write."""


def program(flash: object, address: int, data: bytes) -> bool:
    """Program data and read it back; False if the flash did not take it. It may cross pages."""
    done = 0
    try:
        while done < len(data):
            at = address + done
            part = data[done : done + flash.page_size - at % flash.page_size]
            flash.program(at, part)
            back = bytearray(len(part))
            flash.read(at, back)
            if back != part:
                return False
            done += len(part)
    except OSError:
        return False
    return True


def firm(flash: object, address: int, data: bytes) -> None:
    """Program what was read as `data` once more: a power cut may have left its bits weak."""
    stored = bytearray(len(data))
    try:
        flash.read(address, stored)
    except OSError:
        return
    program(flash, address, bytes([a & b for a, b in zip(data, stored)]))
