"""Items to train on, none of them of the release, and episodes as single decisions with rewards (note 0106)."""

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.driver import SYSTEM, Ask, Choosing, Done, Option, advance, begin
from interplay.core.errors import DatasetError, InterplayError, UnknownName
from interplay.core.records import Manifest
from interplay.core.release import commitment, open_release
from interplay.systems.chat import Answer, messages_of, reply_of
from interplay.tracks import catalogue
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.base import STRENGTHS, Open, policy_of
from interplay.tracks.games.bots import opponents_of
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import answer, read
from interplay.tracks.games.records import Item, Setup
from interplay.tracks.games.verdicts import Decision, Observed

PREFIX: Final = "interplay-train-1"  # which no seed of a release or of a held-back split begins with
ATTEMPTS: Final = 40  # how often a match is dealt while it begins as a released one does
SELF: Final = "self"  # the opponent of matches in which every seat is asked
BY_REGRET: Final = frozenset({"bid", "positions", "tictactoe"})
"""The games, and the track, in which every decision has exact values: their default goal is ``regret``."""
Goal = Literal["regret", "worth"]


def match(game: str, seed: int, *, opponent: str = "competent", options: Mapping[str, int] | None = None) -> Item:
    """Return the training match of a game with the number *seed*, the same everywhere; the sides take turns.

    Where anything is drawn, no released match begins alike. *opponent* is the strength of the bots at the other seats
    (``random``, ``competent``, ``strong``), or ``self``; *options* are those of the rules. Raises ``UnknownName``,
    ``ValueError`` for another seed or option, and ``DatasetError`` where every attempt deals a released match.
    """
    _check(seed)
    if opponent not in {*STRENGTHS, SELF}:
        raise UnknownName(f"unknown opponent {opponent!r}; expected {', '.join(STRENGTHS)} or {SELF}")
    rules, setup = games.load(game), _dealt(game, seed, options or {})
    sides = rules.sides(setup)
    side, seats = sides[seed % len(sides)]
    players = (SYSTEM,) * rules.seats
    if opponent != SELF:
        bots = opponents_of(game, opponent)
        bot = bots[seed // len(sides) % len(bots)]
        players = tuple(SYSTEM if n in seats else f"bot:{bot.name}@{bot.version}" for n in range(rules.seats))
    return Item(
        canary="", item_id=f"train/{game}/{seed}/{opponent}", split="train", game=game, suite=rules.suite,
        categories=rules.categories, labels=rules.labels, pair=str(seed), side=side, players=players,
        policy=policy_of(rules, setup.profile), setup=setup,
    )  # fmt: skip


def _check(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"found the seed {seed!r}, expected a whole number from 0: other seeds are not for training")


def _dealt(game: str, seed: int, options: Mapping[str, int]) -> Setup:
    """Return the first setup of a seed that no released match has; the only one where nothing is drawn."""
    for attempt in range(ATTEMPTS):
        setup = games.load(game).deal(f"{PREFIX}/{seed}/{attempt}", options, "strict")
        if not any(setup.identity[1:]) or setup.identity not in _released():
            return setup
    raise DatasetError(f"every match of {game} that seed {seed} deals is in the release; take another seed")


@lru_cache(maxsize=1)
def _released() -> frozenset[Hashable]:
    return frozenset(row.setup.identity for row in open_release().rows("games", Item))


def episodes(
    game: str = "", *, track: str = "", folder: str = "", opponent: str = "competent", options: Any = None
) -> Callable[[int], Any]:
    """Return the function from a training seed to its item: a match of *game*, or an item of *track* in *folder*.

    *folder* is a dataset that ``interplay-build draw --seed`` made; its items are taken in order, over and over. Raises
    ``DatasetError`` for one with the seed of a release or its sealed seed, or with any released item.
    """
    if bool(game) == bool(track or folder) or bool(track) != bool(folder):
        raise UnknownName("expected either game=, or track= and folder=, a dataset that interplay-build draw made")
    if game:
        return lambda seed: match(game, seed, opponent=opponent, options=options)
    drawn, released, loaded = open_release(folder), open_release(), catalogue.load(track)
    if is_evaluation(drawn.manifest, released.manifest):
        raise DatasetError(f"{folder} is for evaluation: it has the seed of a release, or its sealed one")
    known = {canonical.visible(row) for row in loaded.items(released)}
    items = list(loaded.items(drawn))
    if shared := [item.item_id for item in items if canonical.visible(item) in known]:
        raise DatasetError(f"{folder} has {len(shared)} released items, such as {shared[0]}; draw with another seed")
    if not items:
        raise DatasetError(f"{folder} has no items of {track}")

    def item_of(seed: int) -> Any:
        _check(seed)
        return items[seed % len(items)]

    return item_of


def is_evaluation(drawn: Manifest, released: Manifest) -> bool:
    """Return whether a dataset was made from the seed of a release, or from the seed that the release has sealed."""
    return drawn.seed == released.seed or released.sealed == commitment(released.name, released.release, drawn.seed)


class Episode:
    """One item, decision by decision: ``messages`` is the prompt of each, ``reply`` takes what the model sent.

    ``reply`` returns the reward. With the goal ``regret`` it is minus what the reply loses beside the best move, 0 if
    no exact values are known; a reply that is no move loses what the worst move does. With ``worth`` it is 0 until the
    last reply, which has the result: what the match is worth in the game's own unit, in other tracks the score.
    """

    def __init__(self, item: object, goal: Goal | None = None) -> None:
        self.track, self.item = catalogue.item_of(item)
        name = self.item.game if isinstance(self.item, Item) else self.track.name
        self.goal: Goal = goal or ("regret" if name in BY_REGRET else "worth")
        if self.goal == "regret" and name not in {*games.VALUES.names(), "positions"}:
            raise UnknownName(f"{name} has no exact values of moves; expected the goal worth")
        self._steps = self.track.episode(self.item, 0)
        self._step: Ask | Done[Any] = begin(self._steps)

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return isinstance(self._step, Done)

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        if isinstance(self._step, Done):
            raise InterplayError("this episode is over, or has not begun: call reset")
        return self._step

    @property
    def messages(self) -> list[dict[str, str]]:
        """All and only what a model is shown now; nothing at the end."""
        return [] if self.done else messages_of(self.ask)

    def options(self) -> tuple[Option, ...]:
        """Return what may be replied, in canonical order; where texts are free, the moves that need none."""
        at = self.ask.situation
        if isinstance(at, Situation) and isinstance(at.game.legal(at.state, at.seat), Open):
            moves = at.game.fallback(at.state, at.seat)
            return tuple(Option(at.game.encode(move), at.game.write(at.state, at.seat, move)) for move in moves)
        return at.options() if isinstance(at, Choosing) else ()

    def reply(self, reply: Answer) -> float:
        """Take the reply to the decision, and return its reward."""
        sent, at = reply_of(reply), self.ask.situation
        by_regret = self.goal == "regret" and isinstance(at, Situation)
        lost = regret(at, sent.text) if by_regret else None
        self._step = advance(self._steps, sent)
        return self.result if self.done and not by_regret else 0.0 - (lost or 0.0)

    @cached_property
    def grade(self) -> Grade:
        """The grade of the finished episode, as ``interplay score`` gives it."""
        if not isinstance(self._step, Done):
            raise InterplayError("this episode is not over")
        return self.track.trusting_grader(self.item)(self._step.prediction)

    @property
    def result(self) -> float:
        """The reward of the whole episode; 0 where the track leaves it undefined."""
        if self.track.name == "positions" and self.goal == "regret":
            return 0.0 - (self.grade.values["regret"] or 0.0)
        names = ("worth", self.track.headline.name, "score", "passed")
        return next((value for name in names if (value := self.grade.values.get(name)) is not None), 0.0)

    def worths(self) -> dict[int, float]:
        """Return what the finished match is worth to each seat; seats of a side share it."""
        played: Any = self.grade.source
        game = games.load(self.item.game)
        sides = {seat: seats for _, seats in game.sides(self.item.setup) for seat in seats}
        return {n: game.worth(replace(played, seats=sides.get(n, (n,)))) for n in range(game.seats)}


def regret(at: Any, text: str) -> float | None:
    """Return what a reply in a ``Situation`` loses beside the best move, ``None`` where that is not known exactly."""
    values = games.values_of(at.game.name)
    reading = read(at.game, at.state, at.seat, [answer(at.item.setup, text).text], at.item.policy)[0]
    decision = Decision(reading.action, (reading,), substituted=False, forfeited=False)
    known = values.of([Observed(at.state, at.round, at.seat, decision, (text,))])[0] if values else None
    if not known or len(known) < len(at.game.legal(at.state, at.seat)) or reading.kind == "explained":
        return None  # of some moves alone, it is not known what the worst one loses
    worst = min(known.values())
    value = worst if reading.failed else known.get(at.game.encode(at.game.plain(reading.action)))
    return None if value is None else max(known.values()) - value
