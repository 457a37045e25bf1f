"""Possible tables for the bots of Air, Land & Sea, which look the same to a seat; hidden cards are drawn anew."""

from collections.abc import Iterator

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import PACK, Cards
from interplay.tracks.games.air_land_sea.table import DOWN, State, with_value

_DEALS = (PACK,) * 11  # stand-ins: the bots do not look beyond the present battle


def imagine_table(state: State, seat: int, stream: Stream) -> State:
    """Return the table with every card that *seat* cannot know drawn anew, without log and later battles.

    It is a function of what the seat knows and of the stream.
    """
    known = _known(state, seat)
    hidden = iter(stream.shuffled([card for card in PACK if card not in known]))
    other = 1 - seat
    in_hand = sorted(card for card in state.hands[other] if card in known)
    hand = (*in_hand, *(next(hidden) for _ in range(len(state.hands[other]) - len(in_hand))))
    air, land, sea = (_column(column, known, hidden) for column in state.sides[other])
    deck = tuple(card if card in known else next(hidden) for card in state.deck)
    return replace(
        state,
        deals=_DEALS,
        hands=with_value(state.hands, other, hand),
        deck=deck,
        sides=with_value(state.sides, other, (air, land, sea)),
        log=(),
        past=(),
    )


def _column(column: Cards, known: set[int], hidden: Iterator[int]) -> Cards:
    return tuple(card if card < DOWN or card - DOWN in known else next(hidden) + DOWN for card in column)


def _known(state: State, seat: int) -> set[int]:
    """Return the cards whose place *seat* knows: its own, the faceup ones, and facedown ones that it saw before.

    A card that the other took back into the hand is known there until the other plays a card facedown.
    """
    known, back = set[int](), set[int]()
    for event in state.log:
        if event.open or event.seat == seat:
            known.add(event.card)
            back.discard(event.card)
        elif event.kind == "return" and event.card in known:
            back.add(event.card)
        elif event.kind == "improvise":
            known -= back
            back.clear()
    known.update(state.hands[seat])
    known.update(card % DOWN for column in state.sides[seat] for card in column)
    known.update(card for column in state.sides[1 - seat] for card in column if card < DOWN)
    if state.stack and state.stack[-1].kind == "reinforce" and state.stack[-1].seat == seat:
        known.add(state.deck[0])
    return known
