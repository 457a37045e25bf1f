"""What stands in front of the answer is thoughts, in lines of the form that the brief gives them.

Where this check is, the others read the reply from its answer on.
"""

from interplay.tracks.simulation.checks import pattern
from interplay.tracks.simulation.checks.base import Kind, Params


class ThoughtsParams(Params, frozen=True):
    """The regular expression (RE2) that every line of thoughts matches, and what it means in words."""

    pattern: str
    means: str


def check(params: ThoughtsParams, reply: str) -> str:
    """Match every line, given the lines in front of the answer alone."""
    each = pattern.PatternParams(pattern=params.pattern, means=params.means, each_line=True)
    return pattern.check(each, reply) if reply.strip() else ""


KIND = Kind(ThoughtsParams, check)
