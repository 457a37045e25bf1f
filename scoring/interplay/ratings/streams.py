"""Random numbers of ratings: frozen sources, each named by a seed and by what it is for.

NumPy froze ``RandomState`` and the raw words of PCG64: the same seed and calls give the same numbers in all later
versions, which it does not promise for ``Generator``.
"""

import hashlib

import numpy as np


def bits(seed: int, name: str) -> np.random.PCG64:
    """Return the source of raw 64-bit words named by *seed* and *name*."""
    digest = hashlib.sha256(f"interplay-ratings-1|{seed}|{name}".encode()).digest()
    return np.random.PCG64(int.from_bytes(digest[:16], "big"))


def stream(seed: int, name: str) -> np.random.RandomState:
    """Return the random numbers over ``bits``."""
    return np.random.RandomState(bits(seed, name))
