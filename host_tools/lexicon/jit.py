"""Numba, told where to keep what it compiles: beside this package it often may not write.

Every module takes `njit` from here, so that the place is set before the first function is made.
"""

import os

from host_tools.paths import writable_cache

if not os.environ.get("NUMBA_CACHE_DIR"):
    os.environ["NUMBA_CACHE_DIR"] = str(writable_cache("numba"))

from numba import njit

__all__ = ["njit"]
