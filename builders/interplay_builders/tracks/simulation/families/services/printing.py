"""What the services have in common: lines in one code block, around which people may talk."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form


def block(lines: Sequence[str], shape: str, means: str) -> Answer:
    """Return these lines in a code block; *shape* is a regular expression that a line of the right form matches."""
    checks = (
        content("line_set", LineSetParams(expected=tuple(lines), blanks="collapsed")),
        form("fenced", FencedParams(talk=True)),
        form("pattern", PatternParams(pattern=shape, each_line=True, means=means, blanks="collapsed")),
    )
    return Answer(fence("\n".join(lines)), checks)


def table(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return rows of cells as lines, the cells a blank apart."""
    return tuple(" ".join(map(str, row)) for row in rows)
