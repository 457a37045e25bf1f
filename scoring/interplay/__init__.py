"""Score submissions to the Interplay benchmark.

The public names load lazily: ``import interplay`` costs next to nothing and needs neither numpy nor a network library.
"""

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from interplay.errors import InterplayError as InterplayError
    from interplay.release import open_release as open_release
    from interplay.scoring import score as score
    from interplay.scoring import validate as validate
    from interplay.writing import write_submission as write_submission

_PUBLIC = {
    "InterplayError": "interplay.errors",
    "open_release": "interplay.release",
    "score": "interplay.scoring",
    "validate": "interplay.scoring",
    "write_submission": "interplay.writing",
}
__all__ = ["InterplayError", "__version__", "open_release", "score", "validate", "write_submission"]


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'interplay' has no attribute {name!r}")
    return getattr(importlib.import_module(_PUBLIC[name]), name)
