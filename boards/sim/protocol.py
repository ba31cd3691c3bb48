"""The frames between the world (host) and the firmware in another process.

A frame is a one-byte op, a two-byte length (little endian), then the payload. The host sends BOOT,
POLL and CALL; before answering, the firmware may send the others.  Those marked ! wait for an
ANSWER, whose first byte is 0 for done and 1 for OSError.
"""

from corrido.compat import const

HEADER = "<BH"
HEADER_BYTES = const(3)

# From the host.
BOOT = const(1)  # JSON: see PipeLink
POLL = const(2)  # POLL_HEAD, then one EDGE each
CALL = const(3)  # JSON: [method of App, argument...]
ANSWER = const(4)

# From the firmware.
POLLED = const(16)  # POLLED_BODY
RESULT = const(17)  # JSON: the method's return value, or that BOOT is done

I2C_WRITE = const(32)  # address, bytes
I2C_RECOVER = const(33)
BUZZ = const(34)  # two bytes hz
LED = const(35)  # 1 on or 0 off, name
FEED = const(36)
FLASH_READ = const(37)  # ! FLASH_AT; the answer carries the bytes
FLASH_PROGRAM = const(38)  # ! four bytes address, data
FLASH_ERASE = const(39)  # ! four bytes block number

POLL_HEAD = "<IHHB"  # ticks, levels, battery in mV (NO_BATTERY), bus there or not
POLL_HEAD_BYTES = const(9)
EDGE = "<BBI"  # key, closed, ticks
EDGE_BYTES = const(6)
POLLED_BODY = "<IH"  # us to the next poll, contacts not yet confirmed
FLASH_AT = "<IH"  # address, length
NO_BATTERY = const(0xFFFF)
LONGEST_WAIT_US = const(1 << 30)
