"""Positions of Hanabi: 300 decisions of the last turns, with the exact expected score of every action.

At most two cards are left in the pile. The prompt states a rule that both players keep to after the action asked for;
so the score is a mean over the deals that agree with the visible cards and the hints, all of them gone through. In 260
positions the rule's own action, which is the obvious one (a card that must fit, a hint to a card that fits, the older
card), is not the best; the best is ahead of all others by a tenth of a point or more.

An action is worth what the team scores, but no less than a point below the best: a lost life would count for more than
all else together.

``hanabi.tsv`` beside this file is the pool of 900, which ``_hanabi_ends`` makes. A seed chooses positions, and
whether red and yellow are exchanged in each.
"""

from collections.abc import Hashable, Iterator

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HINT, HINT_RANK
from interplay.tracks.games.records import Draw
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions._hanabi_ends import PILE, End, deals, ends, goes_wrong, legal, played, state_of
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

WRONG, RIGHT = 260, 40
"""Positions in which the rule's action is not the best, and in which it is."""
FIVE_LEFT = "five cards left"
"""What is asked in the split ``deep``."""
MOST = 1.0
"""Points by which an action can be worse than the best."""
PLACES = 9
METHOD = TEXTS["hanabi"]["method"]
NOTE = TEXTS["hanabi"]["note"]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool, in random order."""
    stream = Stream("positions/hanabi", seed, "draw")
    groups: dict[bool, list[End]] = {True: [], False: []}
    for end in ends():
        groups[goes_wrong(end, state_of(end))].append(end)
    chosen = stream.sample(groups[True], WRONG) + stream.sample(groups[False], RIGHT)
    for number, end in enumerate(stream.shuffled(chosen)):
        yield posed(end, number, canary, swaps=stream.below(2) == 1)


def identity(row: Position) -> Hashable:
    """Return the deck and what was played, with red and yellow exchanged where that comes first."""
    deck = row.setup.drawn("deck")
    played = [GAME.decode(action) for (action,) in row.played]
    images = [(deck, played), ([(card + 5) % 10 for card in deck], [_exchanged(move, swaps=True) for move in played])]
    return min((*cards, *moves) for cards, moves in images)


def posed(end: End, number: int, canary: str, *, swaps: bool) -> Position:
    """Return the position of an end, with red and yellow exchanged if it *swaps*."""
    state = state_of(end)
    deck, actions = played(end.game)
    cards = tuple((card + 5) % 10 for card in deck) if swaps else deck
    deep = len(state.deck) - state.dealt > PILE
    best = max(end.values)
    values = {
        _exchanged(action, swaps=swaps): round(max(value, best - MOST), PLACES)
        for action, value in zip(legal(state), end.values, strict=True)
    }
    return position(
        GAME,
        replace(GAME.deal(f"pool/{end.game}", {}, "strict"), draws=(Draw(name="deck", values=cards),)),
        [(_exchanged(action, swaps=swaps),) for action in actions[: end.turns]],
        state.seat,
        [(action, values[action]) for action in sorted(values)],
        number=number,
        canary=canary,
        split="deep" if deep else "hard",
        kind=FIVE_LEFT if deep else "last cards" if state.left < 0 else "last turns",
        method=METHOD,
        cluster=str(end.game),
        tags=("rule-wrong" if goes_wrong(end, state) else "rule-right", f"deals-{len(deals(state))}"),
        note=NOTE,
    )


def _exchanged(action: int, *, swaps: bool) -> int:
    """Return the action that says the same with red and yellow exchanged."""
    return HINT + 1 - (action - HINT) if swaps and HINT <= action < HINT_RANK else action
