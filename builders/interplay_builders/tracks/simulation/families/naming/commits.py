"""A scribe for commit messages: type, scope and footers follow from the change, the words of the subject are free."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.commit import CommitParams, Footer
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

VERBS: Mapping[str, str] = MappingProxyType(
    {"revert": "undo", "feat": "add", "fix": "correct", "perf": "speed up", "docs": "document", "test": "cover",
     "chore": "tidy"}
)  # fmt: skip
LONGEST = 72
_FORM = PatternParams(
    pattern=r"[a-z]+(\([a-z]+\))?!?: [^\n]*[^\n.](\n\n(BREAKING CHANGE: [^\n]+(\n|$))?(Closes: #\d+(\n|$))*)?",
    means="a header without a full stop, then perhaps a blank line and footers, BREAKING CHANGE first",
)
_NOTHING = PatternParams(
    pattern=rf"(?i)^[^\n:]+: (?:{'|'.join(VERBS.values())}) nothing\b", means="a change", whole=False, absent=True
)


class ChangeText(Record, frozen=True):
    """What a change is. ``adapt`` is what others have to adapt, ``adapt_names`` what that must name."""

    type: str
    mentions: tuple[str, ...]
    subject: str
    scope: str = ""
    adapt: str = ""
    adapt_names: tuple[str, ...] = ()
    issues: tuple[int, ...] = ()


class Scribe:
    """Writes a message for each change; none depends on another."""

    def answer(self, change: ChangeText) -> Answer:
        """Return the message."""
        if not f"{change.subject} ".startswith(f"{VERBS[change.type]} "):
            raise RecordError(f"found the subject {change.subject!r}, expected it to begin with {VERBS[change.type]!r}")
        footers = tuple(_footers(change))
        scope = f"({change.scope})" if change.scope else ""
        header = f"{change.type}{scope}{'!' if change.adapt else ''}: {change.subject}"
        written = [f"BREAKING CHANGE: {change.adapt}"] if change.adapt else []
        written += [f"Closes: #{number}" for number in change.issues]
        params = CommitParams(
            type=change.type,
            scope=change.scope,
            is_breaking=bool(change.adapt),
            verb=VERBS[change.type],
            mentions=change.mentions,
            footers=footers,
        )
        return Answer("\n\n".join([header, *(["\n".join(written)] if written else [])]), _checks(params, change.issues))


def _footers(change: ChangeText) -> Iterator[Footer]:
    if change.adapt:
        yield Footer(token="BREAKING CHANGE", holds=change.adapt_names)  # noqa: S106  no secret
    yield from (Footer(token="Closes", value=f"#{number}") for number in change.issues)  # noqa: S106


def _checks(params: CommitParams, issues: Sequence[int]) -> tuple[Check, ...]:
    order = r"(?s).*" + "".join(rf"Closes: #{number}\b.*" for number in issues)
    return (
        content("commit", params),
        form("bare", BareParams()),
        form("pattern", _FORM),
        form(
            "pattern",
            PatternParams(
                pattern=rf".{{1,{LONGEST}}}(\n(?s:.*))?", means=f"a first line of {LONGEST} characters at most"
            ),
        ),
        form("pattern", PatternParams(pattern=order, means="issues in rising order")),
        form("pattern", _NOTHING),
    )
