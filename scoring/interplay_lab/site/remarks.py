"""What the table of all items says of a grade, noted while a submission is scored."""

from interplay.core.records import Record
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Observed, Verified


class Remark(Record, frozen=True, omit_defaults=True):
    """One graded prediction: why it has its score, and what was read.

    Each of ``moves`` is a decision of a match: the move that was played, then the words of the referee.
    """

    item_id: str
    trial: int
    reason: str = ""
    read: str = ""
    moves: tuple[tuple[str, ...], ...] = ()


def remark_of(grade: Grade) -> Remark:
    """Return what the table says of *grade*."""
    match, moves = grade.source, tuple[tuple[str, ...], ...]()
    read = getattr(grade.detail, "answer", None) or getattr(grade.detail, "action", None) or ""
    if isinstance(match, Verified):
        encode = catalogue.load(match.item.game).encode
        moves = tuple(
            ("" if turn.decision.forfeited else encode(turn.decision.action), *_words(turn)) for turn in match.decisions
        )
    text = read if isinstance(read, str) else ", ".join(read)
    return Remark(item_id=grade.item_id, trial=grade.trial, reason=grade.reason or "", read=text, moves=moves)


def _words(turn: Observed) -> list[str]:
    """Return what the referee said of a decision: each failure with its reason, then what followed."""
    decision = turn.decision
    words = [f"{reading.kind}: {reading.message}" for reading in decision.readings if reading.kind != "move"]
    return [*dict.fromkeys(words), *["forfeit"] * decision.forfeited, *["substituted"] * decision.substituted]
