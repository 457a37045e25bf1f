"""What the table of all items says of a grade, which is taken on the way through scoring."""

from collections.abc import Iterator

from interplay.core.records import Record
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Observed, Outcome, Verified
from interplay_lab.site.texts import cut

LONGEST = 2_000
"""Most characters of a reply, or of a reason, in the data of a table."""


class Move(Record, frozen=True, omit_defaults=True):
    """A decision of a match: the move, what the referee said, and the system's replies where they are not just it."""

    seat: int
    played: str
    words: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()


class Seen(Record, frozen=True, omit_defaults=True):
    """One graded prediction: why it scored, what was read in the reply; of a match also how it ended and its moves."""

    item_id: str
    trial: int
    reason: str = ""
    read: str = ""
    outcome: Outcome | None = None
    moves: tuple[Move, ...] = ()


def seen(grade: Grade) -> Seen:
    """Return what the table says of *grade*."""
    reason, match, detail = cut(grade.reason or "", LONGEST), grade.source, grade.detail
    if not isinstance(match, Verified):
        read = getattr(detail, "answer", None) or getattr(detail, "action", None) or ""
        text = ", ".join(read) if isinstance(read, tuple) else str(read)
        return Seen(item_id=grade.item_id, trial=grade.trial, reason=reason, read=cut(text, LONGEST))
    outcome, moves = match.verdict.outcome, tuple(_moves(match))
    return Seen(item_id=grade.item_id, trial=grade.trial, reason=reason, outcome=outcome, moves=moves)


def _moves(match: Verified) -> Iterator[Move]:
    game = catalogue.load(match.item.game)
    for turn in match.decisions:
        decision = turn.decision
        played = "" if decision.forfeited else game.encode(decision.action)
        texts = turn.replies if turn.seat in match.seats and turn.replies != (played,) else ()
        replies = tuple(cut(text, LONGEST) for text in texts)
        yield Move(seat=turn.seat, played=cut(played, LONGEST), words=tuple(_words(turn)), replies=replies)


def _words(turn: Observed) -> Iterator[str]:
    """Yield what the referee said of a decision: each failure with its reason, then what followed."""
    yield from dict.fromkeys(f"{r.kind}: {cut(r.message, LONGEST)}" for r in turn.decision.readings if r.kind != "move")
    if turn.decision.forfeited:
        yield "forfeit"
    if turn.decision.substituted:
        yield "substituted"
