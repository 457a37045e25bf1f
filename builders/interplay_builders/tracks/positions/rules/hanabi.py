"""Rules for Hanabi that go by what is certain, by what the partner could play, or by the number of hints left."""

from collections.abc import Callable, Mapping, Sequence

from interplay.tracks.games.hanabi.bots import cautious_action
from interplay.tracks.games.hanabi.odds import critical, odds
from interplay.tracks.games.hanabi.table import ANY, CODES, HINT, HINT_RANK, NAMED, PLAY, State
from interplay.tracks.positions.scores import Plan

Wish = Callable[[State, Sequence[int]], int | None]
"""A state and the legal actions -> the one that is wished for, or nothing."""


def _first(*wishes: Wish) -> Callable[[Plan], str]:
    """Return the rule that plays the first of *wishes* that can be had, else the first legal action."""

    def play(plan: Plan) -> str:
        legal = [CODES.index(action) for action in plan.values]
        moves = (wish(plan.state, legal) for wish in wishes)
        return CODES[next((action for action in moves if action is not None), legal[0])]

    return play


def _certain(state: State, _legal: Sequence[int]) -> int | None:
    chances = odds(state, state.seat)
    hand = range(len(state.hands[state.seat]))
    return next((PLAY + at for at in hand if chances.certain(at, state.playable)), None)


def _helps(state: State, legal: Sequence[int]) -> int | None:
    """Return the hint that points at most cards that fit and at fewest others, if one points at any."""
    hand = state.hands[1 - state.seat]

    def worth(action: int) -> tuple[int, int]:
        touched = [card for card in hand if NAMED[action - HINT] >> card & 1]
        fit = sum(state.playable >> card & 1 for card in touched)
        return fit, -len(touched)

    hints = [action for action in legal if action >= HINT]
    best = max(hints, key=worth, default=None)
    return best if best is not None and worth(best)[0] else None


def _informs(state: State, legal: Sequence[int]) -> int | None:
    """Return the hint after which the partner's cards can be fewest cards."""
    other = 1 - state.seat

    def left(action: int) -> int:
        named = NAMED[action - HINT]
        pairs = zip(state.hands[other], state.known[other], strict=True)
        after = (known & ANY & (named if named >> card & 1 else ~named) for card, known in pairs)
        return sum(cards.bit_count() for cards in after)

    return min((action for action in legal if action >= HINT), key=left, default=None)


def _colors(_state: State, legal: Sequence[int]) -> int | None:
    return next((action for action in legal if HINT <= action < HINT_RANK), None)


def _ranks(_state: State, legal: Sequence[int]) -> int | None:
    return next((action for action in legal if action >= HINT_RANK), None)


def _safe(state: State, legal: Sequence[int]) -> int | None:
    """Return the discard that is least likely to be the last copy of a card that is needed."""
    chances, last = odds(state, state.seat), critical(state)
    return min((action for action in legal if action < PLAY), key=lambda at: chances.chance(at, last), default=None)


def _likely(state: State, legal: Sequence[int]) -> int | None:
    """Return the play of the card that most likely fits."""
    chances = odds(state, state.seat)
    plays = [action for action in legal if PLAY <= action < HINT]
    return max(plays, key=lambda action: chances.chance(action - PLAY, state.playable), default=None)


def _cautious(plan: Plan) -> str:
    return CODES[cautious_action(plan.state, plan.position.seat)]


RULES: Mapping[str, Callable[[Plan], str]] = {
    "hint a color": _first(_colors, _certain, _safe),
    "hint what helps, play, safe discard": _first(_helps, _certain, _safe),
    "play, hint what helps, safe discard": _first(_certain, _helps, _safe),
    "play, hint most, safe discard": _first(_certain, _informs, _safe),
    "hint most": _first(_informs, _certain, _safe),
    "hint a rank": _first(_ranks, _certain, _safe),
    "safe discard": _first(_safe, _informs),
    "likely play": _first(_likely),
    "cautious": _cautious,
}
