"""The reply is a regular expression (RE2 dialect) that takes these strings and refuses those.

``whole``: it must match a string as a whole, else somewhere in it. ``captures`` are pairs of a string and of what the
expression's first group finds in it. Expressions are compiled with 1 MB of memory and run in linear time.
"""

import re
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body

Subject = Annotated[str, Meta(max_length=300)]
_SPAN = re.compile(r"`([^`\n]+)`")
_MEMORY = 1 << 20


class RegexCasesParams(Params, frozen=True):
    """The strings that the reply is tried on. ``longest``: characters that the expression may have."""

    accepts: Annotated[tuple[Subject, ...], Meta(max_length=300)] = ()
    rejects: Annotated[tuple[Subject, ...], Meta(max_length=300)] = ()
    captures: Annotated[tuple[tuple[Subject, Subject], ...], Meta(max_length=300)] = ()
    whole: bool = True
    longest: Annotated[int, Meta(ge=1, le=400)] = 300
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        text = _expression(reply)
        problem = _tried(self, text)
        return _tried(self, text.strip()) if problem and text != text.strip() else problem


def _tried(params: RegexCasesParams, text: str) -> str:
    if not text:
        return "found an empty reply, expected a regular expression"
    if len(text) > params.longest:
        return f"found {len(text)} characters, expected an expression of at most {params.longest}"
    expression, problem = _compiled(text)
    if expression is None:
        return f"found {quoted(text)}, expected an expression that RE2 takes: {problem}"
    return _problem(params, expression)


def _problem(params: RegexCasesParams, expression: Any) -> str:
    """Return the first string on which the expression goes wrong, or nothing."""
    find = expression.fullmatch if params.whole else expression.search
    for text in params.accepts:
        if find(text) is None:
            return f"found no match in {quoted(text)}, expected one"
    for text in params.rejects:
        if find(text) is not None:
            return f"found a match in {quoted(text)}, expected none"
    for text, expected in params.captures:
        match = find(text)
        group = match[1] if match is not None and expression.groups else None
        if group != expected:
            return (
                f"found {group if group is None else quoted(group)} captured in {quoted(text)}, expected {expected!r}"
            )
    return ""


def _expression(reply: str) -> str:
    """Return the expression: the inside of the only block, or of the only code span, or all of the reply."""
    text = body(reply).strip("\r\n")
    spans = _SPAN.findall(text)
    return spans[0] if len(spans) == 1 else text


@lru_cache(maxsize=256)
def _compiled(text: str) -> tuple[Any, str]:
    import re2  # type: ignore[import-untyped]  # noqa: PLC0415  only this track needs it

    options = re2.Options()
    options.max_mem, options.log_errors = _MEMORY, False
    try:
        return re2.compile(text, options), ""
    except re2.error as error:
        first = error.args[0] if error.args else ""
        return None, first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first)
