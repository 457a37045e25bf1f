"""Air, Land & Sea: a duel over three theaters, in battles until a player has 12 victory points.

After GameBench (arXiv 2406.06613), rules of the first edition with its 18 cards. No options, no free text. An action is
the id of a listed action. The player who holds at least two theaters when all cards are played scores 6 victory points.
A player who withdraws before that gives away fewer. The score is the share of all victory points.

A card that is destroyed goes to the bottom of the deck. Abilities that one ability triggers resolve completely before
anything else goes on; the two that Disrupt may trigger wait for both flips and resolve in their order. An ability that
was triggered resolves even if its card has been turned facedown again.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea import cards, table, text
from interplay.tracks.games.air_land_sea.cards import INSTANT, MOVES, PACK, WITHDRAW, Cards, Move
from interplay.tracks.games.air_land_sea.drawing import table_drawing
from interplay.tracks.games.air_land_sea.table import DOWN, Asked, Battle, Event, Frame, Side, State, menu, with_value
from interplay.tracks.games.air_land_sea.wording import TOPICS
from interplay.tracks.games.base import Game, Prompt, TwoSeats
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import Choice, MenuGame, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome

ABILITIES: Mapping[int, Asked] = {
    cards.AIR_MANEUVER: "maneuver",
    cards.LAND_MANEUVER: "maneuver",
    cards.SEA_MANEUVER: "maneuver",
    cards.AMBUSH: "ambush",
    cards.DISRUPT: "disrupt",
    cards.TRANSPORT: "move",
    cards.REDEPLOY: "return",
    cards.REINFORCE: "reinforce",
}
"""The decision that a triggered ability asks for; Air Drop asks for none."""


class AirLandSea(TwoSeats, MenuGame[State]):
    """The rules of Air, Land & Sea for two seats, after GameBench: battles until a player has 12 victory points.

    An action is a ``Choice``: the id of a listed action, no words. What a seat gets is its share of all victory points.
    """

    name = "air_land_sea"
    title = "Air, Land & Sea"
    version = 2
    categories: tuple[str, ...] = ("abstract strategy",)
    labels: tuple[str, ...] = ("abstract strategy", "chance", "hidden information")
    longest = 500
    topics = TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        if options:
            raise ValueError(f"air_land_sea has no options, found {', '.join(sorted(options))}")
        order = Stream(self.name, seed, "order").shuffled(range(3))
        first = Stream(self.name, seed, "first").below(2)
        deals = {
            name: Stream(self.name, seed, name).shuffled(PACK) for name in map(_deal, range(1, table.LAST_BATTLE + 1))
        }
        return setup_of(self, seed, "strict", order=order, first=(first,), **deals)

    def start(self, setup: Setup) -> State:
        order, first = setup.drawn("order"), setup.drawn("first")
        if tuple(sorted(order)) != (0, 1, 2) or first not in ((0,), (1,)):
            raise ValueError(f"found order {order} and first {first}, expected three theaters and one of two seats")
        deals = tuple(setup.drawn(_deal(battle)) for battle in range(1, table.LAST_BATTLE + 1))
        for battle, deal in enumerate(deals, 1):
            if tuple(sorted(deal)) != PACK:
                raise ValueError(f"{_deal(battle)} is {deal}, expected the 18 cards")
        return _dealt(deals, 1, (0, 0), (order[0], order[1], order[2]), first[0], ())

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.seat,)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        return menu(state)

    def prompt(self, state: State, seat: int) -> Prompt:
        return text.prompt(self.title, state, seat)

    def describe(self, state: State, seat: int, action_id: str) -> str:
        return text.description(state, seat, action_id)

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        seat = state.seat
        move = MOVES[actions[seat].id]
        if move.kind == "withdraw":
            return _ended(state, 1 - seat, table.price(state, seat), len(state.hands[seat]))
        if move.kind == "flip":
            state = _flipped(state, move)
        elif move.card < 0 and move.kind != "reinforce":
            state = replace(state, stack=state.stack[:-1], log=(*state.log, Event("keep", seat, state.stack[-1].card)))
        elif move.kind == "move":
            state = _moved(state, move)
        elif move.kind == "return":
            state = _returned(state, move)
        else:
            card = state.deck[0] if move.kind == "reinforce" else move.card
            state = _played(state, move.kind, seat, card, move.theater)
        return _settled(state)

    def outcome(self, state: State) -> Outcome:
        """Return each seat's share of the victory points, and how the last battle ended."""
        first, second = state.vp
        reason = "fought" if state.past[-1].left < 0 else "withdrawal"
        return shares(reason, ((0,), (1,)), (first / (first + second), second / (first + second)))

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        """Return the menu without withdrawing, so that noise concedes no battle."""
        return [Choice(action_id) for action_id in menu(state) if action_id != WITHDRAW]

    def show(self, state: State) -> str:
        return table_drawing(state)


def _deal(battle: int) -> str:
    return f"battle_{battle}"


def _dealt(
    deals: tuple[Cards, ...],
    battle: int,
    vp: tuple[int, int],
    order: tuple[int, int, int],
    first: int,
    past: tuple[Battle, ...],
) -> State:
    deck = deals[battle - 1]
    hands = deck[: table.HAND], deck[table.HAND : 2 * table.HAND]
    return State(deals, battle, vp, order, first, first, hands, deck[2 * table.HAND :], past=past)


def _played(
    state: State, kind: Literal["deploy", "improvise", "reinforce"], seat: int, card: int, theater: int
) -> State:
    """Return the state after a card came from the hand or, for Reinforce, from the top of the deck."""
    facedown = kind != "deploy"
    hands, deck, sides, stack = state.hands, state.deck, state.sides, state.stack[:-1]
    if kind == "reinforce":
        deck = deck[1:]
    else:
        hands = with_value(hands, seat, tuple([kept for kept in hands[seat] if kept != card]))
    destroyed = table.destroys(state, theater, facedown=facedown)
    if destroyed:
        deck = (*deck, card)
    else:
        column = (*sides[seat][theater], card + DOWN if facedown else card)
        sides = with_value(sides, seat, _columned(sides[seat], theater, column))
        if not facedown and card in INSTANT:
            stack = (*stack, Frame("trigger", seat, card))
    return replace(
        state,
        hands=hands,
        deck=deck,
        sides=sides,
        air_drop=with_value(state.air_drop, seat, False) if state.air_drop[seat] else state.air_drop,  # noqa: FBT003
        stack=stack,
        log=(*state.log, Event(kind, seat, card, theater, not facedown, destroyed)),
    )


def _flipped(state: State, move: Move) -> State:
    frame, theater = state.stack[-1], move.theater
    owner = frame.seat if move.side == 0 else 1 - frame.seat
    side = state.sides[owner]
    *below, top = side[theater]
    up = top >= DOWN
    card = top % DOWN
    turned = _columned(side, theater, (*below, card if up else card + DOWN))
    triggered = ((owner, card),) if up and card in INSTANT else ()
    return replace(
        state,
        sides=with_value(state.sides, owner, turned),
        stack=_after_flip(state.stack, triggered),
        log=(*state.log, Event("flip", frame.seat, card, theater, side=owner, up=up)),
    )


def _after_flip(stack: tuple[Frame, ...], triggered: tuple[tuple[int, int], ...]) -> tuple[Frame, ...]:
    """Return the stack after the flip that its last frame asked for, or that was not possible, triggered these."""
    frame, rest = stack[-1], stack[:-1]
    if frame.kind == "disrupt":
        return (*rest, Frame("reply", 1 - frame.seat, frame.card, triggered))
    waiting = (*frame.queue, *triggered)
    return (*rest, *(Frame("trigger", owner, card) for owner, card in reversed(waiting)))


def _moved(state: State, move: Move) -> State:
    seat = state.seat
    side = state.sides[seat]
    origin = table.lying(side, move.card)
    entry = move.card if move.card in side[origin] else move.card + DOWN
    at = side[origin].index(entry)
    left = _columned(side, origin, side[origin][:at] + side[origin][at + 1 :])
    there = _columned(left, move.theater, (*side[move.theater], entry))
    event = Event("move", seat, move.card, move.theater, entry < DOWN, origin=origin, at=at)
    sides = with_value(state.sides, seat, there)
    return replace(state, sides=sides, stack=state.stack[:-1], log=(*state.log, event))


def _returned(state: State, move: Move) -> State:
    seat = state.seat
    side = state.sides[seat]
    origin = table.lying(side, move.card)
    at = side[origin].index(move.card + DOWN)
    left = _columned(side, origin, side[origin][:at] + side[origin][at + 1 :])
    return replace(
        state,
        hands=with_value(state.hands, seat, (*state.hands[seat], move.card)),
        sides=with_value(state.sides, seat, left),
        stack=(*state.stack[:-1], Frame("play", seat, state.stack[-1].card)),
        log=(*state.log, Event("return", seat, move.card, origin, open=False, origin=origin, at=at)),
    )


def _settled(state: State) -> State:
    """Return the state at the next decision: abilities begin, impossible flips are passed over, turns end."""
    while state.stack:
        frame = state.stack[-1]
        if frame.kind == "trigger":
            state = _begun(state, frame)
        elif menu(state):
            return state
        else:
            state = replace(state, stack=_after_flip(state.stack, ()))
    seat = 1 - state.turn
    if state.hands[seat]:
        return replace(state, turn=seat)
    if state.hands[state.turn]:
        return state
    return _ended(state, table.winner_by(table.totals(state), state.first), table.FOUGHT, -1)


def _begun(state: State, frame: Frame) -> State:
    rest = state.stack[:-1]
    if frame.card == cards.AIR_DROP:
        return replace(state, stack=rest, air_drop=with_value(state.air_drop, frame.seat, True))  # noqa: FBT003
    return replace(state, stack=(*rest, Frame(ABILITIES[frame.card], frame.seat, frame.card)))


def _ended(state: State, winner: int, points: int, left: int) -> State:
    """Return the state after a battle: the next one, or the same table if the game is over."""
    vp = with_value(state.vp, winner, state.vp[winner] + points)
    past = (*state.past, Battle(state.first, winner, points, left, table.totals(state)))
    if vp[winner] >= table.ENOUGH:
        return replace(state, vp=vp, past=past)
    left_one, middle, right = state.order
    return _dealt(state.deals, state.battle + 1, vp, (right, left_one, middle), 1 - state.first, past)


def _columned(side: Side, theater: int, column: Cards) -> Side:
    air, land, sea = side
    return (column, land, sea) if theater == 0 else (air, column, sea) if theater == 1 else (air, land, column)


GAME: Game[State, Choice] = AirLandSea()
