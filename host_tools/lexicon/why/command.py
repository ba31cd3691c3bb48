"""`corrido lexicon why` and `explain`: reasons for words, and for a whole list."""

import argparse
import hashlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from corrido.lexicon.alphabet import Alphabet, alphabet

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.files import made_folder, write_whole
from host_tools.lexicon import sources
from host_tools.lexicon.ask import listing, open_whole
from host_tools.lexicon.why import GUESS, LANGUAGES, Explaining, Reason, in_words, pack
from host_tools.lexicon.why.hunspell import Dictionary
from host_tools.lexicon.why.kept import keep, reopened
from host_tools.paths import lexicon_path, writable_cache
from host_tools.untrusted.text import visible

# What a list may lack by mistake: the others are forms that the chapter excludes.
_LACKING = ("admitted", "plural-lacking", "form-lacking", "entry-lacking", "word-lacking",
            "no-verb")  # fmt: skip


def progress(text: str) -> None:
    """Report progress if stderr is a terminal."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def _dictionaries(packages: Mapping[str, str]) -> list[Dictionary]:
    """Return the open dictionaries, fetched once; UserError if npm cannot fetch them."""
    found = []
    for package, sha256 in packages.items():
        folder = writable_cache("dictionaries") / package.replace("@", "-")
        if not (folder / "index.dic").is_file():
            _fetch(package, sha256, folder)
        found.append(Dictionary(folder))
    return found


def _fetch(package: str, sha256: str, folder: Path) -> None:
    print(f"corrido: fetching {package} with npm, once", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="corrido-dictionary-") as place:
        archive = sources.packed(package, Path(place))
        if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
            raise UserError(f"{package}: what npm fetched is not what was expected")
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("index.aff", "index.dic"):
            data = sources.extracted(archive, f"package/{file}", package)
            write_whole(folder / file, data)


def _rules(path: Path) -> tuple[Explaining, list[str], Alphabet, str]:
    """Return the rules for a list, its words in order, its alphabet and its hash.

    What they have worked out is kept, for quick_rules().
    """
    code, sha256 = _whose(path)
    progress(f"{path.name}: every form of the dictionaries")
    rules = import_module(f"host_tools.lexicon.why.{code}")
    words = listing(path)
    found = rules.Rules(frozenset(words), _dictionaries(rules.PACKAGES))
    keep(found, _kept_at(code, sha256))
    return found, words, alphabet(code), sha256


def _whose(path: Path) -> tuple[str, str]:
    """Return a list's alphabet and hash; UserError where no rules explain its words."""
    with open_whole(path) as lexicon:
        code, sha256 = lexicon.alphabet, lexicon.sha256
    if not (Path(__file__).with_name(code) / "articles.tsv").is_file():
        raise UserError(f"{path.name}: reasons for {code!r}: no rules; there are some for es, pl")
    return code, sha256


def _kept_at(code: str, sha256: str) -> Path:
    """Return where the tables of a list are kept, by the rules that made them."""
    here, made = Path(__file__).parent, hashlib.sha256(sha256.encode())
    for file in sorted([*here.glob("*.py"), *(here / code).glob("*.*")]):
        made.update(file.read_bytes())
    return writable_cache("reasons") / f"{code}-{made.hexdigest()[:20]}.sqlite"


def quick_rules(path: Path) -> tuple[Explaining, Alphabet]:
    """Return the rules for a list that read what was worked out once."""
    code, sha256 = _whose(path)
    found = _kept_at(code, sha256)
    if not found.is_file():
        print(f"corrido: the reasons for {path.stem}, worked out once: half a minute, 600 MB",
              file=sys.stderr)  # fmt: skip
        _rules(path)
    rules = import_module(f"host_tools.lexicon.why.{code}").Rules(frozenset(), [])
    reopened(rules, found)
    return rules, alphabet(code)


def why(args: argparse.Namespace) -> int:
    """Print for each word whether the list has it, and why."""
    rules, letters = quick_rules(lexicon_path(args.lexicon))
    rows = []
    for given in args.words:
        word = visible(given.strip().lower())
        reason = rules.reason(word)
        listed = letters.fold(word).lower() in rules.listed
        rows.append({"word": word, "listed": listed, **reason._asdict()})
        if not args.json:
            print(in_words(word, listed, reason, args.language))
    if args.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    return 0


def explain(args: argparse.Namespace) -> int:
    """Write the reasons for a whole list, and say how many words each step explains."""
    rules, words, letters, sha256 = _rules(lexicon_path(args.file))
    explained = [(word, rules.reason(word)) for word in words]
    absent = list(lacking(rules, letters))
    told: dict[str, Any] = {"words": len(words)}
    for step in ("certainty", "article"):
        counter = Counter(getattr(reason, step) for _, reason in explained)
        told[step] = dict(counter.most_common())
    if args.output:
        rows = [(word, listed, reason) for listed, some in ((True, explained), (False, absent))
                for word, reason in some]  # fmt: skip
        data = pack(sha256, letters.code, rows)
        write_whole(Path(args.output), data)
        told["bytes"] = len(data)
    if args.sheets:
        folder = made_folder(Path(args.sheets))
        doubtful = [row for row in explained
                    if row[1].certainty == GUESS or row[1].form == "plural-against"]  # fmt: skip
        told["unexplained"] = sheet(doubtful, folder / "unexplained.tsv")
        wanted = [row for row in absent if row[1].form in _LACKING]
        told["lacking"] = sheet(wanted, folder / "lacking.tsv")
    if args.json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return 0
    for step in ("certainty", "article"):
        for name, count in told[step].items():
            print(f"{name:20} {count:8} {100 * count / len(words):6.2f} %")
    for name in ("bytes", "unexplained", "lacking"):
        if name in told:
            print(f"{name:20} {told[name]:8}")
    return 0


def lacking(rules: Explaining, letters: Alphabet) -> Iterator[tuple[str, Reason]]:
    """Yield the forms of listed words that the data make and the list has not, and why."""
    for word in sorted(rules.found.keys() - rules.listed):
        if rules.found[word].lemma in rules.listed and letters.spell_word(word) is not None:
            yield word, rules.reason(word)


def sheet(rows: Iterable[tuple[str, Reason]], target: Path) -> int:
    """Write words with their reasons, by article, as tab-separated text; return how many."""
    lines = ["article\tword\tlemma\tpart\tform\tcertainty"]
    for word, reason in sorted(rows, key=lambda row: (row[1].article, row[1].form, row[0])):
        told = (reason.article, word, reason.lemma, reason.part, reason.form, reason.certainty)
        lines.append("\t".join(told))
    write_whole(target, ("\n".join(lines) + "\n").encode())
    return len(lines) - 1


def changes(old: Path, new: Path, folder: Path) -> None:
    """Write what only one of two editions has, each word with its reason there, by article."""
    before, after = _rules(old)[0], _rules(new)[0]
    for name, rules, others in (("removed", before, after), ("added", after, before)):
        rows = [(word, rules.reason(word)) for word in rules.listed - others.listed]
        sheet(rows, folder / f"{name}.tsv")


VERBS: tuple[arguments.Verb, ...] = (
    ("why", why, "why words are valid, or not, by article", "why canté figos dámelo", [
        ("words", {"nargs": "+", "metavar": "WORD"}),
        ("--lexicon", {"default": "es", "metavar": "FILE"}),
        ("--language", {"choices": LANGUAGES, "default": "es"}),
        arguments.JSON,
    ]),
    ("explain", explain, "the reasons for a whole list, and what its rules leave open",
     "explain es -o es.why --sheets audit", [
         ("file", {"metavar": "FILE"}),
         ("-o --output", {"metavar": "FILE",
                          "help": "for the pages of the hall and of the judge"}),
         ("--sheets", {"metavar": "DIR", "help": "unexplained.tsv and lacking.tsv"}),
         arguments.JSON,
     ]),
)  # fmt: skip
