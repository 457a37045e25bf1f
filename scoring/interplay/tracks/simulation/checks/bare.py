"""The reply is plain text: no fenced block, at most so many lines and characters, no forbidden phrases.

Nor does it begin or end with what an assistant says about its answer ("Sure, here it is:", "Let me know ...").
"""

from collections.abc import Iterator

from interplay.core.packaged import patterns
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import collapsed, is_tag, lines, parts, undashed

PHRASES = patterns(__package__, "bare.toml")


class BareParams(Params, frozen=True):
    """Limits of a plain reply; 0 means no limit. ``may_fence``: a fenced block is allowed, and read as its inside.

    ``may_talk``: the reply may be introduced and followed by words about it.
    """

    most_lines: int = 0
    most_characters: int = 0
    most_words: int = 0
    least_words: int = 0
    forbidden: tuple[str, ...] = ()
    may_fence: bool = False
    may_talk: bool = False

    def problem(self, reply: str) -> str:
        pieces = parts(reply)
        if pieces.blocks and not self.may_fence:
            return "found a code block, expected plain text"
        if hidden := next((block.language for block in pieces.blocks if not is_tag(block.language)), ""):
            return f"found {quoted(hidden)} behind the fence, expected a language's name or nothing"
        text = (
            reply
            if not pieces.blocks
            else "\n".join((pieces.before, pieces.after, *(block.text for block in pieces.blocks)))
        )
        if not text.strip():
            return "found an empty reply, expected text"
        return next(_problems(self, text), "")


def _problems(params: BareParams, text: str) -> Iterator[str]:
    kept, words = tuple(line for line in lines(text) if line), len(undashed(text).split())
    ends = ((PHRASES["opening"], kept[0].strip()[:400]), (PHRASES["closing"], kept[-1].strip()[:400]))
    if not params.may_talk and (talk := next((line for form, line in ends if form.match(line)), "")):
        yield f"found {quoted(talk)}, expected the answer without a word about it"
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
