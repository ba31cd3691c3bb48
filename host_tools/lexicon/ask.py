"""Query a lexicon: in this interpreter, or by the same reader under real MicroPython."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import OLDEST, Lexicon, LexiconDamaged

from host_tools.errors import UserError
from host_tools.lexicon.certificate import Certificate
from host_tools.lexicon.unpack import unpack
from host_tools.lexicon.words import composed
from host_tools.paths import firmware_dir
from host_tools.tools import find_tool

_MANY = 2_000  # from this many words on, decoding the whole list is faster
_HEAD_BYTES = 4_096  # of a file, at most: its texts and its certificate

PLAYABLE, NOT_PLAYABLE, NOT_SPELLABLE = "playable", "not-playable", "not-spellable"

_ON_DEVICE = Path(__file__).with_name("ondevice") / "ask.py"


@contextmanager
def open_whole(path: Path) -> Iterator[Lexicon]:
    """Open a lexicon after checking every byte; UserError if it is damaged."""
    try:
        lexicon = Lexicon(str(path))
    except LexiconDamaged as error:
        raise UserError(str(error)) from error
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    with closing(lexicon):
        if not lexicon.verify_whole():
            raise UserError(f"{path}: damaged: its hash does not match; compile or copy it again")
        try:
            yield lexicon
        except LexiconDamaged as error:
            raise UserError(f"{path}: {error}") from error


def by_micropython(
    path: Path, words: Sequence[tuple[int, ...] | None], heap: str = "384k"
) -> tuple[int, list[bool]]:
    """Return the open list's heap bytes in the real interpreter, and whether it has each word.

    None (no spelling) it never has.  heap: the most that the interpreter takes.
    """
    interpreter = find_tool("micropython")
    command = [interpreter, "-X", f"heapsize={heap}"]
    command += [str(_ON_DEVICE), str(firmware_dir()), str(path)]
    asked = "".join(f"{list(word)}\n" for word in words if word)
    done = subprocess.run(command, input=asked, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines() or ["no answer"]
        raise UserError(f"{path}: {lines[-1]}")
    taken, whole, *found = done.stdout.split()
    if whole != "1":
        raise UserError(f"{path}: damaged: its hash does not match; compile or copy it again")
    answers = iter(found)
    return int(taken), [bool(word) and next(answers) == "1" for word in words]


def answers(path: Path, texts: list[str], runtime: str = "cpython") -> list[str]:
    """Return one of PLAYABLE, NOT_PLAYABLE, NOT_SPELLABLE for each text, in order."""
    with open_whole(path) as lexicon:
        letters = alphabet(lexicon.alphabet)
        words = [letters.spell_word(composed(text)) for text in texts]
        if runtime == "micropython":
            _, found = by_micropython(path, words)
        else:
            held = set(unpack(lexicon)) if len(words) > _MANY else None
            has = lexicon.contains if held is None else held.__contains__
            found = [bool(word) and has(word) for word in words]
    return [
        NOT_SPELLABLE if word is None else PLAYABLE if yes else NOT_PLAYABLE
        for word, yes in zip(words, found, strict=True)
    ]


def certificate(lexicon: Lexicon, path: Path) -> Certificate:
    """Return the figures of an open list, counted anew; LexiconDamaged if its file has others."""
    found = Certificate.of(unpack(lexicon), alphabet(lexicon.alphabet))
    if lexicon.version > OLDEST and found.encoded() not in path.read_bytes()[:_HEAD_BYTES]:
        raise LexiconDamaged(f"{path}: its certificate is not that of its words")
    return found


def small(text: str, code: str) -> str:
    """Return a text in the small letters of a language: Turkish has an i without a dot."""
    return (text.replace("I", "ı").replace("İ", "i") if code == "tr" else text).lower()


def listing(path: Path) -> list[str]:
    """Return all words, lowercase, in normal spelling and code-point order (`LC_ALL=C sort`)."""
    with open_whole(path) as lexicon:
        letters = alphabet(lexicon.alphabet)
        return sorted(small(letters.text(word), letters.code) for word in unpack(lexicon))
