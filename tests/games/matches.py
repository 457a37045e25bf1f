"""Items and matches for tests of any game."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask, drive
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Open, policy_of
from interplay.tracks.games.match.play import Situation, episode
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.verdicts import Observed, Verified


def item(
    game: str, players: tuple[str, ...] | None = None, seed: str = "0", profile: str = "strict", **options: int
) -> Item:
    """Return an item of *game*; without *players* the system holds every seat."""
    rules = catalogue.load(game)
    return Item(
        canary="canary",
        item_id=f"{game}/{seed}",
        split="test",
        game=game,
        suite=rules.suite,
        categories=rules.categories,
        labels=rules.labels,
        pair=seed,
        side="all",
        players=players or (SYSTEM,) * rules.seats,
        policy=policy_of(rules, profile),
        setup=rules.deal(seed, options, profile),
    )


def play(of: Item, reply: Callable[[Ask], str], trial: int = 0) -> Prediction:
    """Drive a match with a function of the ask."""
    return drive(episode(of, trial), reply)


def verified(of: Item, prediction: Prediction, seats: Sequence[int]) -> Verified:
    """Return a match as an analysis of *seats* takes it."""
    decisions: list[Observed] = []
    verdict = Replay(of).verify(prediction, decisions.append)
    return Verified(of, tuple(seats), tuple(decisions), verdict)


def randomly(seed: object) -> Callable[[Ask], str]:
    """Return a player that sends random legal moves, as a stream of its own."""
    stream = Stream("tests", str(seed), "moves")

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        legal = at.game.legal(at.state, at.seat)
        actions = at.game.fallback(at.state, at.seat) if isinstance(legal, Open) else legal
        return at.game.write(at.state, at.seat, stream.choice(actions))

    return reply


def forfeiting(of: Item) -> Item:
    """Return an item in which a forbidden move ends the match, as in profile ``compat``."""
    return replace(of, policy=catalogue.load(of.game).compat_policy)
