"""Extensions: what other installed packages add, found through entry points and never imported by name."""

import importlib
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interplay.core.errors import InterplayError
from interplay.core.text import noop

if TYPE_CHECKING:
    from interplay.core.release import Release

VERBS = "interplay.verbs"
"""Entry-point group whose values are packages; each module of one is a verb of the command line."""
FUNCTIONS = "interplay.functions"
"""Entry-point group whose names are public functions: ``interplay.compare`` is the entry point ``compare``."""

BOTS = "interplay.bots"
"""Entry-point group of mappings, each called like a track: more bots of that track, by name."""
PAGES = "interplay.pages"
"""Entry-point group of functions that write pages: ``baselines``, of the demo, ``match`` and ``live``, of runs."""

JUDGMENTS = "interplay.judgments"
"""Entry-point group of two functions: ``scores`` adds judgments to reports, ``tables`` shows them."""
RATINGS = "interplay.ratings"
"""Entry-point group of functions that rate plain lists and resample: ``interplay.ratings.trueskill`` is one."""

SYSTEMS = "interplay.systems"
"""Entry-point group of functions, each called like a kind of model: it checks a spec, and returns what loads it."""
SCAFFOLDS = "interplay.scaffolds"
"""Entry-point group whose values are packages; each module of one is a scaffold."""


@cache
def packages(group: str) -> tuple[str, ...]:
    """Return the names of the packages that extend *group*, sorted."""
    from importlib.metadata import entry_points  # noqa: PLC0415  most programs never ask

    return tuple(sorted({point.value for point in entry_points(group=group)}))


@cache
def functions(group: str = FUNCTIONS) -> dict[str, str]:
    """Return the functions that other packages add to *group*: name to ``module:attribute``."""
    from importlib.metadata import entry_points  # noqa: PLC0415  most programs never ask

    return {point.name: point.value for point in entry_points(group=group)}


def function(name: str, group: str = FUNCTIONS) -> Any:
    """Return the function called *name*; raise ``KeyError`` where no installed package adds it to *group*."""
    module, _, attribute = functions(group)[name].partition(":")
    return getattr(importlib.import_module(module), attribute)


def bots(track: str) -> dict[str, Any]:
    """Return the bots that other packages add to *track*: name to function of an ask."""
    return dict(function(track, BOTS)) if track in functions(BOTS) else {}


def watching(folder: Path | None, release: "Release") -> Any:
    """Return a block in which pages on runs are written to *folder*, if any; it gives what to call when one starts."""
    return nullcontext(noop) if folder is None else page_writer("live")(folder, release)


def system_loader(kind: str) -> Any:
    """Return the function that checks the spec of a model of this *kind*; raise ``InterplayError`` without one."""
    return _of_lab(kind, SYSTEMS, f"{kind} systems need")


def rating_function(name: str, purpose: str = "ratings of plain lists need") -> Any:
    """Return the function of ratings called *name*; raise ``InterplayError`` where no package has one."""
    return _of_lab(name, RATINGS, purpose)


def _of_lab(name: str, group: str, purpose: str) -> Any:
    if name not in functions(group):
        raise InterplayError(f"{purpose} the package interplay_lab, which is not installed")
    return function(name, group)


page_writer = partial(_of_lab, group=PAGES, purpose="pages need")
"""Return the function that writes pages of this kind; raise ``InterplayError`` where no package has one."""
judgments = partial(_of_lab, group=JUDGMENTS, purpose="results of judgments need")
"""Return the function of results of judgments that is called so; raise ``InterplayError`` where no package has one."""
