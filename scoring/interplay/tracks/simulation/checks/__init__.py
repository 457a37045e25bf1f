"""The checks: each file is one kind. No code from data runs; parameters are values, replies are read with limits."""

from functools import lru_cache
from types import ModuleType

import msgspec

from interplay.core.discovery import Catalogue
from interplay.core.text import whole
from interplay.tracks.simulation.checks import reading
from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.checks.base import Result as Result
from interplay.tracks.simulation.records import Check

MAX_REPLY = 20_000
"""Characters of a reply that is read; a longer one fails every check."""
KINDS: Catalogue[ModuleType] = Catalogue(
    "interplay.tracks.simulation.checks", "", "check", shared=frozenset({"base", "reading"})
)
names = KINDS.names


@lru_cache(maxsize=256)
def load(kind: str) -> type[Params]:
    """Return the class of a kind of check, the one of its file; raise ``UnknownName`` when there is none."""
    module = KINDS.load(kind)
    types = (t for t in vars(module).values() if isinstance(t, type) and t.__module__ == module.__name__)
    return next(t for t in types if issubclass(t, Params))


@lru_cache(maxsize=8_192)
def params_of(check: Check) -> Params:
    """Return the parameters of a check; raise ``ValueError`` when they do not fit its kind."""
    return msgspec.json.decode(check.params, type=load(check.kind))


def rule(check: Check) -> str:
    """Return in words what a check demands: what its pattern means, else what its module says of its kind first."""
    means: str = getattr(params_of(check), "means", "")
    summary = (KINDS.load(check.kind).__doc__ or check.kind).partition("\n\n")[0]
    return means or " ".join(summary.replace("``", "").split()).removesuffix(".")


def run(check: Check, reply: str) -> Result:
    """Return what a check says of a reply; never raises for any reply."""
    problem = _problem(check, reply)
    return Result("fail", problem if len(problem) <= 300 else f"{problem[:299]}…") if problem else Result("pass")


def _problem(check: Check, reply: str) -> str:
    if len(reply) > MAX_REPLY:
        return f"found {len(reply):,} characters, expected at most {MAX_REPLY:,}"
    params, text = params_of(check), whole(reply)  # RE2 takes no half surrogate pairs
    if reading.is_hidden(text):
        return "found invisible characters, expected none"
    return params.problem(text if params.literal else reading.plain(text))
