# ruff: noqa: UP031
"""Run by the real MicroPython: blocks reserved in a littlefs survive everything littlefs does.

Prints one line "ok NAME" for each property that holds; anything else is a failure.
"""

import os
import sys

sys.path += sys.argv[1:]

try:
    from vfs import VfsLfs2, mount, umount
except ImportError:
    from os import VfsLfs2, mount, umount

from corrido.hal.flash import BlockFlash, reserve_blocks
from nor_flash import Flash

BLOCKS = 160
RESERVED = 24
FOLDER = "/disk/raw"


class Device:
    """A NOR flash in memory, as rp2.Flash shows it."""

    def __init__(self):
        self.flash, self.erased = Flash(BLOCKS), []

    def readblocks(self, number, buf, offset=0):
        self.flash.read(number * 4096 + offset, buf)

    def writeblocks(self, number, buf, offset=None):
        if offset is None:
            self.ioctl(6, number)
        for at in range(0, len(buf), 256):
            self.flash.program(number * 4096 + (offset or 0) + at, buf[at : at + 256])

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return 4096
        if operation == 6:
            self.flash.erase(argument)
            self.erased.append(argument)
        return 0


def put(name, size, seed):
    with open("/disk/" + name, "wb") as file:
        file.write(bytes([(seed + index) & 0xFF for index in range(size)]))


def get(name):
    with open("/disk/" + name, "rb") as file:
        return file.read()


def remount(device):
    umount("/disk")
    mount(VfsLfs2(device, progsize=256), "/disk")


device = Device()
VfsLfs2.mkfs(device, progsize=256)
mount(VfsLfs2(device, progsize=256), "/disk")
put("before", 9000, 3)
numbers = reserve_blocks(device, FOLDER, RESERVED)
assert len(set(numbers)) == RESERVED and min(numbers) > 1
print("ok every file has a block of its own")

flash = BlockFlash(device, numbers)
for block in range(RESERVED):
    flash.program(block * 4096 + 128 * block, b"journal %d" % block)
assert get("before") == bytes([(3 + index) & 0xFF for index in range(9000)])
print("ok programming below leaves files alone")

for turn in range(30):
    put("busy%d" % (turn % 5), 500 + 1500 * (turn % 11), turn)
    if turn % 7 == 6:
        os.remove("/disk/busy%d" % (turn % 5))
device.erased.clear()
remount(device)
put("after", 20000, 9)
assert not set(device.erased) & set(numbers)
part = bytearray(16)
for block in range(RESERVED):
    flash.read(block * 4096 + 128 * block, part)
    assert part.startswith(b"journal %d" % block)
print("ok littlefs does not touch them")

assert reserve_blocks(device, FOLDER, RESERVED) == numbers
flash.erase(3)
remount(device)
assert reserve_blocks(device, FOLDER, RESERVED) == numbers
print("ok the same blocks after a start")

with open("/disk/big", "wb") as file:
    for _ in range(BLOCKS - RESERVED - 60):
        file.write(bytes(4096))
try:
    reserve_blocks(device, "/disk/more", 60)
except OSError:
    print("ok a full disk is an error")
