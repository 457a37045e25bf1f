"""Makes the pool of positions of Arctic Scavengers from matches of the planner with some random actions.

python -m interplay_builders.tracks.positions._arctic_scavengers_pool > arctic_scavengers.tsv
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers.bots import FORAGER, PLANNER
from interplay.tracks.games.arctic_scavengers.cards import (
    DRAW,
    HIRE,
    MOST_TRASHED,
    NUMBER,
    SABOTEUR,
    SNIPERS,
    TRASH,
    Cards,
    people,
    plays,
    strength,
    titles_of,
    value_of,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import State
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan
from interplay_builders.tracks.positions import arctic_scavengers
from interplay_builders.tracks.positions._arctic_scavengers_round import expected_stake, values
from interplay_builders.tracks.positions._levelled import by_kind
from interplay_builders.tracks.positions.rules import rules_of
from interplay_builders.tracks.positions.rules.arctic_scavengers import LISTED

WANTED = {name: 2 * each for name, each in arctic_scavengers.EACH.items()}
MATCHES, PERCENT_RANDOM = 2_400, 20
PERCENT_TRASHED = 80
HANDS, FORCES = 4, 3
"""The number of possible hands of the other player, and the least number of different strengths."""
RESERVE, DRAWN = 9, 3
"""The most cards in the reserve, and the most cards that can be drawn."""
REFUGEE = NUMBER["refugee"]
BEST = 3
"""At most one in this many actions is best."""
GAP = 0.5
"""The least advantage of the best action over an average one."""


def cases() -> Iterator[arctic_scavengers.Labelled]:
    """Yield positions of each kind, at most one of a kind from a match, and each with another list of moves.

    In equal lists the same move is mostly right, so a player who has seen the lists would need no position.
    """
    every = [case for match in range(1, MATCHES + 1) for case in candidates(str(match))]
    distinct = list({_shape(case): case for case in every}.values())
    posed = [arctic_scavengers.posed(case, number, "", case.hands) for number, case in enumerate(distinct)]
    groups = [(f"match {case.match}", _moves(position)) for case, position in zip(distinct, posed, strict=True)]
    rules = {name: rule for name, rule in rules_of("arctic_scavengers").items() if name != LISTED}
    kept = by_kind(posed, groups, WANTED, {**rules, "list alone": _typical(posed)})
    yield from (distinct[index] for index in kept)


def _typical(posed: Sequence[Position]) -> Callable[[Plan], str]:
    """Return the rule of a player who knows what each move lost on average in the same list, in all other matches."""
    losses: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for position in posed:
        best = max(entry.value for entry in position.values)
        regrets = [best - entry.value for entry in position.values]
        matches = losses[_moves(position)]
        matches[position.cluster] = [
            sum(pair) for pair in zip(regrets, matches.get(position.cluster, [0.0] * len(regrets)), strict=True)
        ]

    def rule(plan: Plan) -> str:
        others = [sums for match, sums in losses[_moves(plan.position)].items() if match != plan.position.cluster]
        totals = [sum(column) for column in zip(*others, strict=True)] if others else [0.0] * len(plan.values)
        return list(plan.values)[totals.index(min(totals))]

    return rule


def _moves(position: Position) -> str:
    return " ".join(entry.action for entry in position.values)


def _shape(case: arctic_scavengers.Labelled) -> str:
    """Return the prompt, with the hands in a fixed order, to find equal positions of different matches."""
    return arctic_scavengers.posed(case, 0, "", sorted(case.hands)).messages[0].content


def candidates(match: str) -> Iterator[arctic_scavengers.Labelled]:
    """Yield the decisions of a match that can be valued and matter."""
    stream = Stream("positions/arctic_scavengers", match, "pool")
    state = arctic_scavengers.state_of(arctic_scavengers.Labelled(match, (), (), ()))
    played: list[str] = []
    while GAME.to_move(state):
        if _clear(state):
            hands = _hands(state, Stream("positions/arctic_scavengers", match, f"hands/{len(played)}"))
            worth = tuple(value for _, value in values(state, state.seat, hands)) if hands else (0.0,)
            clear = max(worth) - sum(worth) / len(worth) >= GAP and BEST * worth.count(max(worth)) <= len(worth)
            if clear:
                yield arctic_scavengers.Labelled(match, tuple(played), hands, worth)
        played.append(_played(state, match, stream))
        state = GAME.apply(state, {state.seat: Choice(played[-1])})


def _played(state: State, match: str, stream: Stream) -> str:
    """Return an action: most often refugees are trashed first; one player is the planner, the other the forager."""
    tribe = state.tribes[state.seat]
    refugees = tuple(card for card in tribe.hand if card == REFUGEE)[:MOST_TRASHED]
    if state.phase == "gather" and refugees and not tribe.done >> TRASH & 1 and stream.below(100) < PERCENT_TRASHED:
        return f"trash:{titles_of(refugees)}"
    if stream.below(100) < PERCENT_RANDOM:
        return stream.choice(GAME.fallback(state, state.seat)).id
    bot = (PLANNER, FORAGER)[state.seat == int(match) % 2]
    return GAME.parse(state, state.seat, bot.move(GAME, state, state.seat, stream)).id


def _clear(state: State) -> bool:
    """Return whether the seat gathers, a hire and a skirmish can gain people, and there are few enough cases."""
    mine, other = state.tribes[state.seat], state.tribes[1 - state.seat]
    special = {SABOTEUR, SNIPERS} & {*mine.owned, *other.owned}
    if state.phase != "gather" or special or mine.done >> HIRE & 1 or not mine.done >> TRASH & 1:
        return False
    drawn = max((value_of(cards, DRAW) for cards in plays(mine.hand, DRAW)), default=0)
    drawing = bool(mine.reserve) and not mine.done >> DRAW & 1
    few = not drawing or (drawn <= DRAWN and len(mine.reserve) <= RESERVE)
    return few and expected_stake(state, state.seat) > 0


def _hands(state: State, stream: Stream) -> tuple[Cards, ...]:
    """Return different hands that the other may have, of cards it has not played; none if there are too few."""
    other = state.tribes[1 - state.seat]
    cards = other.hand + other.reserve
    drawn = (tuple(sorted(stream.sample(cards, len(other.hand)))) for _ in range(4 * HANDS))
    hands = tuple(dict.fromkeys(drawn))[:HANDS]
    forces = {(strength(hand), people(hand)) for hand in hands}
    return hands if len(hands) == HANDS and len(forces) >= FORCES else ()


if __name__ == "__main__":
    for labelled in cases():
        sys.stdout.write(arctic_scavengers.written(labelled) + "\n")
