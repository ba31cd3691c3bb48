"""Logarithms in whole numbers, so that costs are the same on every machine, to the bit.

Costs are in 1/65536 bit.
"""

import numpy as np

from host_tools.lexicon.jit import Int, Ints, njit

BIT = 1 << 16
_STEPS = 14  # the table holds log2 of 1 to 2 in 2^14 steps


# log2(1 + i / 2^14): none is nearer to a half than any float's error, so all machines round alike.
TABLE = np.rint(np.log2(1 + np.arange(1 << _STEPS) / (1 << _STEPS)) * BIT).astype(np.int64)


@njit(cache=True)
def log2(value: Int) -> Int:
    """Return log2 of a whole number from 1 to 2^62, in 1/65536 bit; 0 for 0."""
    if value <= 1:
        return 0
    whole = 0
    while value >> (whole + 1):
        whole += 1
    mantissa = value - (1 << whole)
    if whole > _STEPS:
        mantissa >>= whole - _STEPS
    else:
        mantissa <<= _STEPS - whole
    return (whole << 16) + TABLE[mantissa]


@njit(cache=True)
def logs(values: Ints) -> Ints:
    """Return log2 of each number of an array."""
    result = np.zeros(values.size, np.int64)
    for at, value in enumerate(values.flat):
        result[at] = log2(value)
    return result.reshape(values.shape)


@njit(cache=True)
def entropy(counts: Ints) -> Int:
    """Return the cost of a histogram's symbols when coded by it, in 1/65536 bit."""
    total = 0
    spent = 0
    for count in counts:
        total += count
        spent -= count * log2(count)
    return spent + total * log2(total)
