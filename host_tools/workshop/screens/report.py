"""The stored pictures, and the report of what has changed since.

tests/screens/hashes.txt has one picture per line: language/name, its hash, and the packed picture
itself, so that a report can show the old one.
"""

import base64
import html
import os
import zlib

from host_tools.workshop.screens import png

# language/name -> (hash, picture as hex)
Kept = dict[str, tuple[str, str]]

HASHES = os.path.join(
    os.path.dirname(__file__), "..", "..", "..", "tests", "screens", "hashes.txt"
)


def read_hashes(path: str) -> Kept:
    """Return {language/name: (hash, picture as hex)}; empty if there is no such file."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as source:
        rows = [line.split() for line in source if line.strip()]
    return {
        name: (digest, zlib.decompress(base64.b64decode(packed)).hex())
        for name, digest, packed in rows
    }


def write_hashes(path: str, kept: Kept) -> None:
    """Write the file, sorted."""
    with open(path, "w", encoding="utf-8") as target:
        for name in sorted(kept):
            digest, picture = kept[name]
            packed = base64.b64encode(zlib.compress(bytes.fromhex(picture), 9)).decode()
            target.write(f"{name} {digest} {packed}\n")


def write(folder: str, changed: dict[tuple[str, str], bytes], kept: Kept, scale: int) -> None:
    """Write changes.html with each changed picture before and after."""
    rows = []
    for (language, name), frame in changed.items():
        before = kept.get(f"{language}/{name}")
        old = image(bytes.fromhex(before[1]), scale) if before else "(new)"
        rows.append(
            f"<tr><td>{html.escape(name)} {language}</td><td>{old}</td>"
            f"<td>{image(frame, scale)}</td></tr>"
        )
    page = (
        "<!doctype html><meta charset=utf-8><title>Screens</title><table>"
        "<tr><th>screen<th>before<th>after</tr>" + "\n".join(rows) + "</table>\n"
    )
    with open(os.path.join(folder, "changes.html"), "w", encoding="utf-8") as target:
        target.write(page)


def image(frame: bytes, scale: int) -> str:
    """Return an HTML image with the picture in it."""
    data = base64.b64encode(png.encode(png.pixels(frame), scale)).decode()
    return f'<img alt="screen" src="data:image/png;base64,{data}">'
