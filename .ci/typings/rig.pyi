# tests/device/rig_boot.py puts an object of this shape into sys.modules.
from typing import BinaryIO

from corrido.parts import BlockDevice

region: BlockDevice
contacts: BinaryIO
display: int
unique_id: bytes
