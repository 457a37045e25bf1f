"""Grade a reply to a script with the checks that are stored with it."""

from msgspec import Struct

from interplay.core import replies
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks import Result
from interplay.tracks.simulation.records import Role, Script


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
    results = tuple(CheckResult(c.kind, c.role, checks.run(c, reply.text)) for c in script.checks)
    verdicts = (_all_pass(results, "content"), _all_pass(results, "constraint"), _all_pass(results, "format"))
    known = [verdict for verdict in verdicts if verdict is not None]
    return Graded(results, *verdicts, all(known) if known else None, reply.blocks)


def passes(script: Script, raw: str) -> bool:
    """Return whether a raw reply passes all checks of *script*, as ``strict`` says; no check follows one that fails."""
    text = replies.read(raw).text
    return bool(script.checks) and all(checks.run(check, text).verdict == "pass" for check in script.checks)


def _all_pass(results: tuple[CheckResult, ...], role: Role) -> bool | None:
    verdicts = [r.result.verdict for r in results if r.role == role]
    return all(verdict == "pass" for verdict in verdicts) if verdicts else None
