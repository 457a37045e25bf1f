"""The public functions of the laboratory, imported when they are first used.

At run time ``interplay.compare`` is the same function as ``interplay_lab.api.compare``; type checkers know the latter.

Example:
    >>> from interplay_lab import api as lab
    >>> sorted(lab.__all__)
    ['analyse', 'analyse_items', 'arena', 'certify', 'compare', 'judge', 'rating_statistics', 'write_site']
"""

from typing import TYPE_CHECKING

from interplay.core.extensions import function

if TYPE_CHECKING:
    from interplay_lab.api.arenas import arena as arena
    from interplay_lab.api.comparison import compare as compare
    from interplay_lab.api.item_analysis import analyse_items as analyse_items
    from interplay_lab.api.judgments import certify as certify
    from interplay_lab.api.judgments import judge as judge
    from interplay_lab.api.papers import analyse as analyse
    from interplay_lab.api.sites import write_site as write_site
    from interplay_lab.statistics.compute import rating_statistics as rating_statistics

__all__ = ["analyse", "analyse_items", "arena", "certify", "compare", "judge", "rating_statistics", "write_site"]


if not TYPE_CHECKING:  # or type checkers would take any name for one of the package

    def __getattr__(name: str) -> object:
        """Import a public function on first use."""
        if name not in __all__:
            raise AttributeError(f"module 'interplay_lab.api' has no attribute {name!r}")
        return function(name)
