"""The reply is plain text: no fenced block, at most so many lines and characters, no forbidden phrases.

Nor does it begin or end with what an assistant says about its answer ("Sure, here it is:", "Let me know ...").
"""

import re
from collections.abc import Iterator

from interplay.tracks.simulation.checks.base import Kind, Params, quoted
from interplay.tracks.simulation.checks.reading import collapsed, is_tag, lines, parts, undashed

_YES = r"(?:(?:sure(?: thing)?|certainly|of course|absolutely|gladly|okay|understood)\b[!,.:; -]*){1,3}"
_REPLY = (
    r"(?:answer|reply|result|output|report|list|table|text|version|entry|lines?|board|page|card|slip|plan|log|story"
    r"|dispatch|ledger|letter|issue|sheet|message|translation|prompts?|titles?|drawing|url|schedule|set)"
)
_OPENING = re.compile(
    rf"{_YES}$"
    rf"|{_YES}(?:(?:here|this is|below)\b.{{0,80}}[:!]|(?:i(?:['’]| )(?:ll|will|have|ve|can)|let me)\b.{{0,80}}[:.!])$"
    rf"|(?:{_YES})?(?:here(?:['’]s| is| are)|below (?:is|are)|the following is)\b"
    rf".{{0,40}}\b{_REPLY}\b.{{0,40}}(?:[:!]|\.?$)"
    r"|(?:here (?:you go|it is)|here(?:['’]s| is| are)\b.{0,80}:$)",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"(?:please )?(?:let me know (?:if|when|whether|what|should)\b|feel free to\b)|i hope (?:this|that|you)\b"
    r"|hope this helps|(?:would you like|do you want|shall i|should i)\b.*\?$|(?:is there|if there is) anything else\b"
    r"|if you (?:need|want|would like|['’]d like|have)\b.{0,60}\b(?:let me know|just (?:ask|say|tell))",
    re.IGNORECASE,
)


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


def check(params: BareParams, reply: str) -> str:
    """Look at fences, size and phrases; blank lines do not count."""
    pieces = parts(reply)
    if pieces.blocks and not params.may_fence:
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
    return next(_problems(params, text), "")


def _problems(params: BareParams, text: str) -> Iterator[str]:
    kept, words = tuple(line for line in lines(text) if line), len(undashed(text).split())
    ends = ((_OPENING, kept[0].strip()[:400]), (CLOSING, kept[-1].strip()[:400]))
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


KIND = Kind(BareParams, check)
