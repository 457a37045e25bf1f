"""The things that the lines of a reply name are all different, and stand where they are used.

A regular expression of ours (RE2) finds the thing on each line with its first group; lines that do not match are read
over. Case does not count.
"""

from collections import Counter

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.prose import words_of
from interplay.tracks.simulation.checks.reading import body, collapsed, compiled, lines


class DistinctParams(Params, frozen=True):
    """What is found on a line. ``used``: the second group of ``pattern`` holds the first one as a word or words."""

    pattern: str
    means: str
    used: bool = False

    def problem(self, reply: str) -> str:
        matches = [m for line in lines(body(reply)) if (m := compiled(self.pattern).search(collapsed(line)))]
        if not matches:
            return f"found no {self.means}, expected some"
        things = [" ".join(words_of(match[1])) for match in matches]
        if twice := [thing for thing, times in Counter(things).items() if times > 1]:
            return f"found {quoted(twice[0])} more than once, expected every {self.means} to be different"
        if self.used:
            unused = [
                t for t, m in zip(things, matches, strict=True) if f" {t} " not in f" {' '.join(words_of(m[2]))} "
            ]
            if unused:
                return f"found {quoted(unused[0])} but not where it is used, expected it there as it is"
        return ""
