"""Pit drawn: every hand sorted by commodity, open offers, the last trade, points, and the latest calls."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.pit.market import CARDS, SEATS, SIDES, VALUES, Cornered, Entry, Offered, State, Traded
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.pit.text import sentence
from interplay.tracks.games.verdicts import Observed

_LEFT, _TOP, _ROW, _COLUMN = 184, 62, 74, 49
"""Where the hands begin, and the places of a hand."""
_BELOW = _TOP + 4 * _ROW + 10
_FILLS = ("gold", "rock", "good", "seat-4", "red", "ink")
"""Of the cards, in the order of ``CARDS``; their pictures and positions differ too."""
_ICONS = (
    "M0 12V-6M0-12l3 4-3 4-3-4ZM1-3l6-5v5l-6 5M-1-3l-6-5v5l6 5M1 3l6-5v5l-6 5M-1 3l-6-5v5l6 5",
    "M0 12V-4M0-4l-5-9M0-4l5-9M0-4v-10M1 0l5-4v4l-5 4M-1 0l-5-4v4l5 4M1 6l5-4v4l-5 4M-1 6l-5-4v4l5 4",
    "M0-13C6-8 6 4 0 9C-6 4-6-8 0-13M0-13V9M-5-3H5M-4 3H4M-1 11C-9 9-9 2-8-2M1 11C9 9 9 2 8-2",
    "M-9 6C-8-8 4-12 10-9C12 0 2 12-9 6M-4 4a3 3 0 1 1 1 0M1 0a3 3 0 1 1 1 0M5-5a2 2 0 1 1 1 0",
    "M-10-10C-8-4-4-5-4-5H4S8-4 10-10M-6-5C-6 4-4 11 0 11S6 4 6-5M-2 7h0.1M2 7h0.1M-3-1h0.1M3-1h0.1",
    "M-6-6a4 4 0 1 1 3-3M3-9a4 4 0 1 1 3 3M-6-6C-10 4-5 11 0 11S10 4 6-6C3-9-3-9-6-6M-2 4h4l-2 2ZM-3-1h0.1M3-1h0.1",
)
"""Ears, cobs and heads around 0 0, in lines."""


class PitPicture:
    """A row a seat, a column a commodity. Hands are hidden from the others, and so is what is in an offer."""

    size = (480, _BELOW + 84)
    looks: tuple[str, ...] = tuple(f"seat-{seat % 2}" for seat in SEATS)
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        stacks = {f"stack{n}": _stack(n) for n in range(1, 11)}
        felt = [svg.rect(_LEFT - 4, _TOP + _ROW * seat, 298, _ROW - 6, "felt", rx=8) for seat in SEATS]
        edges = [
            svg.rect(_LEFT, _TOP + _ROW * seat + 4, 290, _ROW - 14, "quiet-line", rx=6, stroke_dasharray=svg.HIDDEN)
            for seat in SEATS
        ]
        return svg.group(
            svg.symbols("pit", **stacks), *felt, *edges, *(part for card in range(6) for part in _head(card))
        )

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = []
        for seat in SEATS:
            y = _TOP + _ROW * seat
            words = f"seat {seat}: {state.scores[seat]} points"
            drawn.append(svg.plate(4, y, 168, seat, words, to_move=seat in turn, team=self.looks[seat]))
            drawn += _offer(state, seat)
        drawn += [part for card in range(6) for part in _stacks(state, card)]
        even, odd = state.totals
        turn_number = state.turn + (not state.over)
        match = f"deal {state.deal + 1}, turn {turn_number} of {state.table.turns}"
        heads = [
            svg.label(8, 14, match, "quiet", text_anchor="start", most=28),
            svg.label(8, 34, f"even {even} : {odd} odd", "quiet", text_anchor="start", most=28),
        ]
        return svg.group(*heads, *drawn, *_traded(state), *_called(state))

    def caption(self, state: State) -> str:
        sides = [f"seats {a} and {b} have {points} points" for (a, b), points in zip(SIDES, state.totals, strict=True)]
        start = f"Deal {state.deal + 1}, turn {state.turn + 1} of {state.table.turns}: seat {state.seat} is to act"
        if state.over:
            even, odd = state.totals
            won = "both sides have the same" if even == odd else f"the {'even' if even > odd else 'odd'} seats win"
            start = f"The match is over after {state.turn} turns, {won}"
        log = _log(state)
        last = f" Last: {svg.cut(sentence(log[-1], None), 90)}." if log else ""
        return f"{start}; {' and '.join(sides)}.{last}"


def _log(state: State) -> tuple[Entry, ...]:
    """Return the events of this deal, or of the last one if this one has none yet."""
    return state.log or (state.past[-1] if state.past else ())


def _last(state: State) -> Entry | None:
    log = _log(state)
    return log[-1] if log and log[-1].turn == state.turn else None


def _stack(number: int) -> Element:
    """Return a pile of cards around 0 0, and their number."""
    shift = min(3.0, 14 / number)
    shifts = [shift * (n - number / 2) for n in range(number)]
    cards = [svg.rect(-12 + aside, -16 - aside, 24, 32, "ink-line", rx=3, fill="inherit") for aside in shifts]
    x, y = shift * (number / 2 - 1), -shift * (number / 2 - 1)
    sign = svg.rect(x - 9, y - 10, 18, 20, "card", rx=3)
    return svg.group(*cards, sign, svg.label(x, y, number, size=15, font_weight="bold"))


def _head(card: int) -> Iterable[Element]:
    x = _LEFT + _COLUMN * (card + 0.5)
    yield svg.path(
        _ICONS[card],
        f"{_FILLS[card]}-line",
        stroke_width=2,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({x:g} 16)",
    )
    yield svg.label(x, 37, CARDS[card], size=12)
    yield svg.label(x, 52, VALUES[card] if card < len(VALUES) else "", "quiet", size=13)


def _middle(seat: int, card: int) -> tuple[float, float]:
    return _LEFT + _COLUMN * (card + 0.5), _TOP + _ROW * seat + 34


def _stacks(state: State, card: int) -> Iterable[Element]:
    stacks = [
        svg.put(f"pit-stack{hand[card]}", *_middle(seat, card)) for seat, hand in enumerate(state.hands) if hand[card]
    ]
    if stacks:
        yield svg.group(*stacks, look=_FILLS[card])


def _offer(state: State, seat: int) -> Iterable[Element]:
    lot = state.offers[seat]
    if lot is None:
        return
    y = _TOP + _ROW * seat + 50
    new = isinstance(last := _last(state), Offered) and last.seat == seat
    yield svg.rect(8, y - 13, 160, 28, f"paper {'mark' if new else 'ink'}-line", rx=8, stroke_dasharray=svg.HIDDEN)
    yield svg.label(18, y + 1, f"offers {lot.number}", text_anchor="start", font_weight="bold")
    yield svg.label(84, y + 1, f"({CARDS[lot.card]})", "quiet", text_anchor="start")


def _traded(state: State) -> Iterable[Element]:
    if isinstance(last := _last(state), Traded):
        for seat, card in ((last.seat, last.got), (last.other, last.gave)):
            x, y = _middle(seat, card)
            yield svg.rect(x - 23, y - 31, 46, 62, "mark-line", rx=6, stroke_width=3)


def _called(state: State) -> Iterable[Element]:
    for n, entry in enumerate(reversed(_log(state)[-4:])):
        look = "ink" if n == 0 else "quiet"
        weight = "bold" if isinstance(entry, Cornered) else "normal"
        words = f"{entry.turn}. {sentence(entry, None)}"
        yield svg.label(8, _BELOW + 10 + 19 * n, words, look, most=60, text_anchor="start", font_weight=weight)


PICTURE: svg.Picture = PitPicture()
