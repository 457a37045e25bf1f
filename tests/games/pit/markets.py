"""Markets of Pit for tests: hands in words, actions by id, and the same market with what a seat cannot see changed."""

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Open
from interplay.tracks.games.pit.market import (
    BEAR,
    BULL,
    CARDS,
    COPIES,
    SEATS,
    TARGET,
    TURNS,
    Cornered,
    Entry,
    Hand,
    Log,
    Lot,
    Offered,
    Shouted,
    State,
    Table,
    Traded,
    packed,
)
from interplay.tracks.games.pit.rules import GAME, menu_of
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.menu import Choice

DEALT = GAME.deal("tests", {}, "strict")
BARE: Hand = (0,) * 6


def hand(**counts: int) -> Hand:
    """Return a hand by the names of its cards."""
    return tuple(counts.get(name, 0) for name in CARDS)


def market(
    *hands: Hand,
    seat: int = 0,
    scores: tuple[int, ...] = (0,) * 4,
    target: int = TARGET,
    turns: int = TURNS,
    shout: bool = True,
) -> State:
    """Return a market with the first hands given; the last seats get the other cards, in turn."""
    left = [card for card, copies in enumerate(COPIES) for _ in range(copies - sum(held[card] for held in hands))]
    others = 4 - len(hands)
    rest = [tuple(map(left[index::others].count, range(6))) for index in range(others)]
    table = Table(GAME.start(DEALT).table.deals, shout, target, turns)
    return State(table, seat, (*hands, *rest), scores=scores)


def do(state: State, *replies: str) -> State:
    """Return the market after the seats to move have sent *replies*."""
    for text in replies:
        (seat,) = GAME.to_move(state)
        state = GAME.apply(state, {seat: GAME.parse(state, seat, text)})
    return state


def shout(words: str) -> str:
    """Return a shout as a reply."""
    return GAME.write(market(BARE), 0, Choice("shout", words))


def setup(*hands: Hand) -> Setup:
    """Return a setup in which seat 0 begins and the first deal is *hands*."""
    rest = DEALT.drawn("hands")[len(hands) :]
    return replace(DEALT, draws=(Draw("first", (0,)), Draw("hands", (*map(packed, hands), *rest))))


def disguised(state: State, seat: int, stream: Stream) -> State:
    """Return *state* with all that *seat* cannot know drawn anew: cards of others, their offers and swaps, deals."""
    unseen = [card for other in SEATS if other != seat for card, n in enumerate(state.hands[other]) for _ in range(n)]
    cards = iter(stream.shuffled(unseen))
    hands = tuple(
        held if other == seat else _counted([next(cards) for _ in range(sum(held))])
        for other, held in enumerate(state.hands)
    )
    offers = tuple(
        lot if lot is None or other == seat else _other(lot, stream) for other, lot in enumerate(state.offers)
    )
    deals = tuple(tuple(stream.shuffled(deal)) for deal in state.table.deals)
    return replace(
        state,
        table=replace(state.table, deals=deals),
        hands=hands,
        offers=offers,
        log=_retold(state.log, seat, stream),
        past=tuple(_retold(log, seat, stream) for log in state.past),
    )


def _counted(cards: list[int]) -> Hand:
    return tuple(map(cards.count, range(6)))


def _other(lot: Lot, stream: Stream) -> Lot:
    return Lot(stream.below(BEAR + 1 if lot.number == 1 else BULL), lot.number)


def _retold(log: Log, seat: int, stream: Stream) -> Log:
    return tuple(_hidden(entry, seat, stream) for entry in log)


def _hidden(entry: Entry, seat: int, stream: Stream) -> Entry:
    if isinstance(entry, Cornered | Shouted) or entry.seat == seat:
        return entry
    if isinstance(entry, Offered):
        return replace(entry, lot=_other(entry.lot, stream))
    if isinstance(entry, Traded) and entry.other != seat:
        return replace(entry, gave=stream.below(BULL), got=stream.below(BULL))
    return entry


FIRST = hand(wheat=5, barley=4, corn=1)
SECOND = hand(wheat=1, corn=4, soybeans=4)
CORN = ("offer_corn_1", "accept_0_wheat_1")


def offers_of(state: State, seat: int) -> list[str]:
    return [action_id for action_id in menu_of(state, seat) if action_id.startswith("accept")]


def menu(state: State) -> list[str]:
    legal = GAME.legal(state, state.seat)
    assert not isinstance(legal, Open)
    return [choice.id for choice in legal]


def seen(state: State, seat: int) -> str:
    prompt = GAME.prompt(state, seat)
    return "\n".join((prompt.system, prompt.observation, prompt.action, prompt.again))
