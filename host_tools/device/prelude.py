"""Code that a board runs at its raw REPL, sent once a connection."""

# The watchdog would reset a board whose firmware stands still: off on RP2040 and RP2350 (the
# enable bit, by the register's clear alias), an hour on ESP32, where it cannot be stopped.
PRELUDE = """
import os, sys, hashlib, binascii
def _calm():
    try:
        import machine
        if sys.platform == 'rp2':
            base = 0x400d8000 if 'RP2350' in sys.implementation._machine else 0x40058000
            machine.mem32[base + 0x3000] = 1 << 30
        elif sys.platform == 'esp32':
            machine.WDT(timeout=3600000)
    except (ImportError, AttributeError, ValueError, OSError):
        pass
def _sum(path):
    digest = hashlib.sha256()
    buf = bytearray(1024)
    view = memoryview(buf)
    size = 0
    with open(path, 'rb') as file:
        while True:
            got = file.readinto(buf)
            if not got:
                return binascii.hexlify(digest.digest()).decode(), size
            digest.update(view[:got])
            size += got
def _sums(paths):
    for path in paths:
        try:
            print(repr((path,) + _sum(path)))
        except OSError:
            pass
def _fill(view):
    got = 0
    while got < len(view):
        got += sys.stdin.buffer.readinto(view[got:])
def _take(path, left, chunk):
    buf = bytearray((chunk + 2) // 3 * 4)
    view = memoryview(buf)
    with open(path, 'wb') as file:
        while left:
            size = min(left, chunk)
            part = view[:(size + 2) // 3 * 4]
            print(end='\\x06')
            _fill(part)
            file.write(binascii.a2b_base64(part))
            left -= size
def _give(path):
    with open(path, 'rb') as file:
        while True:
            data = file.read(384)
            if not data:
                break
            print(end=binascii.b2a_base64(data).decode().strip())
def _walk(top):
    try:
        entries = list(os.ilistdir(top))
    except OSError:
        return
    for entry in entries:
        path = top.rstrip('/') + '/' + entry[0]
        if entry[1] & 0x4000:
            _walk(path)
        else:
            print(path)
def _mkdirs(path):
    made = ''
    for part in path.split('/')[1:-1]:
        made += '/' + part
        try:
            os.mkdir(made)
        except OSError:
            pass
_calm()
"""

# `frozen`, `state`: of the firmware in the image itself, which files on the disk would hide.
IDENTITY = """
def _frozen():
    path = sys.path[:]
    loaded = sys.modules.pop('corrido', None)
    sys.path[:] = ['.frozen']
    try:
        import corrido
        return corrido.VERSION
    except (ImportError, AttributeError):
        return ''
    finally:
        sys.path[:] = path
        sys.modules.pop('corrido', None)
        if loaded:
            sys.modules['corrido'] = loaded
def _state():
    try:
        from frozen_sources import STATE
        return STATE.split(':')[1]
    except ImportError:
        return ''
print(repr({'mpy': getattr(sys.implementation, '_mpy', 0),
    'version': '.'.join(str(n) for n in sys.implementation.version[:3]),
    'machine': getattr(sys.implementation, '_machine', sys.platform),
    'platform': sys.platform, 'frozen': _frozen(), 'state': _state()}))
"""
