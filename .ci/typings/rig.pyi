# tests/device/rig_boot.py puts an object of this shape into sys.modules.
from typing import BinaryIO

region: BinaryIO
contacts: BinaryIO
display: int
unique_id: bytes
