"""How the table of Arctic Scavengers changes: all transitions, as pure functions of state and action.

Transitions continue until a seat has a choice or the match is over.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from interplay.tracks.games.arctic_scavengers import cards
from interplay.tracks.games.arctic_scavengers.cards import DIG, DRAW, HIRE, HUNT, TRASH, Cards, people, without
from interplay.tracks.games.arctic_scavengers.state import DECK, DUMP, Event, State, Tribe

HAND = 5
MOST_ANNOUNCED = 12
"""Announcements of one gathering."""


def next_round(state: State) -> State:
    """Return the state after both have drawn new hands, or the end."""
    if not state.contested:
        return replace(state, phase="over")
    number = state.round
    tribes = [_dealt(t, state.table.decks[2 * number + seat]) for seat, t in enumerate(state.tribes)]
    initiator = state.initiator if number == 0 else 1 - state.initiator
    fresh = replace(state, tribes=(tribes[0], tribes[1]), round=number + 1, initiator=initiator)
    return _gathering(fresh, initiator)


def _dealt(tribe: Tribe, ranks: Sequence[int]) -> Tribe:
    deck = DECK.sorted(tribe.owned, ranks)
    return Tribe(deck[HAND:], tuple(sorted(deck[:HAND])))


def _gathering(state: State, seat: int) -> State:
    return proceed(replace(state, seat=seat, phase="gather", count=0))


def proceed(state: State) -> State:
    """Return the state itself if the gathering continues, or the next phase if nothing is left to choose."""
    tribe = state.tribes[state.seat]
    if not tribe.hand or state.count == MOST_ANNOUNCED or not _choice(state, tribe):
        return stopped(state)
    return state


def _choice(state: State, tribe: Tribe) -> bool:
    """Return whether there is anything to announce, for a hand with cards."""
    done = tribe.done
    if not done >> TRASH & 1:
        return True
    if not done >> HIRE & 1 and open_hires(state, tribe):
        return True
    piles = ((DRAW, tribe.reserve), (DIG, state.junkyard), (HUNT, (0,)))
    return any(pile and not done >> act & 1 and cards.plays(tribe.hand, act) for act, pile in piles)


def open_hires(state: State, tribe: Tribe) -> tuple[tuple[int, Cards], ...]:
    """Return the hires that *tribe* can pay for."""
    offered = tuple([who for who, left in zip(cards.MERCENARIES, state.piles, strict=True) if left])
    return cards.hires(tuple([card for card in tribe.hand if cards.MEDICINE[card]]), tribe.food, offered)


def stopped(state: State) -> State:
    """Return what follows the gathering of a seat."""
    if state.seat == state.initiator:
        return _gathering(state, 1 - state.seat)
    return _skirmish(state, state.initiator)


def announced(state: State, action: str) -> State:
    """Return the state after an announcement: the other responds if it can, or it is carried out."""
    state = replace(state, announced=action, count=state.count + 1)
    if responses(state):
        return replace(state, phase="respond", seat=1 - state.seat)
    return carried_out(state, state.seat)


def cards_of(action: str) -> Cards:
    """Return the cards of the hand that an announcement plays."""
    verb, _, rest = action.partition(":")
    if verb == "hire":
        hire = cards.read_hire(rest)
        return hire[1] if hire else ()
    return cards.read_cards(rest) or ()


def responses(state: State) -> list[str]:
    """Return the ids with which the seat that is not gathering can hit what is announced."""
    hand = state.tribes[1 - state.gatherer].hand
    return cards.targets(cards_of(state.announced), snipers=cards.SNIPERS in hand, saboteurs=cards.SABOTEUR in hand)


def responded(state: State, action: str) -> State:
    """Return the state after a response; ``pass`` has the announced action carried out."""
    gatherer = state.gatherer
    if action == "pass":
        return carried_out(state, gatherer)
    verb, _, title = action.partition(":")
    spent = cards.SNIPERS if verb == "snipe" else cards.SABOTEUR
    event = Event(state.round, gatherer, state.announced, answer=action)
    state = replace(state, tribes=_set(state.tribes, state.seat, _used(state.tribes[state.seat], (spent,))))
    return _goes_on(state, gatherer, _used(state.tribes[gatherer], (cards.NUMBER[title],)), event)


def carried_out(state: State, seat: int) -> State:
    """Return the state after the announced action of *seat*."""
    verb, _, rest = state.announced.partition(":")
    act, played = cards.ACTS.index(verb), cards_of(state.announced)
    event = Event(state.round, seat, state.announced)
    tribe = replace(state.tribes[seat], done=state.tribes[seat].done | 1 << act)
    if act == TRASH:
        ranks = state.table.dumps[3 * (state.round - 1) + (seat != state.initiator)]
        tribe = replace(tribe, hand=without(tribe.hand, played))
        return _goes_on(state, seat, tribe, event, junkyard=DUMP.sorted(state.junkyard + played, ranks))
    tribe = _used(tribe, played)
    if act == HIRE:
        return _hired(state, seat, tribe, rest, event)
    value = cards.value_of(played, act)
    if act == DIG:
        changed = _set(state.tribes, seat, tribe)
        return replace(state, tribes=changed, phase="keep", seat=seat, revealed=state.junkyard[:value])
    if act == HUNT:
        return _goes_on(state, seat, replace(tribe, food=tribe.food + value), event)
    drawn, left = tribe.reserve[:value], tribe.reserve[value:]
    tribe = replace(tribe, hand=tuple(sorted(tribe.hand + drawn)), reserve=left)
    return _goes_on(state, seat, tribe, replace(event, cards=drawn))


def _hired(state: State, seat: int, tribe: Tribe, text: str, event: Event) -> State:
    hire = cards.read_hire(text)
    due = None if hire is None else cards.bill(hire[0], tribe.food)
    if hire is None or due is None:
        raise ValueError(f"{text!r} cannot be hired")
    tribe = replace(tribe, used=(*tribe.used, hire[0]), food=tribe.food - due[0])
    piles = tuple([n - (who == hire[0]) for who, n in zip(cards.MERCENARIES, state.piles, strict=True)])
    return _goes_on(state, seat, tribe, event, piles=piles)


def kept(state: State, action: str) -> State:
    """Return the state after a card that was dug up was kept, or none; the others go below the junkyard."""
    seat, dug = state.seat, state.revealed
    number = cards.NUMBER.get(action.partition(":")[2], -1)
    tribe, rest = state.tribes[seat], dug
    if number >= 0:
        tribe = replace(tribe, used=(*tribe.used, number))
        rest = without(dug, (number,))
    event = Event(state.round, seat, state.announced, cards=dug, kept=number)
    return _goes_on(state, seat, tribe, event, junkyard=state.junkyard[len(dug) :] + rest, revealed=())


def _goes_on(state: State, seat: int, tribe: Tribe, event: Event, **changes: Any) -> State:
    """Return the state after an announcement of *seat* was dealt with, which leaves it with *tribe*."""
    tribes, log = _set(state.tribes, seat, tribe), (*state.log, event)
    return proceed(replace(state, phase="gather", seat=seat, announced="", tribes=tribes, log=log, **changes))


def _skirmish(state: State, seat: int) -> State:
    hand = state.tribes[seat].hand
    uses = (hand.count(cards.SNIPERS), hand.count(cards.SABOTEUR))
    return _skirmish_goes_on(replace(state, phase="skirmish", seat=seat, uses=uses))


def hits(state: State) -> list[str]:
    """Return the ids of what the seat can do to the opposing hand in the skirmish."""
    snipers, saboteurs = state.uses
    hand = state.tribes[1 - state.seat].hand
    return cards.targets(hand, snipers=snipers > 0, saboteurs=saboteurs > 0)


def _skirmish_goes_on(state: State) -> State:
    return state if state.uses != (0, 0) and hits(state) else _withdrawn(state)


def _withdrawn(state: State) -> State:
    if state.seat == state.initiator:
        return _skirmish(state, 1 - state.seat)
    return _fought(state)


def hit(state: State, action: str) -> State:
    """Return the state after a use of snipers or saboteurs in the skirmish, or ``pass``."""
    if action == "pass":
        return _withdrawn(state)
    verb, _, title = action.partition(":")
    snipers, saboteurs = state.uses
    uses = (snipers - 1, saboteurs) if verb == "snipe" else (snipers, saboteurs - 1)
    victim = 1 - state.seat
    tribes = _set(state.tribes, victim, _used(state.tribes[victim], (cards.NUMBER[title],)))
    log = (*state.log, Event(state.round, state.seat, action))
    return _skirmish_goes_on(replace(state, tribes=tribes, uses=uses, log=log))


def winner(hands: Sequence[Cards]) -> int:
    """Return the seat whose hand wins a skirmish, -1 for a full tie."""
    first, second = [(cards.strength(hand), people(hand)) for hand in hands]
    return -1 if first == second else int(second > first)


def _fought(state: State) -> State:
    hands = tuple(tribe.hand for tribe in state.tribes)
    card, seat = state.contested[0], winner(hands)
    event = Event(state.round, seat, "fight", cards=(card,), hands=hands)
    tribes, junkyard = state.tribes, state.junkyard
    if seat < 0:
        junkyard = DUMP.sorted((*junkyard, card), state.table.dumps[3 * state.round - 1])
    else:
        tribes = _set(tribes, seat, replace(tribes[seat], used=(*tribes[seat].used, card)))
    after = replace(
        state, tribes=tribes, junkyard=junkyard, contested=state.contested[1:], uses=(0, 0), log=(*state.log, event)
    )
    return next_round(after)


def _used(tribe: Tribe, played: Cards) -> Tribe:
    return replace(tribe, hand=without(tribe.hand, played), used=tribe.used + played) if played else tribe


def _set(tribes: tuple[Tribe, Tribe], seat: int, tribe: Tribe) -> tuple[Tribe, Tribe]:
    return (tribes[0], tribe) if seat else (tribe, tribes[1])
