"""Start-up of our own image: littlefs gets the data region except its end, the journal's."""

import rp2
import vfs
from corrido_region import START

device = rp2.Flash(start=0, len=START)
try:
    filesystem = vfs.VfsLfs2(device, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(device, progsize=256)
    filesystem = vfs.VfsLfs2(device, progsize=256)
vfs.mount(filesystem, "/")

del rp2, vfs, device, filesystem
