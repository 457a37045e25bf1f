"""Writers of regular expressions: the true reply is written by hand, and must pass on all strings of its turn."""

from collections.abc import Sequence

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.regex_cases import RegexCasesParams
from interplay_builders.tracks.simulation.desks.assembling import Answer
from interplay_builders.tracks.simulation.sessions import content, form

LONGEST = 250


class Wanted(Record, frozen=True):
    """An expression that does what a request asks for, and strings on which others are tried.

    ``captures`` are pairs of a line and of what the first group finds in it.
    """

    solution: str
    accepts: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    captures: tuple[tuple[str, str], ...] = ()


def form_fields(asked: Sequence[Wanted]) -> tuple[Answer, ...]:
    """Answer with expressions that match whole inputs, on a line of plain text."""
    line = PatternParams(
        pattern=r"[^`\s/\"'](.*[^`\s/\"'])?", means="an expression without quotes or slashes around it"
    )
    dress = (form("bare", BareParams(most_lines=1)), form("pattern", line))
    return tuple(
        Answer(
            wanted.solution,
            (
                content(
                    "regex_cases", RegexCasesParams(accepts=wanted.accepts, rejects=wanted.rejects, longest=LONGEST)
                ),
                *dress,
            ),
        )
        for wanted in asked
    )


def log_lines(asked: Sequence[Wanted]) -> tuple[Answer, ...]:
    """Answer with expressions that find a value in a line, in a block."""
    line = PatternParams(pattern=r"[^\n]+", means="one line in the block")
    return tuple(
        Answer(
            wanted.solution,
            (
                content(
                    "regex_cases",
                    RegexCasesParams(captures=wanted.captures, rejects=wanted.rejects, whole=False, longest=LONGEST),
                ),
                form("fenced", FencedParams()),
                form("pattern", line),
            ),
        )
        for wanted in asked
    )
