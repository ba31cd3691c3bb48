"""Fetch the packages; Makefile calls this."""

import sys

from host_tools.errors import UserError
from host_tools.npm import RELEASES, package

try:
    for name in RELEASES:
        package(name)
except UserError as error:
    sys.exit(f"corrido: {error}")
