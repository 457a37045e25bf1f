"""What stands in front of the answer is thoughts, in lines of the form that the brief gives them.

Where this check is, the others read the reply from its answer on.
"""

from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.checks.pattern import PatternParams


class ThoughtsParams(Params, frozen=True):
    """The regular expression (RE2) that every line of thoughts matches, and what it means in words."""

    pattern: str
    means: str

    def problem(self, reply: str) -> str:
        each = PatternParams(pattern=self.pattern, means=self.means, each_line=True)
        return each.problem(reply) if reply.strip() else ""
