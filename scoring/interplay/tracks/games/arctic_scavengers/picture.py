"""Arctic Scavengers drawn: both tribes with hands, reserves and used piles, junkyard, mercenaries, contested pile."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.arctic_scavengers.cards import CARDS, MERCENARIES, TITLES, Cards, strength
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event, State
from interplay.tracks.games.arctic_scavengers.text import sentence, tally
from interplay.tracks.games.verdicts import Observed

_CARD, _HIGH = 64, 62
_TOPS = (330, 26)  # top of each seat's part
_HIRE, _YARD = 190, 239
"""Top of the mercenaries, and of junkyard and contested pile."""
_KINDS = {"person": "wood", "leader": "gold", "tool": "water", "medicine": "good", "junk": "rock"}
_WHERE = 104  # where the cards begin that were dug up or fought for
_NAME = "arctic_scavengers-c"


class ArcticScavengersPicture:
    """Seat 1 above and seat 0 below. Under a card's title: what it is worth to draw, dig, hunt and fight.

    In a disc are its people. Dashed cards are hidden from the other seat, or from both.
    """

    size = (480, _TOPS[0] + 194)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        cards = {f"c{number}": _card(number) for number in range(len(CARDS))}
        table = svg.rect(2, _HIRE - 6, 476, 140, "felt", rx=10)
        names = [
            svg.label(33 + 59 * n, _HIRE + 9 + 12 * m, part, size=_size(part))
            for n, who in enumerate(MERCENARIES)
            for m, part in enumerate(TITLES[who].split("_"))
        ]
        yard = svg.rect(12, _YARD + 22, 40, 50, "rock ink-line", rx=5, stroke_dasharray=svg.HIDDEN)
        places = svg.label(52, _YARD + 10, "junkyard", size=13), svg.label(436, _YARD + 10, "contested", size=13)
        return svg.group(svg.symbols("arctic_scavengers", **cards), table, *names, yard, *places)

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [part for seat in (0, 1) for part in _tribe(state, seat, to_move=seat in turn)]
        hired = [(33 + 59 * n, _HIRE + 34, left) for n, left in enumerate(state.piles)]
        drawn += [
            svg.labels(hired, size=15, font_weight="bold"),
            svg.label(74, _YARD + 47, len(state.junkyard), size=18),
        ]
        drawn += [*_contested(state), *_open(state)]
        drawn.append(svg.label(8, 13, _doing(state), text_anchor="start", most=60))
        if state.log:
            last = _TOPS[0] + 166
            drawn.append(svg.rect(2, last - 10, 4, 36, "mark"))
            drawn.append(svg.paragraph(12, last, _last(state.log[-1]), size=13, across=64, most=2))
        return svg.group(*drawn)

    def caption(self, state: State) -> str:
        tribes = [
            f"seat {seat} has {tribe.size} people, {tribe.food} food and in hand {tally(tribe.hand)}"
            for seat, tribe in enumerate(state.tribes)
        ]
        last = f" Last: {svg.cut(_last(state.log[-1]), 200)}." if state.log else ""
        return f"{_doing(state)}: {'; '.join(tribes)}.{last}"


def _card(number: int) -> Element:
    """Return a card by its corner at the top left."""
    card = CARDS[number]
    drawn = [
        svg.rect(0, 0, _CARD, _HIGH, "card ink-line", rx=5, stroke_width=1.2),
        svg.rect(1, 1, _CARD - 2, 6, _KINDS[card.kind], rx=2),
    ]
    for n, part in enumerate(card.title.replace("_", " ").split(" ", 1)):
        drawn.append(svg.label(4, 15 + 12 * n, part, size=_size(part), text_anchor="start"))
    if card.people:
        drawn += [svg.circle(_CARD - 9, 29, 7, "ink"), svg.label(_CARD - 9, 29, card.people, "paper", size=12)]
    values = (card.draw, card.dig, card.hunt, card.fight)
    for n, (name, value) in enumerate(zip(("dr", "di", "hu", "fi"), values, strict=True)):
        if value is not None:
            drawn.append(svg.label(9 + 15.5 * n, 42, name, "quiet", size=12))
            drawn.append(svg.label(9 + 15.5 * n, 54, value, size=13, font_weight="bold"))
    if card.medicine:
        drawn.append(svg.label(_CARD / 2, 50, f"medicine {card.medicine}", "quiet", size=12))
    return svg.group(*drawn)


def _size(word: str) -> int:
    """Return the font size for a word of a title, so that long words fit on a card."""
    return 12 if len(word) < 8 else 11 if len(word) == 8 else 10


def _tribe(state: State, seat: int, *, to_move: bool) -> Iterable[Element]:
    """Yield a tribe: its sign with what it is worth, the hand, and what lies in the reserve and on the used pile."""
    tribe, top = state.tribes[seat], _TOPS[seat]
    first = ", initiative" if state.initiator == seat and state.phase != "over" else ""
    words = f"seat {seat}: {tribe.size} people, food {tribe.food}, fight {strength(tribe.hand)}{first}"
    yield svg.plate(4, top, 472, seat, words, to_move=to_move)
    yield _row(tribe.hand, 6, top + 38, dashed=state.phase != "skirmish")
    piles = f"Reserve ({len(tribe.reserve)}): {tally(tribe.reserve)}. Used ({len(tribe.used)}): {tally(tribe.used)}."
    yield svg.rect(4, top + 104, 472, 48, "quiet-line", rx=6, stroke_dasharray=svg.HIDDEN)
    yield svg.paragraph(12, top + 115, piles, "quiet", size=12, across=72, most=3)


def _row(cards: Cards, x: float, y: float, *, dashed: bool) -> Element:
    """Return cards side by side, those of one title as one with their number, closer together the more there are."""
    kinds = sorted(set(cards))
    wide = [92 if cards.count(card) > 1 else 68 for card in kinds]
    closer = min(1.0, 400 / max(1, sum(wide[:-1])))
    places = [x + closer * sum(wide[:n]) for n in range(len(kinds))]
    drawn = [svg.put(f"{_NAME}{card}", at, y) for card, at in zip(kinds, places, strict=True)]
    several = [
        (at + _CARD + 13, y + 30, f"x{cards.count(card)}")
        for card, at in zip(kinds, places, strict=True)
        if cards.count(card) > 1
    ]
    if several:
        drawn.append(svg.labels(several, size=15, font_weight="bold"))
    return svg.group(*drawn, stroke_dasharray=svg.HIDDEN if dashed else "none")


def _contested(state: State) -> Iterable[Element]:
    """Yield the contested card of the round, which the initiator alone has seen, and how many are below it."""
    if state.contested:
        yield svg.put(f"{_NAME}{state.contested[0]}", 408, _YARD + 21, stroke_dasharray=svg.HIDDEN)
        yield svg.label(392, _YARD + 48, len(state.contested), size=18)


def _open(state: State) -> Iterable[Element]:
    """Yield the cards that were just dug up, or fought for, with a frame around the one that somebody got."""
    event = state.log[-1] if state.log else None
    cards, got, words = _open_cards(state, event)
    if not cards:
        return
    yield svg.label(_WHERE, _YARD + 10, words, size=13, text_anchor="start", most=34)
    step = min(70.0, 204 / max(1, len(cards) - 1))
    yield svg.group(
        *(svg.put(f"{_NAME}{card}", _WHERE + step * n, _YARD + 21) for n, card in enumerate(cards)),
        stroke_dasharray="none" if words.startswith("fought") else svg.HIDDEN,
    )
    if got in cards:
        x = _WHERE + step * cards.index(got)
        yield svg.rect(x - 2, _YARD + 19, _CARD + 4, _HIGH + 4, "mark-line", rx=6, stroke_width=3)


def _open_cards(state: State, event: Event | None) -> tuple[Cards, int, str]:
    """Return the cards that lie open, the one that somebody got (-1 for none), and what they are."""
    if state.revealed:
        return state.revealed, -1, f"dug up by seat {state.seat}"
    if event is None or not event.cards:
        return (), -1, ""
    if event.action == "fight":
        who = f"won by seat {event.seat}" if event.seat >= 0 else "nobody won"
        return event.cards, event.cards[0] if event.seat >= 0 else -1, f"fought for: {who}"
    kept = "dug up" if event.action.startswith("dig") else "drawn"
    return event.cards, event.kept, f"{kept} by seat {event.seat}"


def _last(event: Event) -> str:
    if event.action != "fight":
        return sentence(event, None)
    first, second = map(strength, event.hands)
    end = f"won by seat {event.seat}" if event.seat >= 0 else "a full tie, it goes to the junkyard"
    return f"Skirmish for {TITLES[event.cards[0]]}: seat 0 with {first} against seat 1 with {second}, {end}"


def _doing(state: State) -> str:
    if state.phase == "over":
        first, second = (tribe.size for tribe in state.tribes)
        won = "the tribes are equal" if first == second else f"seat {int(second > first)} has the larger tribe and wins"
        return f"After {state.round} rounds {won}"
    what = {
        "gather": "gathers",
        "respond": f"may respond to {state.announced}",
        "keep": "may keep a card",
        "skirmish": "may use snipers and saboteurs",
    }
    return f"Round {state.round} of {state.table.rounds}, seat {state.seat} {what[state.phase]}"


PICTURE: svg.Picture = ArcticScavengersPicture()
