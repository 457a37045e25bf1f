"""Positions of Hold'em: 200 decisions on all streets against an opponent whose rule the prompt states, in chips.

Until the decision the opponent has played without looking at its cards, so that they are any two of the unseen ones.
``facing``: then it looked, and bet by a rule; what it holds follows from that. ``betting``: it looks now, and answers
a bet by a rule; on the turn no bets follow on the river. So each action has an exact value: the chips that it wins on
average over every hand of the opponent and every runout.

``holdem.tsv`` beside this file is the pool of 330, which ``_holdem_spots`` makes: of each street and kind as many
with each action as the best (before the flop 20 folds and 6 calls), which is ahead by 1.5 chips or more, and by 4
where the opponent has bet. What is right against a hand that may be any is right in some third of them. A seed draws
spots, permutes their suits (which leaves values as they are), and draws seat, dealer, the order of the cards and what
is hidden.
"""

from collections.abc import Hashable, Iterator
from itertools import permutations

from msgspec import structs

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.positions.records import Position, Split
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions._holdem_spots import Spot, legal, reached, spots
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

DRAWN = {
    (0, "facing"): 20,
    (1, "facing"): 40,
    (2, "facing"): 30,
    (2, "betting"): 40,
    (3, "facing"): 30,
    (3, "betting"): 40,
}
"""Street and kind -> positions."""
FIRST = 200
"""The number of the first position; releases before 0.3.0 had positions of other rules with smaller numbers."""
STREETS = ("before the flop", "flop", "turn", "river")
METHOD = TEXTS["holdem"]["method"]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions of a seed, in random order."""
    stream = Stream("positions", seed, "holdem")
    groups: dict[tuple[int, str], list[Spot]] = {}
    for spot in spots():
        groups.setdefault((spot.street, spot.kind), []).append(spot)
    chosen = [spot for group, number in DRAWN.items() for spot in stream.sample(groups[group], number)]
    for number, spot in enumerate(stream.shuffled(chosen), FIRST):
        yield posed(spot, f"{seed}/{number}", number, canary)


def identity(row: Position) -> Hashable:
    """Return what was played and the cards in sight, with the suits that come first; the opponent's rule may differ."""
    state, cards = plan_of(row).state, row.setup.drawn("cards")
    hole, board = cards[row.seat : 4 : 2], cards[4 : 4 + len(state.board)]
    images = []
    for suits in permutations(range(4)):
        ours, public = ([13 * suits[c // 13] + c % 13 for c in part] for part in (hole, board))
        images.append((*sorted(ours), *sorted(public[:3]), *public[3:]))
    return row.played, min(images)


def posed(spot: Spot, seed: str, number: int, canary: str, split: Split = "hard") -> Position:
    """Return the position of a spot, dealt as *seed* says."""
    stream = Stream("positions", seed, "holdem-deal")
    state = reached(spot.path, spot.hole, spot.board)
    seat, actions = stream.below(2), legal(state)
    dealer = seat if state.seat == state.hand.dealer else 1 - seat
    answers = not state.calm if spot.kind == "betting" else len(actions) > 2
    return position(
        GAME,
        _setup(spot, seat, dealer, seed, stream),
        [(action,) for action in spot.path],
        seat,
        list(zip(actions, spot.values, strict=True)),
        number=number,
        canary=canary,
        split=split,
        kind=f"{STREETS[spot.street]}, {spot.kind}",
        method=METHOD,
        note=spot.rule.note(spot.street, spot.path[-1], answers=answers),
    )


def _setup(spot: Spot, seat: int, dealer: int, seed: str, stream: Stream) -> Setup:
    suits = stream.shuffled(range(4))
    hole, board = ([13 * suits[c // 13] + c % 13 for c in cards] for cards in (spot.hole, spot.board))
    hole, board = stream.shuffled(hole), [*stream.shuffled(board[:3]), *board[3:]]
    unseen = [card for card in range(52) if card not in hole and card not in board]
    hidden = stream.sample(unseen, 7 - len(board))
    other, rest = hidden[:2], hidden[2:]
    first, second = (hole, other) if seat == 0 else (other, hole)
    cards = (first[0], second[0], first[1], second[1], *board, *rest)
    draws = (Draw(name="button", values=(dealer,)), Draw(name="cards", values=cards))
    return structs.replace(GAME.deal(seed, {}, "strict"), draws=draws)
