"""Score language models in interaction: play a track with a function, score a submission, read the report.

The public names load lazily: ``import interplay`` costs next to nothing and needs neither numpy nor a network library.

Example:
    >>> import interplay
    >>> def chat(messages):
    ...     return "ANSWER: nothing"
    >>> interplay.evaluate(chat, "scorekeeping", name="silent", sample=10).headline
    Metric(score 0, n=4)
"""

import importlib
from typing import TYPE_CHECKING

from interplay.core.version import __version__ as __version__

if TYPE_CHECKING:
    from interplay import ratings as ratings
    from interplay.api.evaluation import evaluate as evaluate
    from interplay.api.evaluation import run as run
    from interplay.api.grading import grade as grade
    from interplay.api.items import Item as Item
    from interplay.api.items import Prediction as Prediction
    from interplay.api.items import load_game as load_game
    from interplay.api.items import load_items as load_items
    from interplay.api.items import load_track as load_track
    from interplay.api.matches import replay as replay
    from interplay.api.overall import evaluate_all as evaluate_all
    from interplay.api.play import aplay as aplay
    from interplay.api.play import play as play
    from interplay.api.submissions import read_submission as read_submission
    from interplay.api.submissions import score as score
    from interplay.api.submissions import validate as validate
    from interplay.api.submissions import write_submission as write_submission
    from interplay.core.errors import BudgetError as BudgetError
    from interplay.core.errors import DatasetError as DatasetError
    from interplay.core.errors import InterplayError as InterplayError
    from interplay.core.errors import MissingPackage as MissingPackage
    from interplay.core.errors import ModelError as ModelError
    from interplay.core.errors import MoveError as MoveError
    from interplay.core.errors import OutputError as OutputError
    from interplay.core.errors import RecordError as RecordError
    from interplay.core.errors import UnknownName as UnknownName
    from interplay.core.reports import Report as Report
    from interplay.hub.opening import open_release as open_release
    from interplay.ratings.files import rate as rate
    from interplay.systems.chat import Reply as Reply

_PUBLIC = {
    "api.evaluation": ("evaluate", "run"),
    "api.grading": ("grade",),
    "api.items": ("Item", "Prediction", "load_game", "load_items", "load_track"),
    "api.matches": ("replay",),
    "api.overall": ("evaluate_all",),
    "api.play": ("aplay", "play"),
    "api.submissions": ("read_submission", "score", "validate", "write_submission"),
    "core.errors": (
        *("BudgetError", "DatasetError", "InterplayError", "MissingPackage", "ModelError"),
        *("MoveError", "OutputError", "RecordError", "UnknownName"),
    ),
    "core.reports": ("Report",),
    "hub.opening": ("open_release",),
    "ratings.files": ("rate",),
    "systems.chat": ("Reply",),
}
"""Module -> its public names, as the imports above; a test holds the two equal."""
_MODULES = {name: f"interplay.{module}" for module, names in _PUBLIC.items() for name in names}
__all__ = sorted(["__version__", "ratings", *_MODULES])  # noqa: PLE0605  a list, though no literal one


if not TYPE_CHECKING:  # or type checkers would take any name for one of the package

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name == "ratings":
            return importlib.import_module("interplay.ratings")
        return getattr(importlib.import_module(_MODULES[name]), name) if name in _MODULES else _extension(name)

    def _extension(name: str) -> object:
        """Return a public function of another installed package, such as ``interplay.compare``."""
        from interplay.core import extensions  # noqa: PLC0415  needed by few programs

        if name.startswith("_") or name not in extensions.functions():
            raise AttributeError(f"module 'interplay' has no attribute {name!r}")
        return extensions.function(name)


def __dir__() -> list[str]:
    """Return the public names, of installed extensions too."""
    from interplay.core import extensions  # noqa: PLC0415  needed by few programs

    return sorted({*__all__, *extensions.functions()})
