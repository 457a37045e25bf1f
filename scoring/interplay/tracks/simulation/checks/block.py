"""The reply has exactly one fenced block, which holds the answer; words around it are read over.

What stands behind a fence is the name of a language or nothing, for a page shows no more of it. Where nothing but the
block may be said, the check is ``fenced``.
"""

from interplay.tracks.simulation.checks.base import PASS, Kind, Params, Result, failed, quoted
from interplay.tracks.simulation.checks.reading import is_tag, parts


class BlockParams(Params, frozen=True):
    """Nothing is to be set: the checks of content read the inside of the block."""


def check(_params: BlockParams, reply: str) -> Result:
    """Look at the fences."""
    found = parts(reply)
    if len(found.blocks) != 1:
        return failed(f"found {len(found.blocks)} code blocks, expected exactly one")
    if found.is_open:
        return failed("found a code block that is not closed, expected a closing fence")
    language = found.blocks[0].language
    if not is_tag(language):
        return failed(f"found {quoted(language)} behind the fence, expected a language's name or nothing")
    return PASS


KIND = Kind(BlockParams, check)
