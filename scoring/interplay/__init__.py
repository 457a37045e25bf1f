"""Score submissions to the Interplay benchmark.

The public names load lazily: ``import interplay`` costs next to nothing and needs neither numpy nor a network library.
"""

import importlib
from typing import TYPE_CHECKING

from interplay.core.version import __version__ as __version__

if TYPE_CHECKING:
    from interplay.core.errors import InterplayError as InterplayError
    from interplay.core.release import open_release as open_release
    from interplay.scoring.score import score as score
    from interplay.scoring.score import validate as validate
    from interplay.submissions.writing import write_submission as write_submission

_PUBLIC = {
    "InterplayError": "interplay.core.errors",
    "open_release": "interplay.core.release",
    "score": "interplay.scoring.score",
    "validate": "interplay.scoring.score",
    "write_submission": "interplay.submissions.writing",
}
__all__ = ["InterplayError", "__version__", "open_release", "score", "validate", "write_submission"]


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'interplay' has no attribute {name!r}")
    return getattr(importlib.import_module(_PUBLIC[name]), name)
