"""Match results of games submissions, as ratings take them: every match verified, every result recomputed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from interplay.errors import RecordError
from interplay.games import catalogue
from interplay.games.play import SYSTEM
from interplay.games.records import Item
from interplay.games.replay import Verdict
from interplay.games.systems import STRENGTHS
from interplay.ratings.matches import Match
from interplay.release import Release
from interplay.submission import open_submission


def matches_of(paths: Iterable[Path], release: Release) -> Iterator[tuple[int, Match]]:
    """Yield numbered match results of the submissions at *paths*; raise ``RecordError`` when one cannot be scored.

    Bots are named by their strength, which links the games. Matches that broke off are lost. Left out are games that
    pay a sum instead of being won, and matches in which a player sat on both sides.
    """
    number = 0
    for path in paths:
        submission = open_submission(path, release)
        if submission.track.name != "games":
            raise RecordError(f"{path} is a submission on {submission.track.name}; only games can be rated")
        name = submission.header.system.name
        for grade in submission:
            item: Item = submission.items[grade.item_id]
            players = tuple(name if player == SYSTEM else _strength(item, player) for player in item.players)
            match = _match(item, players, grade.detail if isinstance(grade.detail, Verdict) else None)
            if match is not None:
                number += 1
                yield number, match
        if submission.errors:
            raise RecordError(f"{path} cannot be rated", submission.errors)


def _strength(item: Item, player: str) -> str:
    return f"bot-{STRENGTHS[catalogue.bot(item.game, player).strength]}"


def _match(item: Item, players: tuple[str, ...], verdict: Verdict | None) -> Match | None:
    """Return the result in rank order, so that games in any unit can be compared; nothing where it rates nobody."""
    if verdict is None:
        ranks = tuple(2 if player == SYSTEM else 1 for player in item.players)
    else:
        order = sorted(set(verdict.outcome.points), reverse=True)
        ranks = tuple(1 + order.index(points) for points in verdict.outcome.points)
    held = set(zip(players, ranks, strict=True))
    if len(set(players)) < 2 or len(held) > len(set(players)) or not catalogue.load(item.game).rated:
        return None
    return Match(game=item.game, seats=players, setup=f"{item.split}/{item.pair}", ranks=ranks)
