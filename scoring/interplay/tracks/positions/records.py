"""Records of the positions track."""

from typing import Literal

from interplay.core.records import Message, Name, Record
from interplay.tracks.games.records import Setup
from interplay.tracks.single_turn import Answer

Split = Literal["hard", "easy", "deep"]


class ActionValue(Record, frozen=True, gc=False):
    """What a legal action is worth to the player to move, in the game's own unit; higher is better."""

    action: Name
    value: float


class Position(Record, frozen=True):
    """One decision point.

    The state is reached by ``played``, the encoded moves of each round in seat order, from ``setup``. ``messages`` are
    what a model is shown. ``values`` has every legal action, in the order of ``Game.legal``. ``penalty`` is the regret
    of a reply without a legal move, that of the worst one. ``blind`` is the regret at which the score is 0: that of
    simple rules that see only the list of legal moves; 0 where the best of them plays perfectly, so that the position
    has no score. ``method`` says how the values were computed and what they assume.

    ``split`` is ``hard``, which headlines are about, ``easy`` where a rule or a look at the board is enough, or
    ``deep`` where looking two plies ahead is no better than chance.
    ``kind`` is what is asked, of one game only. ``cluster`` names what dependent positions share, such as a deal; it
    is empty for an independent position.
    """

    canary: str
    item_id: Name
    split: Split
    game: Name
    kind: Name
    tags: tuple[str, ...]
    seat: int
    setup: Setup
    played: tuple[tuple[str, ...], ...]
    messages: tuple[Message, ...]
    values: tuple[ActionValue, ...]
    penalty: float
    method: str
    blind: float = 0.0
    cluster: str = ""


class Prediction(Answer, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """The raw reply to one position, or ``null`` with the reason in ``error``."""
