"""The reply is plain text: no fenced block, at most so many lines and characters, no forbidden phrases."""

from collections.abc import Iterator

from interplay.tracks.simulation.checks.base import PASS, Kind, Params, Result, failed, quoted
from interplay.tracks.simulation.checks.reading import collapsed, lines, parts


class BareParams(Params, frozen=True):
    """Limits of a plain reply; 0 means no limit. ``may_fence``: a fenced block is allowed, and read as its inside."""

    most_lines: int = 0
    most_characters: int = 0
    most_words: int = 0
    least_words: int = 0
    forbidden: tuple[str, ...] = ()
    may_fence: bool = False


def check(params: BareParams, reply: str) -> Result:
    """Look at fences, size and phrases; blank lines inside count, those at the ends do not."""
    found = parts(reply)
    if found.blocks and not params.may_fence:
        return failed("found a code block, expected plain text")
    text = reply if not found.blocks else "\n".join((found.outside, *(block.text for block in found.blocks)))
    if not text.strip():
        return failed("found an empty reply, expected text")
    problem = next(_problems(params, text), None)
    return PASS if problem is None else failed(problem)


def _problems(params: BareParams, text: str) -> Iterator[str]:
    kept, words = lines(text), len(text.split())
    characters = len("\n".join(kept))
    if 0 < params.most_lines < len(kept):
        yield f"found {len(kept)} lines, expected at most {params.most_lines}"
    if 0 < params.most_characters < characters:
        yield f"found {characters} characters, expected at most {params.most_characters}"
    if 0 < params.most_words < words:
        yield f"found {words} words, expected at most {params.most_words}"
    if words < params.least_words:
        yield f"found {words} words, expected at least {params.least_words}"
    plain = collapsed(text).casefold()
    yield from (
        f"found {quoted(phrase)}, expected a reply without it"
        for phrase in params.forbidden
        if phrase.casefold() in plain
    )


KIND = Kind(BareParams, check)
