"""The games track of a release."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.records import Finding, Header
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS, Game, policy_of
from interplay.tracks.games.bots import opponents_of
from interplay.tracks.games.records import Item, Prediction
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.games import scales
from interplay_builders.tracks.games.scales import Scales


@dataclass(frozen=True, slots=True)
class Split:
    """Matches of the games of one suite, against bots of one strength (``MAIN``: by game) or another system.

    ``options`` are those of the rules; a game that lacks them is left out. ``pairs`` are the setups of each game; where
    none are named, a game has as many as it asks for. ``shortened`` games have the options that keep them short.
    ``profile`` is ``strict``, or ``compat`` for what the papers' own code reads and does; games that make no difference
    between them are left out of the latter. With ``games`` only these are dealt; games that a team plays without
    opponents only where they may be played ``alone``. A split whose matches are those of another one, to bots, has the
    scale of that split (``scale_of``). A ``balanced`` split has as many setups of a game as ``BALANCED`` says.
    """

    name: str
    suite: str
    opponent: str
    options: Mapping[str, int] = field(default_factory=dict)
    pairs: int | None = None
    shortened: bool = False
    profile: str = "strict"
    games: frozenset[str] | None = None
    alone: bool = False
    scale_of: str = ""
    balanced: bool = False


MAIN = "main"
"""The opponent of the splits that tables compare: the competent bot, and in ``HARDER`` games the strong one, too."""
HARDER = frozenset({"connect_four", "hive", "sea_battle"})
"""Games in which the strong bot wins at least 97 of 100 matches against the competent one, and hardly anybody below it
any against the strong one. Setups with even numbers have the competent bot there and odd ones the strong one, so that
a score distinguishes weak players and can rise above the strong bot."""

BALANCED: Mapping[str, int] = {
    "holdem": 64, "undercover": 40, "tictactoe": 26, "bargain": 22, "connect_four": 22, "hanabi": 12, "bid": 10,
    "two_rooms_and_a_boom": 60, "pit": 32, "sea_battle": 30, "arctic_scavengers": 26, "are_you_the_traitor": 22,
    "hive": 18, "air_land_sea": 14, "codenames": 10, "santorini": 10,
}  # fmt: skip
"""Setups of each game in the balanced splits: in proportion to the standard deviation of scores (Neyman's allocation),
which makes the error of a mean over games as small as it can be with as many matches. See docs/decisions/0088."""
FIRST: Mapping[str, int] = {"holdem": 120}
"""The number of a game's first setup, else 0: releases before 0.3.0 had Hold'em's under other rules (note 0102)."""

SPLITS = (
    Split("llmarena", "llmarena", MAIN, alone=True),
    Split("llmarena_strong", "llmarena", "strong"),
    Split("llmarena_no_hints", "llmarena", MAIN, {"hints": 0}, scale_of="llmarena"),
    Split("llmarena_versus", "llmarena", RIVAL),
    Split("gamebench", "gamebench", MAIN),
    Split("gamebench_strong", "gamebench", "strong"),
    Split("gamebench_versus", "gamebench", RIVAL),
    Split("llmarena_balanced", "llmarena", MAIN, alone=True, scale_of="llmarena", balanced=True),
    Split("gamebench_balanced", "gamebench", MAIN, scale_of="gamebench", balanced=True),
    Split("gamebench_quick", "gamebench", MAIN, pairs=2, shortened=True, scale_of="gamebench"),
)
"""The same setups in all splits of a suite, so that splits compare; ``balanced`` has the first ones, ``quick`` two.

No split has the random bot for an opponent: it loses to players that make the same move throughout, so beating
it shows no skill. In the others, any score above 0 is better than chance.
"""


def build(seed: str, canary: str) -> TrackFiles:
    """Return all matches of the release, one file a split."""
    track = files_of(SPLITS, seed, canary, scales.frozen())
    items = (row for file in track.files for row in file.rows if isinstance(row, Item) and row.game in FIRST)
    former = {f"{i.split}/{i.game}/{int(i.pair) - FIRST[i.game]:02d}/{i.side}": i.item_id for i in items}
    return replace(track, superseded=former)


def files_of(splits: Iterable[Split], seed: str, canary: str, known: Scales) -> TrackFiles:
    """Return all matches of some splits with the scales that are *known*, one file a split; none without a match."""
    games = [catalogue.load(name) for name in catalogue.names()]
    files = []
    for split in splits:
        drawn = (i for game in games if game.suite == split.suite for i in _items(split, game, seed, canary))
        items = tuple(scales.scaled(drawn, known, split.scale_of))
        files.append(DataFile(f"games/{split.name}.jsonl.gz", "games", Item, items, (split.name,)))
    kept = tuple(file for file in files if file.rows)
    return TrackFiles("games", tuple(split for file in kept for split in file.splits), kept, (Header, Prediction))


def has_rules(game: Game[Any, Any], profile: str, options: Mapping[str, int]) -> bool:
    """Return whether a game has a profile of its own and all *options*."""
    try:
        setup = game.deal("any", {}, profile)
    except ValueError:  # the papers' way of playing it cannot be played
        return False
    return setup.profile == profile and {option.name for option in setup.options}.issuperset(options)


def check() -> tuple[Finding, ...]:
    """Return a finding for each game that lacks a bot of some strength."""
    return tuple(
        Finding(severity="error", file=f"tracks/games/{name}/bots.py", message=f"found no {strength} bot, expected one")
        for name in catalogue.names()
        for strength in STRENGTHS
        if not any(STRENGTHS[bot.strength] == strength for bot in catalogue.bots_of(name).values())
    )


def _items(split: Split, game: Game[Any, Any], seed: str, canary: str) -> Iterator[Item]:
    """Yield the matches of one game in a split; none where the split's options or opponents make no difference."""
    options = {**split.options, **(game.short if split.shortened else {})}
    if not has_rules(game, split.profile, options) or (split.games is not None and game.name not in split.games):
        return
    first = FIRST.get(game.name, 0)
    for number in range(first, first + (BALANCED[game.name] if split.balanced else split.pairs or game.setups)):
        setup = game.deal(f"{seed}/{number}", options, split.profile)
        for side, seats in game.sides(setup):
            if len(seats) == game.seats and not split.alone:
                return
            yield Item(
                canary=canary,
                item_id=f"{split.name}/{game.name}/{number:02d}/{side}",
                split=split.name,
                game=game.name,
                suite=game.suite,
                categories=game.categories,
                labels=game.labels,
                pair=f"{number:02d}",
                side=side,
                players=_players(game, seats, _opponent(split, game.name, number), number),
                policy=policy_of(game, setup.profile),
                setup=setup,
            )


def _opponent(split: Split, game: str, number: int) -> str:
    """Return the strength of the bot that a setup of a split is played against, or ``RIVAL``."""
    if split.opponent != MAIN:
        return split.opponent
    return "strong" if game in HARDER and number % 2 else "competent"


def _players(game: Game[Any, Any], seats: tuple[int, ...], opponent: str, number: int) -> tuple[str, ...]:
    """Return who sits where in the setup of a number; both sides of it meet the same opponent."""
    other = RIVAL
    if opponent != RIVAL:
        bots = opponents_of(game.name, opponent)
        bot = bots[number % len(bots)]
        other = f"bot:{bot.name}@{bot.version}"
    return tuple(SYSTEM if seat in seats else other for seat in range(game.seats))
