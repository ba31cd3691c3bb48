"""`corrido lexicon`: compile, inspect and query word lists."""

import argparse
import json
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from corrido.lexicon.alphabet import LONGEST, SHORTEST, alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged
from corrido.lexicon.tile_sets import TABLE

from host_tools import arguments
from host_tools.ending import abrupt
from host_tools.errors import UserError
from host_tools.files import made_folder, read_text, write_whole
from host_tools.lexicon import ask, audit, editions, sources
from host_tools.lexicon.about import About
from host_tools.lexicon.certificate import Certificate, changes, row
from host_tools.lexicon.why import command as why
from host_tools.lexicon.words import DROP, DROPS, KEEP, read_words, shown
from host_tools.paths import lexicon_path, own_lexicons_dir


def build(args: argparse.Namespace) -> int:
    """Compile a text list; the file appears whole or not at all."""
    about = About(args.alphabet, args.name, args.edition, args.source, args.date, args.official)
    return _compile(Path(args.words), about, args)


def _compile(words: Path, about: About, args: argparse.Namespace) -> int:
    letters = alphabet(about.alphabet)
    drop = args.drop.lower().split(",") if args.drop else []
    if wrong := [reason for reason in drop if reason not in DROPS]:
        raise UserError(f"--drop {wrong[0]}: one or more of {','.join(DROPS)}")
    without = args.without.upper().split(",") if args.without else []
    known = {*letters.tiles, *map(str, range(SHORTEST, LONGEST + 1))}
    if wrong := [tile for tile in without if tile not in known]:
        raise UserError(f"--without {wrong[0]}: no tile of `{letters.code}`, and no length")
    if args.drop_anyway:
        drop, args.names = list(DROPS), args.names or KEEP
    found = read_words(words, letters, args.names)
    if args.verbose:
        for number, text, reason in found.dropped:
            print(f"line {number}: {shown(text)!r}: {reason}", file=sys.stderr)
    if objections := found.objections(letters, args.names, drop, without):
        raise UserError(f"{words}: {'; '.join(objections)}")
    with abrupt():  # an interrupted numba crashes; nothing is written yet
        from host_tools.lexicon.pack import pack  # only this needs numpy and numba

        why.progress(f"{len(found.words)} words: packed in some seconds, a large list in minutes")
        data = pack(found.words, about)
    target = Path(args.output)
    write_whole(target, data, [words])
    for line in found.reasons():
        print(line, file=sys.stderr)
    bits = 8 * len(data) / len(found.words)
    print(f"{target}: {len(found.words)} words, {len(data)} bytes, {bits:.2f} bits per word")
    for name, counts in Certificate.of(found.words, letters)._asdict().items():
        print(f"{name:14} {row(counts)}")
    return 0


def fetch(args: argparse.Namespace) -> int:
    """Fetch a list from its registry, compile it, and say where it comes from."""
    args.output = args.output or own_lexicons_dir() / f"{args.list}.lex"
    args.drop_anyway, args.names, args.drop, args.without = True, "", "", ""  # known lists
    with tempfile.TemporaryDirectory(prefix="corrido-list-") as folder:
        text = sources.fetch(args.list, Path(folder))
        about = sources.SOURCES[args.list]
        _compile(text, about, args)
    print(f"from {about.source}; no federation's list")
    return 0


def info(args: argparse.Namespace) -> int:
    """Describe a file and say whether it is intact; UserError if it cannot be read."""
    path = lexicon_path(args.file)
    try:
        facts = _facts(path)
    except LexiconDamaged as error:
        facts = {**dict.fromkeys(_KEYS), "bytes": path.stat().st_size, "ok": False,
                 "error": str(error)}  # fmt: skip
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    if args.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _show(facts)
    return 0 if facts["ok"] else 1


_KEYS = ("name", "edition", "alphabet", "source", "official", "date", "words", "bytes",
         "bits_per_word", "sha256", "by_length", "by_initial", "by_tile", "ok")  # fmt: skip


def _facts(path: Path) -> dict[str, Any]:
    with closing(Lexicon(str(path))) as lexicon:
        facts = {key: getattr(lexicon, key, None) for key in _KEYS}
        facts["bits_per_word"] = round(8 * lexicon.bytes / lexicon.words, 3)
        facts["source"], facts["date"] = lexicon.about()
        facts["ok"] = lexicon.verify_whole()
        if facts["ok"]:
            facts.update(ask.certificate(lexicon, path)._asdict())
        return facts


def _show(facts: dict[str, Any]) -> None:
    for name, value in facts.items():
        told = ("no", "yes")[value] if isinstance(value, bool) else value
        if told not in (None, ""):
            print(f"{name:14} {row(told) if isinstance(told, dict) else told}")


def _words(args: argparse.Namespace) -> list[str]:
    """Return the words to look up, in order; `-` stands for those on standard input."""
    return [word for given in args.words for word in (_lines() if given == "-" else [given])]


def _lines() -> list[str]:
    """Read words from standard input, one per line; UserError if it is not text."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise UserError(f"standard input: byte {error.start} is not UTF-8") from None


def check(args: argparse.Namespace) -> int:
    """Print the answers, one line per word or one for a whole play."""
    words = _words(args)
    found = ask.answers(lexicon_path(args.file), words, args.runtime)
    if args.play:
        if not words:
            raise UserError("no word: give the words of a play, or `-` for one play per line")
        print("valid" if all(answer == ask.PLAYABLE for answer in found) else "invalid")
        return 0
    for word, answer in zip(words, found, strict=True):
        print(f"{word}\t{answer}")
    return 0


def list_words(args: argparse.Namespace) -> int:
    """Print every word in the list."""
    sys.stdout.writelines(f"{word}\n" for word in ask.listing(lexicon_path(args.file)))
    return 0


def cards(args: argparse.Namespace) -> int:
    """Write the short words of a list, and those with its rarest tiles, as a page to print."""
    write_whole(Path(args.output), editions.cards(lexicon_path(args.file)).encode())
    print(args.output)
    return 0


def run_audit(args: argparse.Namespace) -> int:
    """Print how the list agrees with a table of cases."""
    told = audit.audit(lexicon_path(args.file), Path(args.cases))
    print(json.dumps(told, ensure_ascii=False, indent=2) if args.json else audit.as_table(told))
    return 0


def diff(args: argparse.Namespace) -> int:
    """Print the words that only one of two editions has; return 1 if they differ."""
    folder = made_folder(Path(args.reasons)) if args.reasons else None
    old, new = (editions.Edition.of(lexicon_path(name)) for name in (args.old, args.new))
    removed, added = sorted(old.words - new.words), sorted(new.words - old.words)
    changed = changes(old.certificate, new.certificate)
    challenged = _challenged(Path(args.challenged), old, new) if args.challenged else []
    if folder:
        why.changes(lexicon_path(args.old), lexicon_path(args.new), folder)
    if args.output:
        target = Path(args.output)
        write_whole(target, editions.sheet(old, new, removed, added).encode())
    if args.json:
        told = {"removed": removed, "added": added, "challenged": challenged, **changed}
        print(json.dumps(told, ensure_ascii=False, indent=2))
    elif args.output:
        print(f"{args.output}: {len(removed)} words less, {len(added)} more")
    else:
        sys.stdout.writelines(f"-{word}\n" for word in removed)
        sys.stdout.writelines(f"+{word}\n" for word in added)
    for line in [
        *challenged,
        *(f"{name:14} {row(some)}" for name, some in changed.items() if some),
    ]:
        print(line, file=sys.stderr)
    return 1 if removed or added else 0


def _challenged(path: Path, old: editions.Edition, new: editions.Edition) -> list[str]:
    """Return the challenged words, of `log words --json`, of which the new list says otherwise."""
    try:
        words = {row["word"].lower() for row in json.loads(read_text(path))}
    except (ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path}: not what `corrido log words --json` prints") from error
    return [f"challenged: {'-' if word in old.words else '+'}{word}"
            for word in sorted(words & (old.words ^ new.words))]  # fmt: skip


_FILE = ("file", {"metavar": "FILE", "help": "a .lex file, or a shipped or fetched name"})
_VERBOSE = ("--verbose", {"action": "store_true", "help": "show every line that is dropped"})
_VERBS: tuple[arguments.Verb, ...] = (
    ("build", build, "compile a list of words",
     "build lista.txt -o lista.lex --alphabet es --name FISE --edition 2024", [
         ("words", {"metavar": "WORDS", "help": "a text, a JSON list or a KWG file"}),
         ("-o --output", {"required": True, "metavar": "FILE"}),
         ("--alphabet", {"required": True, "choices": sorted(TABLE), "metavar": "CODE"}),
         ("--name", {"required": True, "type": arguments.filled}),
         ("--edition", {"required": True, "type": arguments.filled}),
         ("--source", {"default": "", "help": "whose list it is, and where it comes from"}),
         ("--official", {"action": "store_true", "help": "it is a federation's list in force"}),
         ("--date", {"default": "", "help": "of the edition: 2024, 2024-09 or 2024-09-01"}),
         ("--names", {"choices": (KEEP, DROP), "default": "",
                      "help": "words with a capital, in a list that has others too"}),
         ("--drop", {"default": "", "metavar": "REASON,...",
                     "help": f"what may be left out: {', '.join(DROPS)}"}),
         ("--without", {"default": "", "metavar": "TILE,...",
                        "help": "tiles, initials and lengths that it may lack"}),
         _VERBOSE,
         # Scripts of clubs have it: all that --drop names.
         ("--drop-anyway", {"action": "store_true", "help": argparse.SUPPRESS}),
     ]),
    ("fetch", fetch, "fetch a free list and compile it", "fetch en", [
        ("list", {"help": f"one of {', '.join(sources.SOURCES)}"}),
        ("-o --output", {"metavar": "FILE", "help": "default: in your own folder, by its name"}),
        _VERBOSE,
    ]),
    ("info", info, "describe a lexicon and check that it is whole", "info es --json",
     [_FILE, arguments.JSON]),
    ("check", check, "say whether words are playable", "check es zuzar figos", [
        _FILE, ("words", {"nargs": "+", "metavar": "WORD", "help": "`-` reads standard input"}),
        ("--play", {"action": "store_true", "help": "one answer for all words together"}),
        ("--runtime", {"choices": ("cpython", "micropython"), "default": "cpython",
                       "metavar": "NAME"}),
    ]),
    ("list", list_words, "every word, sorted", "list es | wc -l", [_FILE]),
    ("cards", cards, "words of two and three tiles and of rare tiles, to print",
     "cards es -o cards.html",
     [_FILE, ("-o --output", {"required": True, "metavar": "SHEET", "help": "an HTML page"})]),
    ("audit", run_audit, "agreement with a table of cases, by article",
     "audit es --cases cases.tsv",
     [_FILE, ("--cases", {"required": True, "metavar": "TSV"}), arguments.JSON]),
    ("diff", diff, "list the differences of two editions; exit 1 if there are any",
     "diff old.lex new.lex -o changes.html", [
         ("old", {"metavar": "OLD"}), ("new", {"metavar": "NEW"}),
         ("-o --output", {"metavar": "FILE", "help": "an HTML sheet to print"}),
         ("--reasons", {"metavar": "DIR", "help": "removed.tsv, added.tsv, by article"}),
         ("--challenged", {"metavar": "JSON", "help": "words that were challenged under OLD, as "
                           "`corrido log words --json` prints them: those that change"}),
         arguments.JSON,
     ]),
    *why.VERBS,
)  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `lexicon` and its commands to the command line."""
    parser = arguments.command(
        subparsers, "lexicon", "build, inspect and query word lists",
        examples="example: corrido lexicon check es zuzar figos",
    )  # fmt: skip
    arguments.add_verbs(parser, [
        (name, run, text, f"example: corrido lexicon {example}", options)
        for name, run, text, example, options in _VERBS
    ])  # fmt: skip
