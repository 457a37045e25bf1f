"""The policies of the bots of Hold'em: the chances of each action for each of the 1,326 hands.

A policy is a function of the public state alone (``table.public``). It returns, for every hand, how many of 60 chances
each action has. A bot draws from the row of its own hand; an observer can infer from the columns which hands it may
hold. All numbers are whole, so that the result is the same on every machine.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct

from interplay.tracks.games.holdem import table
from interplay.tracks.games.holdem.ranges import HANDS, THOUSAND, Ints, free_of, order_of, strengths
from interplay.tracks.games.holdem.table import Action, State

SHARES = 60
"""The sum of the chances of a hand's actions; divisible by every number of actions on offer."""
Policy = Callable[[State], Ints]
"""Public state -> a row a hand with a column an action."""


class Style(Struct, frozen=True):
    """A way to play by strength, the chance to beat a random hand in thousandths.

    A call needs the pot odds plus ``caution``, up to ``most``. From ``value`` on a hand is raised (``push`` of 60
    times), and by the pot from 150 above it. A hand below 400 is raised as a bluff ``bluff`` of 60 times.
    """

    caution: int
    most: int
    value: int
    push: int
    bluff: int


STYLES = {
    "tight": Style(caution=180, most=620, value=680, push=54, bluff=2),
    "caller": Style(caution=-60, most=420, value=860, push=30, bluff=0),
    "bluffer": Style(caution=60, most=530, value=520, push=54, bluff=30),
    "solid": Style(caution=120, most=570, value=630, push=45, bluff=6),
}
STEEPER = 80
"""What each raise of the street adds to the strength that is needed for another one."""
WEAK, BIG, HUGE = 400, 150, 930
CALM_POT = 20
"""Chips in the pot from which a huge hand goes all in."""


@lru_cache(maxsize=512)
def uniform(state: State) -> Ints:
    """Return the chances of a player who plays any action on offer, each equally likely."""
    offered = [price is not None for price in table.prices(state)]
    return np.tile(np.array(offered, dtype=np.int64) * (SHARES // sum(offered)), (len(HANDS), 1))


@lru_cache(maxsize=512)
def style_chances(style: Style, state: State) -> Ints:
    """Return the chances of a player of some style."""
    strength = strengths(tuple(sorted(state.board)))
    need, pot = state.need, sum(state.put)
    wanted = 0
    if need > table.SMALL_BLIND:
        wanted = min(THOUSAND * need // (pot + need) + style.caution, style.most)
    raises = sum(step.street == state.street and step.action >= table.RAISE_HALF for step in state.steps)
    value = min(style.value + STEEPER * raises, 960)
    stays, pushes = strength >= wanted, strength >= value
    bluff = style.bluff if raises < 2 and table.prices(state)[table.ALL_IN] is not None else 0
    raised = np.where(pushes, style.push, np.where(strength < WEAK, bluff, 0))
    chances = np.zeros((len(HANDS), 5), dtype=np.int64)
    for wish, chosen in (
        ((table.ALL_IN,), (strength >= HUGE) & (pot >= CALM_POT)),
        ((table.RAISE_FULL, table.ALL_IN), (strength >= value + BIG) | (strength < WEAK)),
        ((table.RAISE_HALF, table.RAISE_FULL, table.ALL_IN), np.ones(len(HANDS), dtype=bool)),
    ):
        action = _first(state, wish)
        chances[:, action] += np.where(chosen, raised, 0)
        raised = np.where(chosen, 0, raised)
    left = SHARES - chances.sum(axis=1)
    chances[:, table.CHECK_CALL] += np.where(stays, left, 0)
    chances[:, table.FOLD] += np.where(stays, 0, left)
    return chances


def _first(state: State, wish: tuple[Action, ...]) -> Action:
    offered = table.prices(state)
    return next((action for action in wish if offered[action] is not None), table.CHECK_CALL)


def _style(name: str) -> Policy:
    return lambda state: style_chances(STYLES[name], state)


MODELS: tuple[tuple[int, Policy], ...] = (*((1, _style(name)) for name in STYLES), (1, uniform))
"""The strong bot's models of its opponent: the weight of each model, and the model."""
GROWTH = (150, 130, 120, 100)
"""Street -> value of the pot to the leading player, in hundredths of its chips; above 100 as more will be bet."""
_SCALE = 1 << 20


@lru_cache(maxsize=512)
def opponent_weights(state: State) -> tuple[Ints, ...]:
    """Return for each model the weights of the hands that the player not to move may hold."""
    seat = state.seat
    free = free_of(state.board) if state.board else np.ones(len(HANDS), dtype=bool)
    weights = [np.where(free, weight * _SCALE, 0) for weight, _ in MODELS]
    at = table.opened(state.hand)
    for step in state.steps:
        if at.seat != seat:
            view = table.public(at)
            likely = [
                range_weights * model(view)[:, step.action]
                for range_weights, (_, model) in zip(weights, MODELS, strict=True)
            ]
            most = max(int(range_weights.max()) for range_weights in likely)
            if most:  # an action that no model plays with any hand is no evidence
                weights = [range_weights * _SCALE // most for range_weights in likely]
        at = table.after(at, step.action)
    return tuple(weights)


@lru_cache(maxsize=512)
def best(state: State) -> Ints:
    """Return the chances of a player who values each action in expected chips, and plays the best."""
    weights = opponent_weights(state)
    gains = np.full((len(HANDS), 5), np.iinfo(np.int64).min)
    for action, price in enumerate(table.prices(state)):
        if price is not None:
            gains[:, action] = _gain(state, action, weights)
    chances = np.zeros((len(HANDS), 5), dtype=np.int64)
    chances[np.arange(len(HANDS)), gains.argmax(axis=1)] = SHARES
    return chances


def _gain(state: State, action: Action, weights: Sequence[Ints]) -> Ints:
    """Return for each own hand the chips won by an action, times 100,000 and the weight of all hands.

    The opponent's answers are those of its models. A raise of its own is called or folded to, whichever is better.
    """
    if action == table.FOLD:
        return np.full(len(HANDS), _lost(state, _sum(weights)))
    following = table.after(state, action)
    if following.ended or following.street > state.street:
        return _showdown(state, following, _sum(weights))
    view = table.public(following)
    chances = [model(view) for _, model in MODELS]
    gain = np.zeros(len(HANDS), dtype=np.int64)
    for answer, price in enumerate(table.prices(following)):
        answering = _sum(
            [weight * chance[:, answer] // SHARES for weight, chance in zip(weights, chances, strict=True)]
        )
        if price is None or not answering.any():
            continue
        if answer == table.FOLD:
            gain -= _lost(following, answering)
            continue
        called = _showdown(state, table.after(following, answer), answering)
        gain += (
            called
            if answer == table.CHECK_CALL
            else np.maximum(called, _lost(table.after(following, answer), answering))
        )
    return gain


def _sum(ranges: Sequence[Ints]) -> Ints:
    total: Ints = np.sum(ranges, axis=0, dtype=np.int64)
    return total


def _lost(state: State, weights: Ints) -> int:
    """Return the result of a fold for the player to move, which is negative."""
    return -state.put[state.seat] * int(weights.sum()) * 100 * THOUSAND


def _showdown(state: State, following: State, weights: Ints) -> Ints:
    """Return the mean result of each own hand against a range on the board of *state*, after both put in the same."""
    order = order_of(tuple(sorted(state.board)))
    return stake(following.street, max(following.put)) * order.against(weights)


def stake(street: int, put: int) -> int:
    """Return the value of a pot with *put* chips of each to its certain winner, in hundredths of chips."""
    return min(put * GROWTH[street], table.CHIPS * 100)


POLICIES: dict[str, Policy] = {"random": uniform, **{name: _style(name) for name in STYLES}, "equity": best}
"""Name of a bot -> its policy."""
