"""A scribe for commit messages: type, scope, subject and footers all follow from the change."""

import re
from collections.abc import Iterator, Mapping

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.commit import CommitParams, Footer
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

VERBS: Mapping[str, str] = {
    "revert": "undo", "feat": "add", "fix": "correct", "perf": "speed up", "docs": "document", "test": "cover",
    "chore": "tidy"
}  # fmt: skip
_FORM = PatternParams(
    pattern=r"[a-z]+(\([a-z]+\))?!?: [^\n]*[^\n.](\n\n(BREAKING CHANGE: [^\n]+(\n|$))?(Closes: #\d+(\n|$))*)?",
    means="a header without a full stop, then perhaps a blank line and footers, BREAKING CHANGE first",
)


class ChangeText(Record, frozen=True):
    """What a change is: ``thing`` is what was changed, ``adapt`` what others have to do because of it."""

    type: str
    thing: str
    scope: str = ""
    adapt: str = ""
    issues: tuple[int, ...] = ()


class Scribe:
    """Writes a message for each change; none depends on another."""

    def answer(self, change: ChangeText) -> Answer:
        """Return the message; raise ``RecordError`` for a type that is none."""
        if change.type not in VERBS:
            raise RecordError(f"found the type {change.type!r}, expected one of {', '.join(VERBS)}")
        scope = f"({change.scope})" if change.scope else ""
        header = f"{change.type}{scope}{'!' if change.adapt else ''}: {VERBS[change.type]} {change.thing}"
        written = [f"BREAKING CHANGE: {change.adapt}"] if change.adapt else []
        written += [f"Closes: #{number}" for number in change.issues]
        params = CommitParams(
            type=change.type,
            scope=change.scope,
            is_breaking=bool(change.adapt),
            verb=VERBS[change.type],
            mentions=(change.thing,),
            footers=tuple(_footers(change)),
        )
        text = "\n\n".join([header, *(["\n".join(written)] if written else [])])
        return Answer(text, _checks(params, change))


def _footers(change: ChangeText) -> Iterator[Footer]:
    if change.adapt:
        yield Footer(token="BREAKING CHANGE", value=change.adapt)  # noqa: S106  no secret
    yield from (Footer(token="Closes", value=f"#{number}") for number in change.issues)  # noqa: S106


def _checks(params: CommitParams, change: ChangeText) -> tuple[Check, ...]:
    order = r"(?s).*" + "".join(rf"Closes: #{number}\b.*" for number in change.issues)
    subject = rf"(?i)^[^\n:]+: {params.verb} (?:the )?{re.escape(change.thing)}\s*(?:\n|$)"
    return (
        content("commit", params),
        form("bare", BareParams()),
        form("pattern", _FORM),
        content("pattern", PatternParams(pattern=subject, means=f"{params.verb} {change.thing}", whole=False)),
        form("pattern", PatternParams(pattern=order, means="issues in rising order")),
    )
