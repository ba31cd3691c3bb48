"""What a littlefs holds, for the tests of those who make one."""

from littlefs import LittleFS, UserContext

from host_tools.device.disk import BLOCK_BYTES


def files_of(image: bytes) -> dict[str, bytes]:
    """Return every file of a littlefs, by its path from the root."""
    context = UserContext(buffsize=len(image))
    context.buffer[:] = image
    disk = LittleFS(context=context, block_size=BLOCK_BYTES, prog_size=256, mount=True,
                    block_count=len(image) // BLOCK_BYTES)  # fmt: skip
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found
