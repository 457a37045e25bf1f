"""Arrays of ratings: the names of their types, and frozen sources of random ones, each named by a seed and a purpose.

NumPy froze ``RandomState`` and the raw words of PCG64: the same seed and calls give the same numbers in all later
versions, which it does not promise for ``Generator``.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


def bits(seed: int, name: str) -> np.random.PCG64:
    """Return the source of raw 64-bit words named by *seed* and *name*."""
    digest = hashlib.sha256(f"interplay-ratings-1|{seed}|{name}".encode()).digest()
    return np.random.PCG64(int.from_bytes(digest[:16], "big"))


def stream(seed: int, name: str) -> np.random.RandomState:
    """Return the random numbers over ``bits``."""
    return np.random.RandomState(bits(seed, name))
