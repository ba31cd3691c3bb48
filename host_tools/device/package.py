"""package.json, with which `mpremote mip install` takes the firmware from a checkout or a tag.

`python -m host_tools.device.package` writes it anew; a test checks that it lists every file.
"""

import json
from pathlib import Path

from corrido import VERSION

from host_tools.device.payload import NOT_FOR_DEVICES
from host_tools.paths import firmware_dir

ROOT = firmware_dir().parent


def document() -> str:
    """Return the text of package.json: all firmware files, by paths in the checkout."""
    top = firmware_dir()
    names = [
        file.relative_to(top).as_posix()
        for file in sorted(top.rglob("*"))
        if file.is_file() and file.suffix not in NOT_FOR_DEVICES and file.suffix != ".LICENSE"
        if "__pycache__" not in file.parts
    ]
    urls = [[name, f"firmware/{name}"] for name in names]
    return json.dumps({"urls": urls, "version": VERSION}, indent=2) + "\n"


def main() -> None:
    """Write package.json at the top of the checkout."""
    Path(ROOT / "package.json").write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
