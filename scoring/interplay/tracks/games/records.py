"""Records of the games track: items as published, matches as submitted."""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.records import Extension, Name, Record, TrialNumber, Usage

Seat = Annotated[int, Meta(ge=0, le=63)]
MoveText = Annotated[str, Meta(max_length=20_000)]


class Draw(Record, frozen=True):
    """The outcomes of one kind of chance, already drawn: a deck's order, private values, tie-breakers."""

    name: Name
    values: tuple[int, ...]


class Words(Record, frozen=True):
    """Texts that were drawn, such as secret words."""

    name: Name
    values: tuple[str, ...]


class Option(Record, frozen=True):
    """A parameter of the rules, such as the number of opening plies."""

    name: Name
    value: int


class Setup(Record, frozen=True):
    """Frozen start of a game; replaying it draws nothing. ``seed`` names the streams of bots and substitutes."""

    game: Name
    version: int
    seed: str
    profile: Literal["strict", "compat"] = "strict"
    options: tuple[Option, ...] = ()
    draws: tuple[Draw, ...] = ()
    words: tuple[Words, ...] = ()

    @property
    def identity(self) -> tuple[str, tuple[Draw, ...], tuple[Words, ...]]:
        """What is decided before the first move, whatever the rules' options; not the seed, which names streams."""
        return self.game, self.draws, self.words

    def option(self, name: str, default: int = 0) -> int:
        """Return the value of an option."""
        return next((o.value for o in self.options if o.name == name), default)

    def drawn(self, name: str) -> tuple[int, ...]:
        """Return the drawn values called *name*; raise ``ValueError`` when the setup lacks them."""
        for draw in self.draws:
            if draw.name == name:
                return draw.values
        raise ValueError(f"a setup of {self.game} needs the draw {name!r}")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the drawn texts called *name*; raise ``ValueError`` when the setup lacks them."""
        for words in self.words:
            if words.name == name:
                return words.values
        raise ValueError(f"a setup of {self.game} needs the words {name!r}")


class Policy(Record, frozen=True):
    """What the referee does about replies that are not moves.

    ``attempts``: replies to one decision before it is taken from the player. ``illegal``: whether a well-formed move
    that the rules forbid forfeits the game or is another failed attempt. ``exhausted``: what follows the last failed
    attempt: a substitute drawn from the game's fallback moves, or forfeit. ``explanations``: how often a player may
    ask for an explanation at one decision; these requests are not attempts.
    """

    attempts: Annotated[int, Meta(ge=1, le=10)] = 3
    illegal: Literal["forfeit", "retry"] = "forfeit"
    exhausted: Literal["substitute", "forfeit"] = "substitute"
    explanations: Annotated[int, Meta(ge=0, le=5)] = 0


class Scale(Record, frozen=True):
    """The results in a game's unit that score 0 and 100: the means of the best uninformed baseline and the strong bot.

    They are the means over all items of the same split, game and side.
    """

    unit: Name
    zero: float
    hundred: float


class Item(Record, frozen=True):
    """One match to be played: who sits where, and everything that chance decided.

    ``players`` has one entry a seat: ``system`` for the system under test (which may hold several seats, as copies
    that do not know of each other), or a bot such as ``bot:random@1``. Items with the same ``pair`` share their setup
    with the sides exchanged; ``side`` names the one that the system plays. A match without a ``scale`` has no score:
    where it is played against another system, or by a side whose bots do not differ. ``edge`` is the log-odds by
    which the system's side is ahead between equal players, known from self-play of the bots.
    """

    canary: str
    item_id: Name
    split: Name
    game: Name
    suite: Name
    categories: tuple[str, ...]
    labels: tuple[str, ...]
    pair: Name
    side: Name
    players: tuple[Name, ...]
    policy: Policy
    setup: Setup
    scale: Scale | None = None
    edge: float = 0.0


class Move(Record, frozen=True, omit_defaults=True, gc=False):
    """What one seat sent in a round: failed attempts and requests for explanations, then the reply that counted.

    ``substitute`` is the encoded move that the referee played instead, when every attempt failed. ``cut`` numbers the
    replies, from 0 and with ``text`` last, that their server ended at the limit of tokens. ``workings`` are what a
    scaffold had the model write before these replies and what a server sent separately as reasoning, and ``usage`` is
    what all of them cost; neither is scored.
    """

    seat: Seat
    text: MoveText
    attempts: Annotated[tuple[MoveText, ...], Meta(max_length=10)] = ()
    substitute: Annotated[str, Meta(min_length=1, max_length=1_000)] | None = None
    cut: Annotated[tuple[Annotated[int, Meta(ge=0, le=10)], ...], Meta(max_length=11)] = ()
    workings: Annotated[tuple[MoveText, ...], Meta(max_length=1_000)] = ()
    usage: Usage | None = None


class Claimed(Record, frozen=True, omit_defaults=True):
    """The outcome that a submission claims. It is compared with the replay and never trusted."""

    reason: Annotated[str, Meta(max_length=200)] = ""
    returns: Annotated[tuple[float, ...], Meta(max_length=64)] = ()


class Prediction(Record, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """A whole match: one inner list of moves for each round, several moves where they are simultaneous."""

    item_id: Name
    trial: TrialNumber = 0
    players: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    rounds: Annotated[tuple[tuple[Move, ...], ...], Meta(max_length=10_000)] = ()
    claimed: Claimed | None = None
    error: Annotated[str, Meta(min_length=1, max_length=2_000)] | None = None
    usage: Usage | None = None
    x: Extension = {}
