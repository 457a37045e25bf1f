"""The rules by which opponents in the positions of Hold'em play, in words and as weights of hands.

A rule names hands by the least that they make, as ``values >> 16``: 16 times the kind, plus the rank of a pair.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from interplay.tracks.games.holdem.hands import STRENGTHS
from interplay_builders.tracks.positions._holdem_equity import Ints, made

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_KINDS = ("", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house")
_TIMES = {1: "always", 2: "every other time", 3: "one time in three", 4: "one time in four", 5: "one time in five"}
_STREETS = ("before the flop", "on the flop", "on the turn", "on the river")
_BETS = {2: "bets half the pot", 3: "bets the pot", 4: "goes all in"}
_BLIND = "Until now your opponent has played without looking at its two cards"
_ANY = "so they may be any two of the cards that you do not see, all pairs of them equally likely"
_AIM = "What counts is the average number of chips that you win or lose from here on, by this rule of the opponent."
_STRENGTH = "What a hand makes is the best five of its own two cards and the public cards that are on the table now"


class Before(Struct, frozen=True):
    """All in before the flop with pairs from one rank on, and with an ace and another card from one rank on."""

    pair: int
    beside: int

    def weights(self, _board: Sequence[int], hands: Ints) -> Ints:
        """Return 1 for each of *hands* with which the opponent goes all in, else 0."""
        ranks = np.array(STRENGTHS)[hands]
        low, high = ranks.min(axis=1), ranks.max(axis=1)
        chosen = ((low == high) & (low >= self.pair)) | ((high == 12) & (low < 12) & (low >= self.beside))
        return chosen.astype(np.int64)

    def note(self, _street: int, _action: int, *, raises: bool) -> str:
        """Return the rule in words."""
        again = ", its raises included" if raises else ""
        return (
            f"{_BLIND}{again}. Now it has looked at them, and you know the rule that it keeps to: it goes all in with "
            f"every pair of {_RANKS[self.pair]}{_s(self.pair)} or higher, and with an ace and a "
            f"{_RANKS[self.beside]} or higher, of one suit or not; with anything else it would have folded. {_AIM}"
        )


class Facing(Struct, frozen=True):
    """A bet with hands from ``strong`` on, and one time in ``times`` with hands below ``weak``.

    It calls a raise with what makes at least ``stays``; 0 where there can be none.
    """

    strong: int
    weak: int
    times: int
    stays: int

    def weights(self, board: Sequence[int], hands: Ints) -> Ints:
        """Return the weight of each of *hands* after the bet."""
        makes = made(board, hands) >> 16
        return np.where(makes >= self.strong, self.times, np.where(makes < self.weak, 1, 0)).astype(np.int64)

    def note(self, street: int, action: int, *, raises: bool) -> str:
        """Return the rule in words."""
        often = _TIMES[self.times]
        drawn = ", whatever else it holds" if self.times > 1 else ""
        answer = ""
        if raises:
            answer = f" If you raise, it calls with {least(self.stays)} or better, and folds anything else."
        later = " No bets follow on later streets." if street < 3 and raises else ""
        return (
            f"{_BLIND}, {_ANY}. {_STREETS[street].capitalize()} it has looked at them, and you know the rule that it "
            f"keeps to: with {least(self.strong)} or better it always {_BETS[action]}, with less than "
            f"{least(self.weak)} {often}{drawn}, and with anything between these it would not have bet.{answer}{later} "
            f"{_STRENGTH}. {_AIM}"
        )


class Answer(Struct, frozen=True):
    """No bets of its own: it calls half the pot, the pot, or all in, with what makes at least ``calls``, in order."""

    calls: tuple[int, int, int]

    def weights(self, _board: Sequence[int], hands: Ints) -> Ints:
        """Return 1 for each of *hands*."""
        return np.ones(len(hands), dtype=np.int64)

    def note(self, street: int, _action: int, *, raises: bool) -> str:
        """Return the rule in words; *raises* tells whether the opponent is still to act after a check."""
        checks = "If you check, it checks too. " if raises else ""
        half, full, all_in = map(least, self.calls)
        later = " On later streets nobody bets any more." if street < 3 else ""
        return (
            (
                f"{_BLIND}, {_ANY}. Now it looks at them, and you know the rule that it keeps to: {checks}It calls a bet "
                f"of half the pot with {half} or better, a bet of the pot with {full} or better, and an all in with "
                f"{all_in} or better; anything else it folds, and it never raises.{later} {_STRENGTH}. {_AIM}"
            )
            .replace(": It calls", ": it calls")
            .replace(": If you", ": if you")
        )


Rule = Before | Facing | Answer


def least(makes: int) -> str:
    """Return in words what a hand makes, such as ``a pair of tens``."""
    kind, rank = divmod(makes, 16)
    return f"a pair of {_RANKS[rank]}{_s(rank)}" if kind == 1 and rank else _KINDS[kind]


def _s(rank: int) -> str:
    return "es" if _RANKS[rank] == "six" else "s"
