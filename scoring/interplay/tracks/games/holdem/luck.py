"""The chips won in a hand of Hold'em, corrected for luck.

The opponent is a bot with a known policy. So the distribution of its cards, given all that the system saw, is known
exactly. Chips are averaged over these cards, and over the cards not yet dealt when nothing was left to decide. Then
each random event (its own cards, public cards, the bot's action) is corrected as in AIVAT (Burch et al. 2018): the
change of a rough value of the hand at the event, minus its mean, is subtracted. Each correction has mean 0, for any
value function and any play of the system, so the estimate is unbiased.
"""

from functools import lru_cache
from math import comb, fsum  # fsum is the same in every Python version, unlike sum

from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.policies import POLICIES, SHARES, stake
from interplay.tracks.games.holdem.ranges import HANDS, Floats, free_of, index_of, runouts, values
from interplay.tracks.games.holdem.table import CHECK_CALL, CHIPS, FOLD, Action, State, after, prices, public
from interplay.tracks.games.verdicts import Verified

CARDS = {"tight": 6.0, "caller": 48.0, "bluffer": 25.0, "solid": 15.0, "random": 40.0, "equity": 50.0}
"""Bot -> value in chips of two cards before the flop against it, for each unit of equity above the mean."""
SWINGS = (0, 450, 400, 250)
"""Street -> value of the pot to the leading player when the street's cards come, in hundredths of its chips."""
MEAN = fsum(before_flop(hand) for hand in HANDS) / len(HANDS)
"""Equity of two cards before the flop, over all of them."""


def worth(match: Verified) -> float:
    """Return the chips that the system won in a verified hand, an unbiased estimate where its opponent is a bot."""
    names = {player.partition(":")[2].partition("@")[0] for player in match.item.players} - {""}
    if len(match.seats) != 1 or len(names) != 1 or not names <= POLICIES.keys():
        return match.mean(match.verdict.outcome.returns)
    start, seat, bot = match.decisions[0].state, match.seats[0], names.pop()
    hand = Hand(start, seat, bot)
    hand.luck = CARDS[bot] * (before_flop(start.hand.hole(seat)) - MEAN)
    for turn in match.decisions:
        if turn.decision.forfeited:
            return -float(turn.state.put[turn.seat]) - hand.luck
        hand.play(turn.decision.action)
    return hand.won()


class Hand:
    """A hand that is replayed: the weights of the hands that the opponent may hold, and the luck so far.

    It may start on any street, before which the opponent has shown nothing.
    """

    def __init__(self, start: State, seat: int, bot: str) -> None:
        self.state, self.seat, self.luck, self._policy = start, seat, 0.0, POLICIES[bot]
        self._hole = start.hand.hole(seat)
        self.weights: Floats = free_of((*self._hole, *start.board)).astype(float)
        self._results = results(self._hole, start.board)

    def play(self, action: Action) -> None:
        """Play one action, and deal the cards that follow it."""
        state = self.state
        if state.seat != self.seat:
            self._see(action)
        self.state = following = after(state, action)
        if following.street > state.street and not following.ended:
            self._deal(following)

    def won(self) -> float:
        """Return the mean chips won by the system, minus its luck."""
        if self.state.ended == "fold":
            loser = self.state.seat
            return self.state.put[loser] * (-1.0 if loser == self.seat else 1.0) - self.luck
        return self.state.put[self.seat] * self._share(self.weights) - self.luck

    def _share(self, weights: Floats) -> float:
        return float(weights @ self._results) / float(weights.sum())

    def _see(self, action: Action) -> None:
        """Update the opponent's hands after its action, and count the action as a random event."""
        chances = self._policy(public(self.state)) / SHARES
        mean = 0.0
        for other, price in enumerate(prices(self.state)):
            weights = self.weights * chances[:, other]
            if price is not None and weights.any():
                value = self._value(other, weights)
                mean += value * float(weights.sum()) / float(self.weights.sum())
                if other == action:
                    self.luck += value
        self.luck -= mean
        self.weights = self.weights * chances[:, action]

    def _value(self, action: Action, weights: Floats) -> float:
        """Return a rough value of the hand after an action of the opponent, given the weights of its hands."""
        if action == FOLD:
            return float(self.state.put[1 - self.seat])
        following = after(self.state, action)
        value = stake(following.street, following.put[1 - self.seat]) / 100 * self._share(weights)
        return value if action == CHECK_CALL else max(value, -float(following.put[self.seat]))

    def _deal(self, state: State) -> None:
        """Count public cards as a random event."""
        before = self._share(self.weights)
        self.weights = self.weights * free_of(state.board)
        self._results = results(self._hole, state.board)
        chips = min(SWINGS[state.street] * state.put[self.seat] / 100, CHIPS)
        self.luck += chips * (self._share(self.weights) - before)


@lru_cache(maxsize=2048)
def results(hole: tuple[int, ...], board: tuple[int, ...]) -> Floats:
    """Return for each hand of the opponent the mean result of a showdown, from -1 to 1; 0 for hands that overlap."""
    boards = runouts(board, hole)
    strength = values(boards)
    mine = strength[:, [index_of(hole)]]
    won = ((strength >= 0) & (strength < mine)).sum(axis=0) - (strength > mine).sum(axis=0)
    unseen, missing = 50 - len(board), 5 - len(board)
    fitting = comb(unseen - 2, missing) / comb(unseen, missing)
    mean: Floats = won / (len(boards) * fitting) * free_of(hole)
    return mean
