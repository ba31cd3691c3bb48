"""The static site: all files that a host serves, and those that a browser keeps offline."""

import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import read

from host_tools import npm, page_texts
from host_tools.build.images import compiled_for_wasm
from host_tools.errors import UserError
from host_tools.files import made_folder
from host_tools.paths import lexicons_dir, pages_dir
from host_tools.web import board_images, manual

SITE = pages_dir() / "site"
MARK = ".corrido-site"
TEMPLATES = (
    "index.html", "head.html", "nav.html", "sw.js", "manifest.webmanifest", "manual.html",
    "manual-page.html",
)  # fmt: skip
# Files from npm packages for browsers: package, file in it, name on the site.
LIBRARIES = (
    (npm.INTERPRETER, "micropython.mjs", "mp/micropython.mjs"),
    (npm.INTERPRETER, "micropython.wasm", "mp/micropython.wasm"),
    ("jsqr", "dist/jsQR.js", "lib/jsqr.js"),
    ("js-md5", "build/md5.min.js", "lib/md5.js"),
    ("esptool-js", "bundle.js", "lib/esptool.js"),
)


@dataclass(frozen=True)
class Site:
    """A built site: its total bytes, plain and gzipped, and the version that browsers compare."""

    folder: Path
    files: int
    size: int
    gzipped: int
    version: str


def build(
    folder: Path,
    boards: Sequence[Path] | None = None,
    told: Callable[[str], None] = lambda step: None,
) -> Site:
    """Write the site into a folder that is empty, new, or holds an earlier site.

    boards: folders of those that can be set up from the browser, by default the project's. told:
    receives each step in words as it begins. Raises UserError if the folder holds anything else,
    or if a tool or package is missing.
    """
    _check(folder)  # better to fail now than after compiling
    told("gathering the pages and their libraries")
    files = dict(_files())
    files.update(board_images.files(board_images.boards() if boards is None else boards, told))
    told("writing the site")
    version = _version(files)
    files["sw.js"] = _service_worker(files, version)
    _clear(folder)
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (folder / MARK).write_text(version + "\n")
    contents = list(files.values())
    gzipped = sum(len(gzip.compress(content, 9)) for content in contents)
    return Site(folder, len(files), sum(map(len, contents)), gzipped, version)


def _check(folder: Path) -> None:
    """Make the folder; UserError if it cannot be, or holds anything but an earlier site."""
    if any(made_folder(folder).iterdir()) and not (folder / MARK).is_file():
        raise UserError(f"{folder} is not empty, and holds no site of Corrido")


def _clear(folder: Path) -> None:
    """Empty the folder if it still holds an earlier site; never touch anything else."""
    try:
        _check(folder)
        for path in list(folder.iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror or error}") from error


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of every file but the service worker."""
    for path in sorted(SITE.rglob("*")):
        if path.is_file() and path.name not in TEMPLATES:
            yield path.relative_to(SITE).as_posix(), _filled(path)
    for language in LANGUAGES:
        texts = page_texts.lines(page_texts.PAGE, language)
        yield page_texts.ADDRESS.format(language), texts.encode()
    yield from _manifests()
    yield "index.html", _filled(SITE / "index.html")
    yield "try.html", _try_page()
    for name, content in manual.files():
        page = name.endswith(".html")
        yield name, _framed(content.decode()).encode() if page else content
    for package, source, name in LIBRARIES:
        yield name, (npm.package(package) / source).read_bytes()
    yield "licences.txt", _licences()
    yield "firmware/firmware.pack", _bundle()
    yield "firmware/boards.json", board_images.drawn()
    names = sorted(path.stem for path in lexicons_dir().glob("*.lex"))
    yield "firmware/lexicons.json", json.dumps(names).encode()
    for name in names:
        yield f"firmware/lexicons/{name}.lex", (lexicons_dir() / f"{name}.lex").read_bytes()


def _filled(path: Path) -> bytes:
    """Return a file in the form served; a page gets the site's head and links to the others."""
    if path.suffix != ".html":
        return path.read_bytes()
    return _framed(path.read_text("utf-8")).encode()


def _framed(text: str) -> str:
    for part in ("head", "nav"):
        text = text.replace(f"<!-- {part} -->", (SITE / f"{part}.html").read_text("utf-8").strip())
    return text


def _manifests() -> Iterator[tuple[str, bytes]]:
    """Yield the manifest in each language of the pages, filled with their texts."""
    form = (SITE / "manifest.webmanifest").read_text("utf-8")
    for language in LANGUAGES:
        texts = {"lang": language, **read(language, page_texts.PAGE)}
        filled = re.sub(r"%([\w-]+)", lambda found: texts[found[1]], form)  # noqa: B023
        yield f"manifest-{language}.webmanifest", filled.encode()


def _try_page() -> bytes:
    """Return the page of `corrido sim`, with the device in the browser, not behind a socket."""
    text = _filled(SITE / "static" / "index.html")
    return text.replace(b'data-device="socket"', b'data-device="worker"')


def _licences() -> bytes:
    """Return the licences of third-party parts of the site, which Apache-2.0 requires."""
    parts = ["Corrido is under the MIT licence. The site carries these libraries, unchanged:"]
    for name in dict.fromkeys(package for package, _, _ in LIBRARIES):
        folder = npm.package(name)
        facts = json.loads((folder / "package.json").read_text("utf-8"))
        parts.append(f"{name} {facts['version']}: {facts['license']}")
        parts += [text.read_text("utf-8").strip() for text in sorted(folder.glob("LICENSE*"))]
    return "\n\n".join(parts).encode() + b"\n"


def _bundle() -> bytes:
    """Return the compiled firmware as one file."""
    folder = compiled_for_wasm()
    return board_images.packed(
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.mpy")}
    )


def _version(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return digest.hexdigest()[:16]


def _service_worker(files: dict[str, bytes], version: str) -> bytes:
    """Return the service worker with the list of files it keeps."""
    text = (SITE / "sw.js").read_text("utf-8")
    kept = json.dumps(sorted(files), indent=0)
    return text.replace('"VERSION"', json.dumps(version)).replace('["FILES"]', kept).encode()
