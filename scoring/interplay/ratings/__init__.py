"""Ratings from match results: Bradley-Terry with a bootstrap, TrueSkill over orders, and tables across games.

    from interplay import ratings

    table = ratings.bradley_terry(winners, losers, ties=drawn, groups=games, clusters=setups)
    strengths = ratings.fit_bradley_terry(wins)
    table = ratings.trueskill(sides, ranks)
    report = ratings.rate(["matches.jsonl"], by="game")

Names load on first use: ``from interplay import ratings`` needs no numpy.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from interplay.ratings.arrays import FloatArray
    from interplay.ratings.files import rate as rate
    from interplay.ratings.pairwise.tables import BradleyTerryTable as BradleyTerryTable
    from interplay.ratings.pairwise.tables import Luce as Luce
    from interplay.ratings.pairwise.tables import Normal as Normal
    from interplay.ratings.pairwise.tables import Rating as Rating
    from interplay.ratings.pairwise.tables import Settings as Settings
    from interplay.ratings.report import RatingReport as RatingReport
    from interplay.ratings.skill.tables import TrueSkillRating as TrueSkillRating
    from interplay.ratings.skill.tables import TrueSkillSettings as TrueSkillSettings
    from interplay.ratings.skill.tables import TrueSkillTable as TrueSkillTable

    bradley_terry: Callable[..., BradleyTerryTable]
    fit_bradley_terry: Callable[..., FloatArray]
    trueskill: Callable[..., TrueSkillTable]

_PUBLIC = {
    "": ("bradley_terry", "fit_bradley_terry", "trueskill"),
    "files": ("rate",),
    "pairwise.tables": ("BradleyTerryTable", "Luce", "Normal", "Rating", "Settings"),
    "report": ("RatingReport",),
    "skill.tables": ("TrueSkillRating", "TrueSkillSettings", "TrueSkillTable"),
}
"""Module -> its public names; those without one are added by another package, see ``extensions.RATINGS``."""
_MODULES = {name: module for module, names in _PUBLIC.items() for name in names}
__all__ = sorted(_MODULES)  # noqa: PLE0605  a list, though no literal one


if not TYPE_CHECKING:  # or type checkers would take any name for one of the package

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name not in _MODULES:
            raise AttributeError(f"module 'interplay.ratings' has no attribute {name!r}")
        if not _MODULES[name]:
            from interplay.core import extensions  # noqa: PLC0415  needed by few programs

            return extensions.rating_function(name)
        return getattr(importlib.import_module(f"interplay.ratings.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
