"""Air, Land & Sea for its tests: tables with given cards, plays by id, other hidden cards for the same view."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import CODES, PACK, THEATERS, Cards
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import DOWN, Event, Side, State
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.menu import Choice

NAMES = [code.upper() for code in CODES]
DEAL = "A4 L1 A3 L5 S3 S5 S2 S6 A6 L4 L3 A1 L6 A2 A5 L2 S1 S4"
"""Hands and deck of the full battle that the specification works out, and the actions in it."""
FULL_BATTLE = (
    *("deploy_a4_air", "deploy_s2_sea", "deploy_l1_sea", "reinforce_land", "improvise_s6_land", "deploy_a3_air"),
    *("flip_land_opp", "improvise_a6_air", "improvise_l5_sea", "deploy_l4_land", "deploy_s3_sea", "flip_land_opp"),
    *("deploy_l3_land", "flip_sea_own", "improvise_s5_land", "improvise_a1_sea"),
)


def cards(text: str) -> Cards:
    """Return cards as they lie: ``A4`` faceup, ``(A4)`` facedown."""
    return tuple(NAMES.index(name.strip("()")) + DOWN * name.startswith("(") for name in text.split())


def setup(*deals: str, order: str = "air land sea", first: int = 0) -> Setup:
    """Return a setup with *deals* for the first battles (seat 0's hand, seat 1's, the deck), the others in order."""
    orders = [cards(deal) for deal in deals] + [PACK] * (11 - len(deals))
    theaters = tuple(THEATERS.index(name) for name in order.split())
    return Setup(
        game="air_land_sea",
        version=GAME.version,
        seed="test",
        draws=(
            Draw(name="order", values=theaters),
            Draw(name="first", values=(first,)),
            *(Draw(name=f"battle_{n}", values=deal) for n, deal in enumerate(orders, 1)),
        ),
    )


def dealt(*deals: str, order: str = "air land sea", first: int = 0) -> State:
    """Return the start of such a match."""
    state: State = GAME.start(setup(*deals, order=order, first=first))
    return state


def laid(
    hands: tuple[str, str],
    own: Mapping[str, str] | None = None,
    opp: Mapping[str, str] | None = None,
    deck: str | None = None,
    turn: int = 0,
    order: str = "air land sea",
    first: int = 0,
) -> State:
    """Return a table with columns of seat 0 (*own*) and seat 1 (*opp*); cards that are not named are the deck."""
    sides: list[Side] = []
    for columns in (own or {}, opp or {}):
        air, land, sea = (cards(columns.get(theater, "")) for theater in THEATERS)
        sides.append((air, land, sea))
    held = (cards(hands[0]), cards(hands[1]))
    used = {card % DOWN for zone in (*held, *sides[0], *sides[1]) for card in zone}
    rest = tuple(card for card in PACK if card not in used) if deck is None else cards(deck)
    assert len(used) + len(rest) == 18
    start = dealt(order=order, first=first)
    return replace(start, hands=held, deck=rest, sides=(sides[0], sides[1]), turn=turn)


def listed(state: State) -> list[str]:
    """Return the ids of the seat to decide."""
    return [choice.id for choice in GAME.legal(state, state.seat)]  # type: ignore[union-attr]


def after(state: State, *ids: str) -> State:
    """Return the state after these actions, each of which must be listed."""
    for action_id in ids:
        assert action_id in listed(state), (action_id, listed(state))
        state = GAME.apply(state, {state.seat: Choice(action_id)})
    return state


def walk(start: State, stream: Stream, *, withdrawing: bool = True) -> Iterator[State]:
    """Yield the states of a match of random actions."""
    state = start
    while GAME.to_move(state):
        yield state
        ids = [choice.id for choice in GAME.fallback(state, state.seat)] if not withdrawing else listed(state)
        state = GAME.apply(state, {state.seat: Choice(stream.choice(ids))})
    yield state


def known_to(state: State, seat: int) -> set[int]:
    """Return the cards that *seat* has seen in this battle, from the state itself."""
    known = set(state.hands[seat]) | {card % DOWN for column in state.sides[seat] for card in column}
    known |= {card for side in state.sides for column in side for card in column if card < DOWN}
    known |= {event.card for event in state.log if event.card >= 0 and (event.open or event.seat == seat)}
    if state.stack and state.stack[-1].kind == "reinforce" and state.seat == seat:
        known.add(state.deck[0])
    return known


def with_other_hidden_cards(state: State, seat: int, stream: Stream) -> State:
    """Return a state that *seat* cannot tell from this one: the cards it has not seen have changed places."""
    hidden = [card for card in PACK if card not in known_to(state, seat)]
    swap = dict(zip(PACK, PACK, strict=True)) | dict(zip(hidden, stream.shuffled(hidden), strict=True))
    swap |= {card + DOWN: swap[card] + DOWN for card in PACK}

    def swapped(zone: Cards) -> Cards:
        return tuple(swap[card] for card in zone)

    def event(one: Event) -> Event:
        return replace(one, card=swap[one.card]) if one.card >= 0 else one

    return replace(
        state,
        deals=tuple(swapped(d) if n >= state.battle - 1 else d for n, d in enumerate(state.deals)),
        hands=(swapped(state.hands[0]), swapped(state.hands[1])),
        deck=swapped(state.deck),
        sides=tuple(tuple(swapped(column) for column in side) for side in state.sides),
        log=tuple(map(event, state.log)),
    )


def zones(state: State) -> Iterator[int]:
    """Yield every card of hands, columns and deck."""
    for zone in (*state.hands, *state.sides[0], *state.sides[1], state.deck):
        yield from (card % DOWN for card in zone)
