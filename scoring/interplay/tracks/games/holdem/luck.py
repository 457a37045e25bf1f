"""What a hand of Hold'em was worth, without the luck in it: chips won on average, given what could be decided.

The opponent is a bot whose policy is known. So what it may have held, given all that its opponent saw, is known
exactly, and chips are averaged over those hands and over what was not dealt when nothing was left to decide. From that
is taken away what each event of chance (the own cards, public cards, what the bot did) changed in a rough value of the
hand, less what it changes on average; as in AIVAT (Burch et al. 2018). The average of each such correction over the
event is 0, whatever the value and however the system plays, so the estimate is unbiased.
"""

from functools import lru_cache
from math import comb, fsum  # fsum is the same in every Python version, unlike sum

from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.policies import POLICIES, SHARES, stake
from interplay.tracks.games.holdem.ranges import HANDS, Floats, free_of, index_of, runouts, values
from interplay.tracks.games.holdem.table import CHECK_CALL, CHIPS, FOLD, Action, State, after, prices, public
from interplay.tracks.games.verdicts import Verified

CARDS = {"tight": 6.0, "caller": 48.0, "bluffer": 25.0, "solid": 15.0, "random": 40.0, "equity": 50.0}
"""Bot -> chips that two cards before the flop are worth against it for each unit of equity above the mean."""
SWINGS = (0, 450, 400, 250)
"""Street -> how many hundredths of the chips in it a pot is worth to who is ahead when the street's cards come."""
MEAN = fsum(before_flop(hand) for hand in HANDS) / len(HANDS)
"""Equity of two cards before the flop, over all of them."""


def worth(match: Verified) -> float:
    """Return the chips that the system won in a verified hand, an unbiased estimate where its opponent is a bot."""
    names = {player.partition(":")[2].partition("@")[0] for player in match.item.players} - {""}
    if len(match.seats) != 1 or len(names) != 1 or not names <= POLICIES.keys():
        return sum(match.verdict.outcome.returns[seat] for seat in match.seats) / len(match.seats)
    start, seat, bot = match.decisions[0].state, match.seats[0], names.pop()
    hand = Hand(start, seat, bot)
    hand.luck = CARDS[bot] * (before_flop(start.hand.hole(seat)) - MEAN)
    for turn in match.decisions:
        if turn.decision.forfeited:
            return -float(turn.state.put[turn.seat]) - hand.luck
        hand.play(turn.decision.action)
    return hand.won()


class Hand:
    """A hand as it is played again: the weights of what the opponent may hold, and the luck so far.

    It may start on any street, before which the opponent has shown nothing.
    """

    def __init__(self, start: State, seat: int, bot: str) -> None:
        self.state, self.seat, self.luck, self._policy = start, seat, 0.0, POLICIES[bot]
        self._hole = start.hand.hole(seat)
        self.weights: Floats = free_of((*self._hole, *start.board)).astype(float)
        self._results = results(self._hole, start.board)

    def play(self, action: Action) -> None:
        """Go on by one action, and by the cards that follow it."""
        state = self.state
        if state.seat != self.seat:
            self._see(action)
        self.state = following = after(state, action)
        if following.street > state.street and not following.ended:
            self._deal(following)

    def won(self) -> float:
        """Return the chips won on average by the system, less its luck."""
        if self.state.ended == "fold":
            loser = self.state.seat
            return self.state.put[loser] * (-1.0 if loser == self.seat else 1.0) - self.luck
        return self.state.put[self.seat] * self._share(self.weights) - self.luck

    def _share(self, weights: Floats) -> float:
        return float(weights @ self._results) / float(weights.sum())

    def _see(self, action: Action) -> None:
        """Take the opponent's action as a sign of its hand, and as an event of chance."""
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
        """Return roughly what the hand is worth after an action of the opponent with hands so weighted."""
        if action == FOLD:
            return float(self.state.put[1 - self.seat])
        following = after(self.state, action)
        value = stake(following.street, following.put[1 - self.seat]) / 100 * self._share(weights)
        return value if action == CHECK_CALL else max(value, -float(following.put[self.seat]))

    def _deal(self, state: State) -> None:
        """Take public cards as an event of chance."""
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
