"""Players that need no skill, to see that none of them profits; and what hands are worth to any player."""

from collections.abc import Callable, Sequence
from typing import Any

from interplay.core.driver import SYSTEM, Ask, drive
from interplay.core.randomness import Stream
from interplay.tracks.games.bots import opponents_of, player
from interplay.tracks.games.catalogue import bots_of
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    BEFORE_FLOP,
    CHECK_CALL,
    FOLD,
    LABELS,
    RAISE_FULL,
    RAISE_HALF,
    State,
    prices,
)
from interplay.tracks.games.match.play import Situation, episode
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.records import Item
from interplay.tracks.games.verdicts import Verified
from tests.games import matches

Player = Callable[[Ask], str]
STYLES = tuple(bot.name for bot in opponents_of("holdem", "competent"))


def stubborn(wish: Callable[[State], Sequence[int]]) -> Player:
    """Return a player of the first action on offer that it wishes for, whatever it holds."""

    def reply(ask: Ask) -> str:
        state = _at(ask).state
        return f"Action: {LABELS[next(a for a in wish(state) if prices(state)[a] is not None)]}"

    return reply


def _at(ask: Ask) -> Situation:
    assert isinstance(ask.situation, Situation)
    return ask.situation


def _not_folding(ask: Ask) -> str:
    at = _at(ask)
    offered = [a for a, price in enumerate(prices(at.state)) if price is not None and a != FOLD]
    return f"Action: {LABELS[Turn(at.item.setup, at.round, at.seat).stream('any').choice(offered)]}"


def _steal(state: State) -> Sequence[int]:
    if state.street == BEFORE_FLOP and state.need <= 1:
        return (RAISE_FULL, CHECK_CALL)
    return (CHECK_CALL,) if state.need == 0 else (FOLD,)


BLIND: dict[str, Player] = {
    "always all in": stubborn(lambda _: (ALL_IN, CHECK_CALL)),
    "always the pot": stubborn(lambda _: (RAISE_FULL, ALL_IN, CHECK_CALL)),
    "always half the pot": stubborn(lambda _: (RAISE_HALF, RAISE_FULL, ALL_IN, CHECK_CALL)),
    "always call": stubborn(lambda _: (CHECK_CALL,)),
    "always fold": stubborn(lambda _: (FOLD,)),
    "check or fold": stubborn(lambda state: (CHECK_CALL,) if state.need == 0 else (FOLD,)),
    "raise once, then check or fold": stubborn(_steal),
    "random, but no folds": _not_folding,
    "no reply can be read": lambda _: "I would rather not say.",
}
"""Players that look at no card."""


def bot(name: str) -> Player:
    """Return the bot of a name as a player."""
    return player(lambda _: bots_of("holdem")[name])


def match(reply: Player, opponent: str, seat: int, seed: str, rules: int = 1) -> Verified:
    """Return a verified hand of a player against a bot."""
    name = f"bot:{opponent}@{bots_of('holdem')[opponent].version}"
    item: Item = matches.item("holdem", (SYSTEM, name) if seat == 0 else (name, SYSTEM), seed, rules=rules)
    return matches.verified(item, drive(episode(item), reply), (seat,))


def pair(reply: Player, opponent: str, seed: str, rules: int = 1) -> tuple[float, float]:
    """Return the mean of both seats of a deal: what it was worth, and the chips."""
    held = [match(reply, opponent, seat, seed, rules) for seat in (0, 1)]
    worths = [GAME.worth(one) for one in held]
    chips: list[Any] = [one.verdict.outcome.returns[one.seats[0]] for one in held]
    return sum(worths) / 2, sum(chips) / 2


def stream(seed: str) -> Stream:
    """Return a stream of chance for tests."""
    return Stream("tests", seed, "holdem")
