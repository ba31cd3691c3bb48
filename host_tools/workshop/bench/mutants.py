"""Test the tests: put small faults into the firmware and count those that are noticed."""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.workshop.bench._options import count
from host_tools.workshop.mutation import articles, suites
from host_tools.workshop.mutation.faults import PACKAGE, ROOT, Mutant, small_faults
from host_tools.workshop.mutation.swap import lives

SUMMARY = "small faults in the firmware, one at a time: how many its tests notice"
EXAMPLE = "--files core/turn.py --jobs 2"
WORKERS = 2
SECONDS = 120  # for one mutant's tests; long, as a busy computer proves nothing
SECONDS_QUICK = 15  # the portable tests of one file take less than one second


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `corrido bench mutants`."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--files", nargs="+", metavar="FILE", help="these files of firmware/corrido")
    what.add_argument("--beside", action="store_true", help="the modules outside the core")
    what.add_argument(
        "--articles", nargs="*", metavar="ARTICLE",
        help="the articles of docs/rules-by-article.md, by their scenarios",
    )  # fmt: skip
    parser.add_argument(
        "--quick", action="store_true",
        help="portable tests only; with --articles, only emptied functions",
    )  # fmt: skip
    parser.add_argument("--list", action="store_true", help="only count them")
    parser.add_argument("--again", type=Path, metavar="FILE",
                        help="only the mutants named in this file's lines")  # fmt: skip
    parser.add_argument("--jobs", type=count, default=WORKERS, help="worker processes")


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Run the campaign; return its counts and survivors.

    UserError without a checkout or pytest, or for a file or an article that does not exist.
    """
    if not (ROOT / "tests").is_dir():
        raise UserError("mutants: needs a checkout with its tests, not an installed package")
    if find_spec("pytest") is None:
        raise UserError("mutants: no pytest here: pip install -r requirements/test.txt")
    suites.ready()
    if args.articles is not None:
        return articles.run(args.articles, args.jobs, args.quick, args.list)
    return _files(args)


def _files(args: argparse.Namespace) -> dict[str, Any]:
    files = args.files or (tuple(suites.BESIDE) if args.beside else suites.core_files())
    made = [mutant for file in files for mutant in _of(file)]
    if args.again:
        made = [mutant for mutant in made if str(mutant) in _lines(args.again)]
    total = Counter(mutant.file for mutant in made)
    if args.list:
        return {"files": {file: {"mutants": total[file]} for file in files}, "survivors": []}
    for file in files:
        suites.notices(file, args.quick)()  # tests that fail anyway would kill every mutant
    seconds = SECONDS_QUICK if args.quick else SECONDS
    found: list[bool] = []
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("fork")) as pool:
        asked = ((mutant, args.quick, seconds) for mutant in made)
        found.extend(pool.map(_lives, asked, chunksize=4))
    lived = [mutant for mutant, alive in zip(made, found, strict=True) if alive]
    left = Counter(mutant.file for mutant in lived)
    rows = {file: {"mutants": total[file], "killed": total[file] - left[file]} for file in files}
    return {"files": rows, "survivors": [str(mutant) for mutant in lived]}


def _of(file: str) -> list[Mutant]:
    if not (PACKAGE / file).is_file():
        raise UserError(f"mutants: firmware/corrido has no {file}")
    return small_faults(file)


def _lines(path: Path) -> set[str]:
    try:
        return {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def _lives(asked: tuple[Mutant, bool, int]) -> bool:
    mutant, quick, seconds = asked
    return lives(mutant, suites.notices(mutant.file, quick), seconds)


def failed(result: dict[str, Any]) -> bool:
    """Return whether an article's scenarios fail to show what the page claims."""
    return bool(result.get("unproven"))


def table(result: dict[str, Any]) -> str:
    """Return the result for people."""
    if "articles" in result:
        return articles.table(result)
    lines = [*result["survivors"], "", "| file | mutants | killed |", "|---|---:|---:|"]
    for file, row in result["files"].items():
        lines.append(f"| `{file}` | {row['mutants']} | {row.get('killed', '')} |")
    made = sum(row["mutants"] for row in result["files"].values())
    killed = sum(row.get("killed", 0) for row in result["files"].values())
    return "\n".join([*lines, f"| **all** | **{made}** | **{killed}** |"])
