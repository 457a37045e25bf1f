"""The reply has exactly one fenced block, and nothing around it unless talk is allowed.

A language tag is allowed, or must be a named one: one word such as ``python`` or ``c++``. What else stands behind a
fence is text that a page does not show.
"""

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import is_tag, parts


class FencedParams(Params, frozen=True):
    """The language tags that the block may have, and whether there may be ``talk`` around it.

    Without ``languages`` any tag, or none, is fine.
    """

    languages: tuple[str, ...] = ()
    talk: bool = False

    def problem(self, reply: str) -> str:
        pieces = parts(reply)
        if len(pieces.blocks) != 1:
            return f"found {len(pieces.blocks)} code blocks, expected exactly one"
        if pieces.is_open:
            return "found a code block that is not closed, expected a closing fence"
        if (outside := pieces.before or pieces.after) and not self.talk:
            return f"found {quoted(outside)} outside the code block, expected nothing"
        language = pieces.blocks[0].language
        if not is_tag(language):
            return f"found {quoted(language)} behind the fence, expected a language's name or nothing"
        if self.languages and language not in self.languages:
            return f"found the language {quoted(language)}, expected {' or '.join(self.languages)}"
        return ""
