"""The folder of word lists on a simulated device: copies, so that bits may flip."""

import shutil
import tempfile
import weakref
from pathlib import Path

from host_tools.paths import LONGEST_NAME, lexicon_path, lexicons_dir


class LexiconStore:
    """A temporary folder, as long as the store, with the shipped lexicons and those added."""

    def __init__(self) -> None:
        """Copy the shipped lexicons."""
        self.folder = Path(tempfile.mkdtemp(prefix="corrido-lexicons-"))
        self.close = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        for file in sorted(lexicons_dir().glob("*.lex")):
            shutil.copyfile(file, self.folder / file.name)

    def add(self, name_or_path: str) -> str:
        """Add a lexicon given by name or path; return the name the device knows it by.

        That is the file's, adapted if it is too long or odd. Raises UserError if there is no such
        file.
        """
        source = lexicon_path(name_or_path)
        plain = "".join(letter if letter.isprintable() else "-" for letter in source.stem)
        name = plain[:LONGEST_NAME]
        if source.parent != lexicons_dir():
            shutil.copyfile(source, self.folder / f"{name}.lex")
        return name

    def size(self, name: str) -> int:
        """Return the size of a stored lexicon in bytes, 0 for an unknown name."""
        path = self.folder / f"{name}.lex"
        return path.stat().st_size if path.is_file() else 0

    def flip(self, name: str, offset: int, bit: int) -> None:
        """Flip one bit of a stored lexicon; offset below size(name), bit 0 to 7."""
        path = self.folder / f"{name}.lex"
        with path.open("r+b") as file:
            file.seek(offset)
            byte = file.read(1)[0]
            file.seek(offset)
            file.write(bytes([byte ^ 1 << bit]))
