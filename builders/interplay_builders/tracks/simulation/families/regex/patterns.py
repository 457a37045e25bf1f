"""Writers of regular expressions: the true reply is written by hand, and must pass on all strings of its turn."""

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.regex_cases import RegexCasesParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

LONGEST = 250


class Wanted(Record, frozen=True):
    """An expression that does what a request asks for, and strings on which others are tried.

    ``captures`` are pairs of a line and of what the first group finds in it.
    """

    solution: str
    accepts: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    captures: tuple[tuple[str, str], ...] = ()


class FormFields:
    """Answers with expressions that match whole inputs, on a line of plain text."""

    def answer(self, wanted: Wanted) -> Answer:
        """Return the expression."""
        cases = RegexCasesParams(accepts=wanted.accepts, rejects=wanted.rejects, longest=LONGEST)
        line = PatternParams(
            pattern=r"[^`\s/\"'](.*[^`\s/\"'])?", means="an expression without quotes or slashes around it"
        )
        dress = (form("bare", BareParams(most_lines=1)), form("pattern", line))
        return Answer(wanted.solution, (content("regex_cases", cases), *dress))


class LogLines:
    """Answers with expressions that find a value in a line, in a block."""

    def answer(self, wanted: Wanted) -> Answer:
        """Return the expression."""
        cases = RegexCasesParams(captures=wanted.captures, rejects=wanted.rejects, whole=False, longest=LONGEST)
        line = PatternParams(pattern=r"[^\n]+", means="one line in the block")
        dress = (form("fenced", FencedParams()), form("pattern", line))
        return Answer(fence(wanted.solution), (content("regex_cases", cases), *dress))
