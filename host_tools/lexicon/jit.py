"""Numba with a cache folder of its own, as it often may not write beside this package.

Every module imports `njit` from here, so that the folder is set before the first function is made.
"""

import os
from collections.abc import Callable
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

if TYPE_CHECKING:

    def njit(*, cache: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Compile a function; numba's own njit has no type annotations."""
        ...
else:
    from numba import njit

__all__ = ["Flags", "Int", "Ints", "njit"]
