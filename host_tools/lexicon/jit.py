"""Numba with a cache folder of its own, as it often may not write beside this package.

Without Numba the loops run as plain Python: enough for a small list.

Every module imports `njit` from here, so that the folder is set before the first function is made.
"""

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from host_tools.paths import writable_cache

if not os.environ.get("NUMBA_CACHE_DIR"):
    os.environ["NUMBA_CACHE_DIR"] = str(writable_cache("numba"))

# The types that the loops work on: whole numbers of any width, alone and in arrays, and flags.
Int = int | np.integer
Ints = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]

COMPILED = find_spec("numba") is not None
PLAIN_WORDS = 20_000  # a longer list would take plain Python many minutes
if COMPILED and not TYPE_CHECKING:  # numba's own njit has no type annotations
    from numba import njit
else:
    np.seterr(over="ignore")  # hashes wrap around; Numba does not warn of it either

    def njit(*, cache: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Leave a function as it is."""
        return lambda function: function
