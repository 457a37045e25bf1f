"""The reply is a commit message in the conventional form, with this type, scope, mark of a break, and these footers.

``verb`` is the subject's first word. ``mentions``: the subject holds each of these texts, compared without case.
Footers stand in any order; lines that are neither header nor footer are read over.
"""

import re
from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines

_HEADER = re.compile(r"^[*`]{0,3}([A-Za-z]{1,20})(?:\(([^()\n]{0,40})\))?(!)?:\s*(\S.{0,300})$")
_FOOTER = re.compile(r"^(BREAKING[ -]CHANGE|[A-Z][A-Za-z-]{1,30})(?:: *| +(?=#))(\S.{0,300})$")


class Footer(Record, frozen=True):
    """A footer: its token, and its ``value`` or, where the words are free, texts that it ``holds``, in any case."""

    token: str
    value: str = ""
    holds: tuple[str, ...] = ()


class CommitParams(Params, frozen=True):
    """The parts expected of a commit message. An empty ``scope`` asks for none."""

    type: str
    scope: str = ""
    is_breaking: bool = False
    verb: str = ""
    mentions: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    footers: tuple[Footer, ...] = ()

    def problem(self, reply: str) -> str:
        kept = lines(body(reply))
        headers = [(number, match) for number, line in enumerate(kept[:40]) if (match := _HEADER.match(line))]
        if not headers or headers[0][1][1][:1].isupper():  # none, or a footer
            return f"found {quoted(kept[0] if kept else '')}, expected a header such as fix(scope): subject"
        number, header = headers[0]
        footers = [match for line in kept[number + 1 : 60] if (match := _FOOTER.match(line))]
        return _of_header(self, header) or _of_footers(self, footers)


def _of_header(params: CommitParams, header: "re.Match[str]") -> str:
    kind, scope, subject = header[1].lower(), (header[2] or "").strip(), header[4].strip("*` ")
    if kind != params.type:
        return f"found the type {kind!r}, expected {params.type!r}"
    if scope.casefold() != params.scope.casefold():
        return f"found the scope {scope!r}, expected {params.scope or 'no scope'!r}"
    if (header[3] is not None) != params.is_breaking:
        return (
            f"found {'an' if header[3] else 'no'} exclamation mark, expected {'one' if params.is_breaking else 'none'}"
        )
    if params.verb and not f"{subject} ".casefold().startswith(f"{params.verb} ".casefold()):
        return f"found the subject {quoted(subject)}, expected it to begin with {params.verb!r}"
    missing = [text for text in params.mentions if text.casefold() not in subject.casefold()]
    return f"found the subject {quoted(subject)}, expected {missing[0]!r} in it" if missing else ""


def _of_footers(params: CommitParams, footers: list["re.Match[str]"]) -> str:
    left = [(match[1].replace("G-", "G ").casefold(), match[2].strip("*` ")) for match in footers]
    for footer in params.footers:
        token = footer.token.replace("G-", "G ").casefold()
        match = next((pair for pair in left if pair[0] == token and _fits(footer, pair[1])), None)
        if match is None:
            return f"found no footer {footer.token} with {footer.value or ' and '.join(footer.holds)}, expected it"
        left.remove(match)
    return f"found the footer {quoted(': '.join(left[0]))}, expected no such footer" if left else ""


def _fits(footer: Footer, value: str) -> bool:
    plain = value.casefold()
    return all(text.casefold() in plain for text in footer.holds) and footer.value.casefold() in ("", plain)
