"""What the table of all items says of a grade, which is taken on the way through scoring."""

from collections.abc import Iterator

from interplay.core.records import Record
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Observed, Verified
from interplay_lab.site.texts import cut
from interplay_lab.site.views.results import got

LONGEST = 2_000
"""Most characters of a reply, or of a reason, in the data of a table."""


class Move(Record, frozen=True, omit_defaults=True):
    """A decision of a match: the move played, what the referee said, and the system's replies if they are more than it."""

    seat: int
    played: str
    words: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()


class Seen(Record, frozen=True, omit_defaults=True):
    """One graded prediction: why it scored, what was read in the reply; of a match also its result and its moves.

    ``outcome`` is ``won``, ``drawn`` or ``lost``, empty for what is not won or lost.
    """

    item_id: str
    trial: int
    reason: str = ""
    read: str = ""
    result: str = ""
    outcome: str = ""
    moves: tuple[Move, ...] = ()


def seen(grade: Grade) -> Seen:
    """Return what the table says of *grade*."""
    reason, match, detail = cut(grade.reason or "", LONGEST), grade.source, grade.detail
    if not isinstance(match, Verified):
        read = getattr(detail, "answer", None) or getattr(detail, "action", None) or ""
        text = ", ".join(read) if isinstance(read, tuple) else str(read)
        return Seen(item_id=grade.item_id, trial=grade.trial, reason=reason, read=cut(text, LONGEST))
    result, outcome = _result(match)
    moves = tuple(_moves(match))
    return Seen(item_id=grade.item_id, trial=grade.trial, reason=reason, result=result, outcome=outcome, moves=moves)


def _result(match: Verified) -> tuple[str, str]:
    """Return what the system got in a match, and whether it won, where matches of the game are won."""
    game, outcome = catalogue.load(match.item.game), match.verdict.outcome
    points, seat = outcome.points, match.seats[0]
    result = got(game, outcome, seat)
    if not game.rated or len(match.seats) == len(points):
        return result, ""
    if max(points) == min(points):
        return result, "drawn"
    return result, "won" if points[seat] == max(points) else "lost"


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
