"""The cards of Arctic Scavengers: their values, and which of them can be played together.

A card is the number of its title in ``CARDS``; cards of one title are alike. Hands and lists of played cards are
tuples in ascending order. Values are those of the published base game with two players (GameBench, arXiv 2406.06613).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

Cards = tuple[int, ...]
ACTS = ("draw", "dig", "hunt", "hire", "trash")
"""What can be announced, each once a round; ``done`` has one bit for each."""
DRAW, DIG, HUNT, HIRE, TRASH = range(5)
MOST_TRASHED = 3
LONGEST_ID = 300
"""Characters of the longest text that is looked at as an action."""


class Card(Struct, frozen=True):
    """A title. ``draw``, ``dig``, ``hunt`` and ``fight`` are ``None`` where the card has nothing to do with it.

    They are a person's own values and what a tool or a leader adds to those of a person. ``price`` is food, then
    medicine; ``medicine`` is what the card pays. Then how many there are: with each player at the start, for hire, in
    the junkyard, among the contested resources.
    """

    title: str
    kind: str
    people: int = 0
    draw: int | None = None
    dig: int | None = None
    hunt: int | None = None
    fight: int | None = None
    price: tuple[int, int] | None = None
    medicine: int = 0
    started: int = 0
    hired: int = 0
    dumped: int = 0
    contested: int = 0


CARDS = (
    Card("refugee", "person", 1, None, 0, 0, None, started=4),
    Card("scavenger", "person", 1, 1, 1, 1, 1, (1, 0), started=3, hired=14),
    Card("brawler", "person", 1, None, 1, None, 2, (2, 0), started=1, hired=8),
    Card("hunter", "person", 1, None, None, 2, 1, (0, 1), hired=8),
    Card("saboteur", "person", 1, None, 1, None, 1, (1, 1), hired=8),
    Card("scout", "person", 1, 2, None, None, 2, (2, 1), hired=8),
    Card("group_leaders", "leader", 2, 2, 2, 2, 2, (2, 2), hired=5),
    Card("sniper_team", "person", 2, price=(2, 2), hired=5),
    Card("thugs", "person", 3, None, 1, None, 3, (6, 0), hired=5),
    Card("junk", "junk", dumped=7),
    Card("multitool", "tool", 0, None, 1, 1, 1, dumped=4),
    Card("net", "tool", 0, None, None, 2, 1, dumped=4),
    Card("spear", "tool", 0, None, None, 1, 2, started=1, dumped=4),
    Card("pickaxe", "tool", 0, None, 1, None, 2, dumped=4),
    Card("shovel", "tool", 0, None, 2, None, 1, started=1, dumped=4),
    Card("medkit", "medicine", medicine=2, dumped=6),
    Card("pills", "medicine", medicine=1, dumped=9),
    Card("wolf_pack", "tool", 0, None, None, 3, 2, contested=1),
    Card("grenade", "tool", 0, None, None, None, 3, contested=1),
    Card("sled_team", "person", 2, 2, None, None, 1, contested=1),
    Card("field_crew", "person", 4, None, 2, 2, 2, contested=1),
    Card("tribe_family_5", "person", 5, None, None, 0, 0, contested=1),
    Card("tribe_family_3", "person", 3, None, None, 0, 0, contested=1),
)
"""All titles. The price of thugs is 6 units in any mix of food and medicine (see ``bill``)."""
TITLES = tuple(card.title for card in CARDS)
NUMBER = {title: number for number, title in enumerate(TITLES)}
SABOTEUR, LEADERS, SNIPERS, THUGS = (NUMBER[t] for t in ("saboteur", "group_leaders", "sniper_team", "thugs"))

PEOPLE = tuple(card.people for card in CARDS)
MEDICINE = tuple(card.medicine for card in CARDS)
PERSON = tuple(card.kind == "person" for card in CARDS)
TOOL = tuple(card.kind == "tool" for card in CARDS)
LEADER = tuple(card.kind == "leader" for card in CARDS)
VALUES = tuple(
    tuple(-1 if value is None else value for value in row)
    for row in ([c.draw for c in CARDS], [c.dig for c in CARDS], [c.hunt for c in CARDS])
)
"""For each of draw, dig and hunt: the value of each card, -1 for none."""
FIGHT = tuple(-1 if card.fight is None else card.fight for card in CARDS)
MERCENARIES: Cards = tuple(number for number, card in enumerate(CARDS) if card.hired)
PILES = tuple(CARDS[mercenary].hired for mercenary in MERCENARIES)
PRICES = {number: card.price for number, card in enumerate(CARDS) if card.price is not None}


def _all(counts: Iterable[int]) -> Cards:
    return tuple(number for number, count in enumerate(counts) for _ in range(count))


STARTER = _all(card.started for card in CARDS)
JUNKYARD = _all(card.dumped for card in CARDS)
CONTESTED = _all(card.contested for card in CARDS)


def people(cards: Cards) -> int:
    """Return how many people *cards* stand for."""
    return sum([PEOPLE[card] for card in cards])


def titles_of(cards: Sequence[int]) -> str:
    """Return titles joined as in the id of an action."""
    return "+".join([TITLES[card] for card in cards])


@lru_cache(maxsize=8192)
def read_cards(text: str) -> Cards | None:
    """Return the cards of such a text, at most ``LONGEST_ID`` long; ``None`` if it names none or in another order."""
    numbers = [NUMBER.get(title, -1) for title in text.split("+")]
    return tuple(numbers) if numbers[0] >= 0 and numbers == sorted(numbers) else None


def holds(hand: Cards, cards: Cards) -> bool:
    """Return whether *cards* are all in *hand*."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def without(hand: Cards, cards: Iterable[int]) -> Cards:
    """Return *hand* after *cards* have left it; raise ``ValueError`` if they are not in it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def value_of(cards: Cards, act: int) -> int:
    """Return what cards that can be played together are worth for draw, dig or hunt."""
    values = VALUES[act]
    return sum([values[card] for card in cards])


def fits(cards: Cards, act: int) -> bool:
    """Return whether *cards* may be played for *act*: draw, dig or hunt.

    Each has a value for it; there is a person, at most one tool and one leader for each person, and a value of at
    least 1. No card is superfluous: only a person of value 0 can be, when every tool and leader has another person.
    """
    values = VALUES[act]
    persons = tools = leaders = total = zeros = 0
    for card in cards:
        value = values[card]
        if value < 0:
            return False
        total += value
        if PERSON[card]:
            persons += 1
            zeros += not value
        elif TOOL[card]:
            tools += 1
        else:
            leaders += 1
    most = max(tools, leaders)
    return most <= persons and total > 0 < persons and (not zeros or persons == max(most, 1))


def sets(cards: Cards, most: int) -> list[Cards]:
    """Return every different choice of up to *most* of *cards*: fewest cards, then titles; the empty one first."""
    choices: list[Cards] = [()]
    for card in sorted(set(cards)):
        count = cards.count(card)
        choices = [chosen + (card,) * n for chosen in choices for n in range(min(count, most - len(chosen)) + 1)]
    return sorted(choices, key=_order)


def _order(cards: Cards) -> tuple[int, Cards]:
    return len(cards), cards


@lru_cache(maxsize=4096)
def plays(hand: Cards, act: int) -> tuple[Cards, ...]:
    """Return every choice from *hand* that fits draw, dig or hunt, in canonical order: fewest cards, then titles."""
    values = VALUES[act]
    able = [card for card in hand if values[card] >= 0]
    workers = tuple(card for card in able if PERSON[card])
    tools = tuple(card for card in able if TOOL[card])
    leaders = tuple(card for card in able if LEADER[card])
    choices = []
    for crew in sets(workers, len(workers))[1:]:
        for kit in sets(tools, len(crew)):
            for heads in sets(leaders, len(crew)):
                chosen = tuple(sorted(crew + kit + heads))
                if fits(chosen, act):
                    choices.append(chosen)
    return tuple(sorted(choices, key=_order))


@lru_cache(maxsize=4096)
def announcements(hand: Cards, act: int) -> tuple[str, ...]:
    """Return the ids of draws, digs, hunts or trashings that *hand* allows, in canonical order."""
    chosen = sets(hand, MOST_TRASHED)[1:] if act == TRASH else plays(hand, act)
    return tuple(f"{ACTS[act]}:{titles_of(cards)}" for cards in chosen)


def bill(mercenary: int, food: int) -> tuple[int, int] | None:
    """Return the food and the medicine to pay for a mercenary, ``None`` if *food* does not suffice."""
    units, medicine = PRICES[mercenary]
    if mercenary == THUGS:
        return min(food, units), max(0, units - food)
    return (units, medicine) if food >= units else None


def pays(medicine: Cards, due: int) -> bool:
    """Return whether medicine cards pay what is *due* and none of them is superfluous."""
    units = [MEDICINE[card] for card in medicine]
    total = sum(units)
    return 0 not in units and total >= due and (not units or total - min(units) < due)


@lru_cache(maxsize=4096)
def hires(medicine: Cards, food: int, offered: Cards) -> tuple[tuple[int, Cards], ...]:
    """Return what can be hired of *offered* with which of the *medicine* held: fewest cards, then titles."""
    choices = sets(medicine, len(medicine))
    bills = [(mercenary, bill(mercenary, food)) for mercenary in offered]
    options = [(who, paid) for who, due in bills if due is not None for paid in choices if pays(paid, due[1])]
    return tuple(sorted(options, key=lambda hire: (len(hire[1]), hire)))


def hire_id(mercenary: int, paid: Cards) -> str:
    """Return the id of a hire."""
    return f"hire:{TITLES[mercenary]}:{titles_of(paid)}" if paid else f"hire:{TITLES[mercenary]}"


@lru_cache(maxsize=8192)
def read_hire(text: str) -> tuple[int, Cards] | None:
    """Return the mercenary and the medicine cards of what follows ``hire:``, ``None`` if it names none."""
    title, colon, rest = text.partition(":")
    mercenary = NUMBER.get(title, -1)
    paid = read_cards(rest) if colon else ()
    return None if mercenary not in MERCENARIES or paid is None else (mercenary, paid)


@lru_cache(maxsize=8192)
def strength(hand: Cards) -> int:
    """Return the fight value of a hand: persons, their best tools, one each, and their leaders, one each."""
    fighters = [FIGHT[card] for card in hand if PERSON[card] and FIGHT[card] >= 0]
    tools = sorted([FIGHT[card] for card in hand if TOOL[card]], reverse=True)
    leaders = [FIGHT[card] for card in hand if LEADER[card]]
    most = len(fighters)
    return sum(fighters) + sum(tools[:most]) + sum(leaders[:most])


def targets(cards: Cards, *, snipers: bool, saboteurs: bool) -> list[str]:
    """Return the ids with which snipers or saboteurs can hit one of *cards*, in canonical order."""
    different = sorted(set(cards))
    sniped = [f"snipe:{TITLES[card]}" for card in different if snipers and (PERSON[card] or LEADER[card])]
    return sniped + [f"sabotage:{TITLES[card]}" for card in different if saboteurs and TOOL[card]]
