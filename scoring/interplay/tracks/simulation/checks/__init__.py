"""The checks: each file is one kind. No code from data runs; parameters are values, replies are read with limits."""

import sys
from functools import lru_cache

import msgspec

from interplay.core.discovery import Catalogue
from interplay.core.text import whole
from interplay.tracks.simulation.checks import reading
from interplay.tracks.simulation.checks.base import Kind as Kind
from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.checks.base import Result as Result
from interplay.tracks.simulation.records import Check

MAX_REPLY = 20_000
"""Characters of a reply that is read; a longer one fails every check."""
KINDS: Catalogue[Kind] = Catalogue(
    "interplay.tracks.simulation.checks", "KIND", "check", shared=frozenset({"base", "reading"})
)
names, load = KINDS.names, lru_cache(maxsize=256)(KINDS.load)


@lru_cache(maxsize=8_192)
def params_of(check: Check) -> Params:
    """Return the parameters of a check; raise ``ValueError`` when they do not fit its kind."""
    params: Params = msgspec.json.decode(check.params, type=load(check.kind).params)
    return params


def rule(check: Check) -> str:
    """Return in words what a check demands: what its pattern means, else what its module says of its kind first."""
    means = getattr(params_of(check), "means", "")
    summary = (sys.modules[load(check.kind).check.__module__].__doc__ or check.kind).partition("\n\n")[0]
    return means or " ".join(summary.replace("``", "").split()).removesuffix(".")


def run(check: Check, reply: str) -> Result:
    """Return what a check says of a reply; never raises for any reply."""
    problem = _problem(check, reply)
    return Result("fail", problem if len(problem) <= 300 else f"{problem[:299]}…") if problem else Result("pass")


def _problem(check: Check, reply: str) -> str:
    if len(reply) > MAX_REPLY:
        return f"found {len(reply):,} characters, expected at most {MAX_REPLY:,}"
    kind, text = load(check.kind), whole(reply)  # RE2 takes no half surrogate pairs
    if reading.is_hidden(text):
        return "found invisible characters, expected none"
    return kind.check(params_of(check), text if kind.literal else reading.plain(text))
