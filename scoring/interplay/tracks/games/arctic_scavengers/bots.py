"""The bots of Arctic Scavengers: ``forager`` has fixed prices, ``planner`` plans each round."""

from collections.abc import Callable, Mapping
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers import cards
from interplay.tracks.games.arctic_scavengers.cards import DIG, DRAW, HIRE, HUNT, TRASH, Cards, people, without
from interplay.tracks.games.arctic_scavengers.duel import ends, rank
from interplay.tracks.games.arctic_scavengers.plan import SAMPLES, Planner, deck_of, dig_value
from interplay.tracks.games.arctic_scavengers.state import State, Tribe
from interplay.tracks.games.arctic_scavengers.transitions import cards_of, open_hires, responses
from interplay.tracks.games.arctic_scavengers.view import view
from interplay.tracks.games.base import Bot, Game, choosing
from interplay.tracks.games.shared.menu import Choice

FORAGER_PERSON, FORAGER_FIGHT = 1000, 500
"""The value of a person on a gained card, and of each point of fight beyond the first."""
FORAGER_STAKE, FORAGER_TIE = 500, 15
"""The value of a point of fight for each contested person, and of a person in hundredths of a point."""
FORAGER_TRASH, FORAGER_TRASHES = 100, 2
"""The value of trashing a card that does not fight, while more than so many rounds are left."""


def _forager(game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
    choices: list[str] = [choice.id for choice in game.legal(state, seat)]  # type: ignore[union-attr]
    return game.write(state, seat, Choice(max(choices, key=lambda action: action_value(state, seat, action))))


FORAGER = Bot("forager", 2, 1, _forager)
"""A forager with fixed prices: at each step the action that is worth most by itself, without a plan for the round.

A point of fight is worth more the more people are contested. It hunts for a hire with what that leaves over, draws
where the reserve fights better than the cards that are played, throws refugees out of the deck in the first rounds,
never digs, responds to nothing and hits the strongest target in a skirmish. A move takes 0.5 ms.
"""


def action_value(state: State, seat: int, action: str) -> int:
    """Return the value of an action in thousandths of a person."""
    verb, _, rest = action.partition(":")
    if verb in cards.ACTS:
        return _announcement_value(state, seat, action, cards.ACTS.index(verb))
    if verb in ("pass", "stop") or rest == "none":
        return 0
    card = cards.NUMBER[rest]
    if verb == "keep":
        return gain_value(card)
    if state.phase == "respond":
        return -1
    hand = state.tribes[1 - seat].hand
    return 1 + cards.strength(hand) - cards.strength(without(hand, (card,)))


def _announcement_value(state: State, seat: int, action: str, act: int) -> int:
    tribe, played = state.tribes[seat], cards_of(action)
    if act == HIRE:
        hire = cards.read_hire(action[5:])
        return gain_value(hire[0]) - len(played) if hire else 0
    rest = without(tribe.hand, played)
    stakes = view(state, seat).stakes
    price = FORAGER_STAKE * people(stakes) // len(stakes)
    cost = price * (_force(tribe.hand) - _force(rest)) // 100 + len(played)
    if act == DRAW:
        drawn = min(cards.value_of(played, act), len(tribe.reserve))
        force = sum(100 * max(cards.FIGHT[card], 0) + FORAGER_TIE * cards.PEOPLE[card] for card in tribe.reserve)
        return price * force * drawn // (100 * len(tribe.reserve)) - cost
    if act == TRASH:
        idle = all(cards.FIGHT[card] <= 0 and cards.PEOPLE[card] <= 1 for card in played)
        return FORAGER_TRASH * len(played) if idle and len(state.contested) > FORAGER_TRASHES else -1
    if act == DIG or tribe.done >> HIRE & 1:
        return -1
    food = tribe.food + cards.value_of(played, act)
    return _best_hire_value(state, rest, food) - _best_hire_value(state, tribe.hand, tribe.food) - cost


def _force(hand: Cards) -> int:
    """Return how well a hand fights, in hundredths of a point."""
    return 100 * cards.strength(hand) + FORAGER_TIE * people(hand)


def _best_hire_value(state: State, hand: Cards, food: int) -> int:
    options = open_hires(state, Tribe((), hand, food=food))
    return max((gain_value(who) for who, _ in options), default=0)


def gain_value(card: int) -> int:
    """Return the value of a card to the seat that gains it."""
    return FORAGER_PERSON * cards.PEOPLE[card] + FORAGER_FIGHT * (max(cards.FIGHT[card], 0) - 1)


PLANNER_DENIED_FOOD, PLANNER_DENIED_DRAW = 400, 300
"""The loss to the other player for each unit of food or drawn card that is denied to it."""


PLANNER = Bot("planner", 2, 2, choosing(lambda state, seat, stream: Choice(_PLANS[state.phase](state, seat, stream))))
"""A planner: looks at every sensible way to share its hand out between hunting, digging and the fight of the round.

It guesses hands of the other from the cards that the other is known to have, tries out what it may draw, gains and
trashes cards by what they do for its hands of the rounds to come, and in the last round plays for the match rather
than for single persons. Snipers and saboteurs are used in the skirmish after playing it out to the end. A move
takes 1.5 to 5 ms on average, by the machine; the card says how both bots fare.
"""


def plan_gathering(state: State, seat: int, stream: Stream) -> str:
    """Return the next action of the best plan, or a draw if that has a higher value."""
    known = view(state, seat)
    planner = Planner(known, stream)
    plan = planner.best(known.hand, known.food, known.done)
    gain, played = planner.drawing()
    if gain > plan.value:
        return f"draw:{cards.titles_of(played)}"
    if plan.hunt:
        return f"hunt:{cards.titles_of(plan.hunt)}"
    if plan.hire is not None:
        return cards.hire_id(*plan.hire)
    if plan.dig:
        return f"dig:{cards.titles_of(plan.dig)}"
    return f"trash:{cards.titles_of(plan.trash)}" if plan.trash else "stop"


def plan_keeping(state: State, seat: int, _stream: Stream) -> str:
    """Return the card of the highest value, none if every card would make the deck worse."""
    deck = deck_of(state.tribes[seat].owned, len(state.contested) - 1)
    best = max(sorted(state.revealed), key=lambda card: deck.change((card,)))
    return f"keep:{cards.TITLES[best]}" if deck.change((best,)) > 0 else "keep:none"


def plan_response(state: State, seat: int, stream: Stream) -> str:
    """Return a response that costs the other more than the responding card is worth in the skirmish."""
    planner = Planner(view(state, seat), stream)
    hand = state.tribes[seat].hand
    choice, best = "pass", 0
    for action in responses(state):
        verb, _, title = action.partition(":")
        spent = cards.SNIPERS if verb == "snipe" else cards.SABOTEUR
        lost = planner.chance(hand) - planner.chance(without(hand, (spent,)))
        gain = _thwarted(state) + 100 * cards.FIGHT[cards.NUMBER[title]] - lost * planner.stake // (2 * SAMPLES)
        if gain > best:
            choice, best = action, gain
    return choice


def _thwarted(state: State) -> int:
    """Return the other player's loss if its announced action is cancelled; it may try again with other cards."""
    act = cards.ACTS.index(state.announced.partition(":")[0])
    if act == TRASH:
        return -1000
    value = cards.value_of(cards_of(state.announced), act)
    if act == DIG:
        return dig_value(value, deck_of(cards.STARTER, len(state.contested) - 1)) // 2
    return value * (PLANNER_DENIED_FOOD if act == HUNT else PLANNER_DENIED_DRAW)


def plan_hit(state: State, seat: int, _stream: Stream) -> str:
    """Return a hit that changes who wins the skirmish, ``pass`` where none does."""
    hands = (state.tribes[0].hand, state.tribes[1].hand)
    winners = ends(hands, seat, state.uses, state.initiator)
    return max(winners, key=lambda action: rank(winners[action], seat))


_PLANS: Mapping[str, Callable[[State, int, Stream], str]] = {
    "gather": plan_gathering,
    "keep": plan_keeping,
    "respond": plan_response,
    "skirmish": plan_hit,
}
BOTS: tuple[Bot, ...] = (FORAGER, PLANNER)
