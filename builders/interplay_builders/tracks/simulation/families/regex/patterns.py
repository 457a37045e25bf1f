"""Writers of regular expressions: the true reply is written by hand, and must pass on all strings of its turn."""

import hashlib
import re

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.regex_cases import RegexCasesParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

LONGEST = 250
PROBES = 200
"""Strings of each kind that a solution is tried on beside those written by hand."""
CHARACTERS = "013789axzAZ.,:-_/ +#"
SHORT = frozenset((*CHARACTERS, "", *map(str, range(10, 100))))


class Wanted(Record, frozen=True):
    """An expression that does what a request asks for, and strings on which others are tried.

    ``captures`` are pairs of a line and of what the first group finds in it.
    """

    solution: str
    accepts: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    captures: tuple[tuple[str, str], ...] = ()


def probes(wanted: Wanted) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return strings near those that fit, and short ones: what the solution takes, and what it refuses."""
    near = {
        f"{text[:start]}{new}{text[end:]}"
        for text in wanted.accepts
        for start in range(len(text) + 1)
        for end in (start, min(start + 1, len(text)))
        for new in ("", *CHARACTERS)
    }
    order = sorted(
        (near | SHORT) - {*wanted.accepts, *wanted.rejects}, key=lambda s: hashlib.sha256(s.encode()).digest()
    )
    fits = re.compile(wanted.solution).fullmatch
    taken, refused = ([text for text in order if bool(fits(text)) is verdict] for verdict in (True, False))
    return tuple(taken[:PROBES]), (
        *(text for text in refused if text in SHORT),
        *(t for t in refused if t not in SHORT),
    )[:PROBES]


class FormFields:
    """Answers with expressions that match whole inputs, on a line of plain text."""

    def answer(self, wanted: Wanted) -> Answer:
        """Return the expression."""
        taken, refused = probes(wanted)
        accepts, rejects = (*wanted.accepts, *taken), (*wanted.rejects, *refused)
        cases = RegexCasesParams(accepts=accepts, rejects=rejects, longest=LONGEST)
        line = PatternParams(
            pattern=r"[^`\s/\"'](.*[^`\s/\"'])?", means="an expression without quotes or slashes around it"
        )
        dress = (form("bare", BareParams(most_lines=1)), form("pattern", line))
        return Answer(wanted.solution, (content("regex_cases", cases), *dress))


def other_keys(wanted: Wanted) -> tuple[str, ...]:
    """Return the lines of a log with another key in the place of one of theirs: the same word behind a prefix."""
    return tuple(
        f"{text[: match.end()]}{prefix}{text[match.end() :]}"
        for text, _ in wanted.captures
        for match in re.finditer(r"(?:^| )(?=\w+=)", text)
        for prefix in ("mem-", "x.")
    )


class LogLines:
    """Answers with expressions that find a value in a line, in a block."""

    def answer(self, wanted: Wanted) -> Answer:
        """Return the expression."""
        lines = {text: re.search(wanted.solution, text) for text in other_keys(wanted)}
        captures = (*wanted.captures, *((text, match[1]) for text, match in lines.items() if match))
        rejects = (*wanted.rejects, *(text for text, match in lines.items() if not match))
        cases = RegexCasesParams(captures=captures, rejects=rejects, whole=False, longest=LONGEST)
        line = PatternParams(pattern=r"[^\n]+", means="one line in the block")
        dress = (form("fenced", FencedParams()), form("pattern", line))
        return Answer(fence(wanted.solution), (content("regex_cases", cases), *dress))
