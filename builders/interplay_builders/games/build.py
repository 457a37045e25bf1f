"""The games track of a release."""

from collections.abc import Iterator, Mapping

from interplay.games import catalogue
from interplay.games.base import Game
from interplay.games.play import SYSTEM
from interplay.games.records import Item, Prediction
from interplay.games.systems import STRENGTHS, bot_of
from interplay.types import Finding, Header
from interplay_builders.tracks import DataFile, TrackFiles

PAIRS = 50
"""Setups of a game in each split. Two sides of 50 setups give a standard error of at most 5% on a win rate."""
SPLITS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "llmarena": ("competent", {}),
    "llmarena_random": ("random", {}),
    "llmarena_strong": ("strong", {}),
    "llmarena_no_hints": ("competent", {"hints": 0}),
}
"""Split -> strength of the opponents, options of the rules. The same setups in each, so that splits compare."""


def build(seed: str, canary: str) -> TrackFiles:
    """Return all matches of the release."""
    items = tuple(item for split in SPLITS for name in catalogue.names() for item in _items(split, name, seed, canary))
    files = (DataFile("games/matches.jsonl", "games", Item, items),)
    return TrackFiles("games", tuple(SPLITS), files, (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return a finding for each game that lacks a bot of some strength."""
    return tuple(
        Finding(severity="error", file=f"games/rules/{name}.py", message=f"found no {strength} bot, expected one")
        for name in catalogue.names()
        for strength in STRENGTHS
        if not any(STRENGTHS[bot.strength] == strength for bot in catalogue.bots_of(name).values())
    )


def _items(split: str, name: str, seed: str, canary: str) -> Iterator[Item]:
    """Yield the matches of one game in a split; none where the split's options or opponents make no difference."""
    game = catalogue.load(name)
    strength, options = SPLITS[split]
    for number in range(PAIRS):
        setup = game.deal(f"{seed}/{number}", {}, "strict")
        known = {option.name for option in setup.options}
        if not known.issuperset(options):
            return
        if options:
            setup = game.deal(f"{seed}/{number}", options, "strict")
        for side, seats in game.sides(setup):
            if len(seats) == game.seats and split != "llmarena":
                return  # a team without opponents
            players = _players(game, seats, strength)
            yield Item(
                canary=canary,
                item_id=f"{split}/{name}/{number:02d}/{side}",
                split=split,
                game=name,
                suite=game.suite,
                categories=game.categories,
                labels=game.labels,
                pair=f"{number:02d}",
                side=side,
                players=players,
                policy=game.policy,
                setup=setup,
            )


def _players(game: Game[object, object], seats: tuple[int, ...], strength: str) -> tuple[str, ...]:
    bot = bot_of(game.name, strength)
    return tuple(SYSTEM if seat in seats else f"bot:{bot.name}@{bot.version}" for seat in range(game.seats))
