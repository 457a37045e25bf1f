"""The rules by which opponents in the positions of Hold'em play, in words and as weights of hands.

A rule names hands by the least that they make, as ``values >> 16``: 16 times the kind, plus the rank of a pair.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from interplay.tracks.games.holdem.hands import STRENGTHS
from interplay_builders.tracks.positions._holdem_equity import Ints, strengths

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_KINDS = ("", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house")
_TIMES = {
    1: "always as well",
    2: "one time in two, at random",
    3: "one time in three, at random",
    4: "one time in four, at random",
    5: "one time in five, at random",
}
_BETS = {2: "bets half the pot", 3: "bets the pot", 4: "goes all in"}
_BLIND = "Your opponent has played this hand without looking at its two cards"
_UNTIL = "Before the flop your opponent played this hand without looking at its two cards"
_LATER = " On the river nobody bets."
_ANY = "so they can be any two cards that you do not see, all equally likely"
_AIM = "What counts is the number of chips that you win or lose on average against this rule."
_STRENGTH = "The strength of a hand is that of the best five of its two cards and the public cards on the table now"


class Before(Struct, frozen=True):
    """All in before the flop with pairs from one rank on, and with an ace and another card from one rank on."""

    pair: int
    beside: int

    def weights(self, _board: Sequence[int], hands: Ints) -> Ints:
        """Return 1 for each of *hands* with which the opponent goes all in, else 0."""
        ranks = np.array(STRENGTHS)[hands]
        low, high = ranks.min(axis=1), ranks.max(axis=1)
        chosen = ((low == high) & (low >= self.pair)) | ((high == 12) & (low < 12) & (low >= self.beside))
        weights: Ints = chosen.astype(np.int64)
        return weights

    def note(self, _street: int, _action: int, *, answers: bool) -> str:  # noqa: ARG002  as the other rules have it
        """Return the rule in words."""
        pair, beside = _RANKS[self.pair], _RANKS[self.beside]
        return (
            f"{_BLIND}, {_ANY}. Before its last action it looked at them, and you know the rule that it followed: it "
            f"goes all in with every pair from {pair}{_s(self.pair)} up, and with an ace and a {beside} or higher, "
            f"suited or not; with nothing else. {_AIM}"
        )


class Facing(Struct, frozen=True):
    """A bet with hands from ``strong`` on, and one time in ``times`` with hands below ``weak``.

    It calls a raise with what makes at least ``stays``; 0 where there can be none. It has bet like this on as many
    ``streets``, each time by what its hand made then.
    """

    strong: int
    weak: int
    times: int
    stays: int
    streets: int = 1

    def weights(self, board: Sequence[int], hands: Ints) -> Ints:
        """Return the weight of each of *hands* after the bets."""
        weights: Ints = np.ones(len(hands), dtype=np.int64)
        for cards in range(len(board) - self.streets + 1, len(board) + 1):
            makes = strengths(board[:cards], hands) >> 16
            weights *= np.where(makes >= self.strong, self.times, np.where(makes < self.weak, 1, 0))
        return weights

    def note(self, street: int, action: int, *, answers: bool) -> str:
        """Return the rule in words; *answers* says whether a raise is possible."""
        later = _LATER if street < 3 else ""
        answer = f" It calls a raise with {least(self.stays)} or better and otherwise folds." if answers else ""
        blind, looked, bets, repeated = _BLIND, "Before its last action it looked", f"{_BETS[action]} here", ""
        if self.streets > 1:
            blind, looked = _UNTIL, "Before its bet on the flop it looked"
            bets = "bets what it did bet"
            chance = ", with a new random choice each time" if self.times > 1 else ""
            repeated = (
                " It has followed this rule on each street since then, judging by the strength of its hand on that "
                f"street{chance}; the public cards are listed in the order in which they came."
            )
        return (
            f"{blind}, {_ANY}. {looked} at them, and you know the rule that it followed: with "
            f"{least(self.strong)} or better it always {bets}, with less than {least(self.weak)} "
            f"{_TIMES[self.times]}, and with anything in between never.{repeated}{answer}{later} {_STRENGTH}. {_AIM}"
        )


class Answer(Struct, frozen=True):
    """No bets of its own: it calls half the pot, the pot, or all in, with what makes at least ``calls``, in order."""

    calls: tuple[int, int, int]

    def weights(self, _board: Sequence[int], hands: Ints) -> Ints:
        """Return 1 for each of *hands*."""
        return np.ones(len(hands), dtype=np.int64)

    def note(self, street: int, _action: int, *, answers: bool) -> str:
        """Return the rule in words; *answers* says whether the opponent is still to act after a check."""
        checks = "if you check, it checks too; " if answers else ""
        half, full, all_in = map(least, self.calls)
        later = _LATER if street < 3 else ""
        return (
            f"{_BLIND}, {_ANY}. Now it looks at them, and you know the rule that it follows: {checks}it calls a "
            f"bet of half the pot with {half} or better, a bet of the pot with {full} or better, and an all in with "
            f"{all_in} or better; it folds everything else, and it never raises.{later} {_STRENGTH}. {_AIM}"
        )


Rule = Before | Facing | Answer


def least(makes: int) -> str:
    """Return in words what a hand makes, such as ``a pair of tens``."""
    kind, rank = divmod(makes, 16)
    return f"a pair of {_RANKS[rank]}{_s(rank)}" if kind == 1 and rank else _KINDS[kind]


def _s(rank: int) -> str:
    return "es" if _RANKS[rank] == "six" else "s"
