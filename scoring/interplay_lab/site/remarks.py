"""What the table of all items says of a grade, noted while a submission is scored."""

import zlib

from interplay.core.records import Record
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.referee import settled
from interplay.tracks.games.verdicts import Observed, Verified
from interplay_lab.site.drawing import board_of
from interplay_lab.site.results import worth_of


class Remark(Record, frozen=True, omit_defaults=True):
    """One graded prediction: why it has its score, and what was read.

    Each of ``moves`` is a decision of a match: the move that was played, then the words of the referee. ``board`` is
    the compressed picture of its last board. ``worth`` is how the score of a match is made, in sentences.
    """

    item_id: str
    trial: int
    reason: str = ""
    read: str = ""
    moves: tuple[tuple[str, ...], ...] = ()
    board: bytes = b""
    worth: str = ""


def remark_of(grade: Grade, *, drawn: bool = True) -> Remark:
    """Return what the table says of *grade*, with the last board of a match if it is to be *drawn*."""
    match, moves, board, worth = grade.source, tuple[tuple[str, ...], ...](), b"", ""
    read = getattr(grade.detail, "answer", None) or getattr(grade.detail, "action", None) or ""
    if isinstance(match, Verified):
        game = catalogue.load(match.item.game)
        encode, worth = game.encode, worth_of(match, grade.values["score"], game)
        moves = tuple(
            ("" if turn.decision.forfeited else encode(turn.decision.action), *_words(turn)) for turn in match.decisions
        )
        board = _last_board(match) if drawn and match.decisions else b""
    text = read if isinstance(read, str) else ", ".join(read)
    return Remark(grade.item_id, grade.trial, grade.reason or "", text, moves, board, worth)


def _last_board(match: Verified) -> bytes:
    game, first, end = match.item.game, match.decisions[0], match.decisions[-1]
    last = {turn.seat: turn.decision for turn in match.decisions if turn.round == end.round}
    state, _ = settled(catalogue.load(game), end.state, last)
    return zlib.compress(board_of(game, first.state, state, end).encode())


def _words(turn: Observed) -> list[str]:
    """Return what the referee said of a decision: each failure with its reason, then what followed."""
    decision = turn.decision
    words = [f"{reading.kind}: {reading.message}" for reading in decision.readings if reading.kind != "move"]
    return [*dict.fromkeys(words), *["forfeit"] * decision.forfeited, *["substituted"] * decision.substituted]
