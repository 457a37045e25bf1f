"""Grade a reply to a script with the checks that are stored with it."""

from collections.abc import Iterator

from msgspec import Struct

from interplay.core import replies
from interplay.tracks.simulation import checks, talk
from interplay.tracks.simulation.checks import Result
from interplay.tracks.simulation.records import Complaint, Role, Script


class CheckResult(Struct, frozen=True):
    """What one check of an item found."""

    kind: str
    role: Role
    result: Result


class Graded(Struct, frozen=True):
    """What all checks found. Each verdict is ``None`` where no check of its role applies; ``strict`` is all of them.

    ``blocks`` of reasoning were before the reply.
    """

    results: tuple[CheckResult, ...]
    content: bool | None
    constraint: bool | None
    format: bool | None
    strict: bool | None
    blocks: int = 0


def grade(script: Script, raw: str) -> Graded:
    """Return what the checks of *script* say of a raw reply, without reasoning in front of it; never raises."""
    reply = replies.read(raw)
    results = tuple(_results(script, reply.text))
    verdicts = (_all_pass(results, "content"), _all_pass(results, "constraint"), _all_pass(results, "format"))
    known = [verdict for verdict in verdicts if verdict is not None]
    return Graded(results, *verdicts, all(known) if known else None, reply.blocks)


def passes(script: Script, raw: str) -> bool:
    """Return whether a raw reply passes all checks of *script*, as ``strict`` says; no check follows one that fails."""
    text = replies.read(raw).text
    return bool(script.checks) and all(r.result.verdict == "pass" for r in _results(script, text))


def is_wrong_side(complaint: Complaint, raw: str) -> bool:
    """Return whether a raw reply says what it would if a false complaint were true, or a true one false."""
    text = replies.visible(raw)
    return all(checks.run(check, text).verdict == "pass" for check in complaint.checks)


def _results(script: Script, reply: str) -> Iterator[CheckResult]:
    """Yield what each check says of the answer and, where a program decides, what talk around it does to a reply."""
    is_closed = script.decided_by == "program" and len(reply) <= checks.MAX_REPLY
    shape = talk.form(script.reference, script.checks) if is_closed else None
    pieces = talk.split(shape, reply) if shape else None
    front, answer = ("\n".join(pieces.front), pieces.answer) if shape and pieces and shape.may_think else ("", reply)
    plain, whole = (talk.without_dress(text, script.reference) for text in (answer, reply))
    texts = {"thoughts": front, "bare": whole}
    for check in script.checks:
        text = texts.get(check.kind, answer if checks.load(check.kind).literal else plain)
        yield CheckResult(check.kind, check.role, checks.run(check, text))
    if pieces and shape:
        problem = talk.problem(script, shape, pieces)
        yield CheckResult("talk", "format", checks.Result("fail" if problem else "pass", problem))


def _all_pass(results: tuple[CheckResult, ...], role: Role) -> bool | None:
    verdicts = [r.result.verdict for r in results if r.role == role]
    return all(verdict == "pass" for verdict in verdicts) if verdicts else None
