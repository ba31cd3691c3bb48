"""Fetch the packages, or with `lint` check the pages' scripts; Makefile calls this."""

import subprocess
import sys

from host_tools.errors import UserError
from host_tools.npm import RELEASES, fetch, node, own_root, package
from host_tools.paths import pages_dir


def lint() -> int:
    """Check the types of the pages' scripts, then their style; return 1 if anything is wrong.

    Raises UserError if npm cannot fetch the checkers.
    """
    root = own_root() / "node_modules"
    if not (root / "typescript").is_dir() and (said := fetch(own_root())):
        raise UserError(f"npm does not fetch the checkers of the pages: {said}")
    pages = str(pages_dir())
    commands = (("typescript/bin/tsc", "-p", pages), ("oxlint/bin/oxlint", "--quiet", pages))
    done = [subprocess.run([*node(), root / tool, *words], check=False, cwd=pages)
            for tool, *words in commands]  # fmt: skip
    return int(any(one.returncode for one in done))


try:
    if sys.argv[1:] == ["lint"]:
        sys.exit(lint())
    for name in RELEASES:
        package(name)
except UserError as error:
    sys.exit(f"corrido: {error}")
