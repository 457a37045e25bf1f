"""Texas Hold'em drawn: a table with two seats, hole cards, board, chips, pot and the dealer's button."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.holdem.hands import RANKS, SUIT_NAMES, category, value
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import CHIPS, STREETS, State, Step
from interplay.tracks.games.holdem.text import verb
from interplay.tracks.games.verdicts import Observed

_CARD, _HIGH, _MIDDLE = 46, 64, 190
_TOPS = (_MIDDLE + 70, _MIDDLE - 134)  # top of each seat's hole cards
_PLATES = (_MIDDLE + 146, _MIDDLE - 178)
_NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_LOOKS = ("ink", "red", "red", "ink")
_SUITS = (
    "M0-10C3-5 10-1 10 4C10 9 4 10 1 6L3 11H-3L-1 6C-4 10-10 9-10 4C-10-1-3-5 0-10Z",
    "M0 10C-3 5-11 1-11-4C-11-10-3-11 0-5C3-11 11-10 11-4C11 1 3 5 0 10Z",
    "M0-11L8 0L0 11L-8 0Z",
    "M0-11A5 5 0 0 1 4-3A5 5 0 1 1 1 6L3 11H-3L-1 6A5 5 0 1 1-4-3A5 5 0 0 1 0-11Z",
)
"""Spades, hearts, diamonds, clubs around 0 0."""


class HoldemPicture:
    """Seat 1 above and seat 0 below; hole cards are dashed until they are shown."""

    size = (480, _PLATES[0] + 36)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        cards = {name.lower(): _suit(suit) for suit, name in enumerate(SUIT_NAMES)}
        rim = svg.rect(10, _MIDDLE - 140, 460, 280, "wood", rx=140)
        felt = svg.rect(22, _MIDDLE - 128, 436, 256, "felt quiet-line", rx=128, stroke_width=1)
        places = [
            svg.rect(*_board_spot(n), _CARD, _HIGH, "quiet-line", rx=5, stroke_width=1, stroke_dasharray="2 4")
            for n in range(5)
        ]
        chip = svg.group(
            svg.node("ellipse", "ink-line", cx=0, cy=0, rx=11, ry=6, stroke_width=1, fill="inherit"),
            svg.node("ellipse", "paper-line", cx=0, cy=0, rx=6, ry=3, stroke_width=1),
        )
        button = svg.group(
            svg.circle(0, 0, 11, "card ink-line", stroke_width=1), svg.label(0, 0, "D", size=13, font_weight="bold")
        )
        return svg.group(svg.symbols("holdem", chip=chip, button=button, **cards), rim, felt, *places)

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [_laid(state.board, *_board_spot(0), 56)] if state.board else []
        for seat in (0, 1):
            drawn += _seat(state, seat, to_move=seat in turn)
        drawn.append(svg.label(240, _MIDDLE + 50, f"{STREETS[state.street]} · pot {sum(state.put)}", size=15))
        if state.ended:
            drawn.append(svg.label(240, _MIDDLE - 50, _ending(state), size=15, font_weight="bold"))
        return svg.group(*drawn, *_done(state))

    def caption(self, state: State) -> str:
        start = _ending(state) if state.ended else f"Seat {state.seat} is to act"
        board = ", ".join(map(_name, state.board)) or "no card"
        hands = [
            f"seat {seat}{' (dealer)' if seat == state.hand.dealer else ''} holds "
            f"{' and '.join(map(_name, state.hand.hole(seat)))} and has put in {state.put[seat]} of {CHIPS} chips"
            for seat in (0, 1)
        ]
        return f"{start}. {STREETS[state.street].capitalize()}, board: {board}; {'; '.join(hands)}."


def _board_spot(n: int) -> tuple[int, int]:
    return 105 + 56 * n, _MIDDLE - _HIGH // 2


def _name(card: int) -> str:
    rank = RANKS[card % 13]
    return f"{_NAMES.get(rank, rank)} of {SUIT_NAMES[card // 13].lower()}"


def _suit(suit: int) -> Element:
    sign = svg.path(_SUITS[suit], _LOOKS[suit], transform="translate(29 44)")
    return svg.group(svg.rect(0, 0, _CARD, _HIGH, "card ink-line", rx=5, stroke_width=1.5), sign)


def _laid(
    cards: Sequence[int], x: float, y: float, step: float, *, dashes: str = "none", opacity: float = 1
) -> Element:
    drawn = [svg.put(f"holdem-{SUIT_NAMES[card // 13].lower()}", x + step * n, y) for n, card in enumerate(cards)]
    for look in ("ink", "red"):
        numbers = [n for n, card in enumerate(cards) if _LOOKS[card // 13] == look]
        ranks = [(x + 16 + step * n, y + 18, RANKS[cards[n] % 13].replace("T", "10")) for n in numbers]
        drawn.append(svg.labels(ranks, look, size=19, font_weight="bold"))
    return svg.group(*drawn, stroke_dasharray=dashes, opacity=opacity)


def _seat(state: State, seat: int, *, to_move: bool) -> Iterable[Element]:
    hole, top = state.hand.hole(seat), _TOPS[seat]
    folded = state.ended == "fold" and state.seat == seat
    dashes = "none" if state.ended == "showdown" else svg.HIDDEN
    yield _laid(hole, 191, top, 52, dashes=dashes, opacity=0.45 if folded else 1)
    chips, x, y = state.put[seat], 326, top + 52
    stack = min(chips, 2 + chips // 12)  # higher for higher stakes, but not one for one
    yield svg.group(*(svg.put("holdem-chip", x, y - 4 * n) for n in range(stack)), look=f"seat-{seat}")
    yield svg.label(x + 18, y, chips, size=16, text_anchor="start", font_weight="bold")
    yield svg.plate(140, _PLATES[seat], 200, seat, f"seat {seat}: {CHIPS - chips} chips left", to_move=to_move)
    if seat == state.hand.dealer:
        yield svg.put("holdem-button", 396, top + (50 if seat else 14))
    if state.board and not folded:
        yield svg.label(468, _PLATES[seat] + 16, category(value((*hole, *state.board))), "quiet", text_anchor="end")


def _done(state: State) -> Iterable[Element]:
    if not state.steps:
        return
    step: Step = state.steps[-1]
    y = _TOPS[step.seat] + (48 if step.seat else 16)
    yield svg.rect(48, y - 15, 136, 30, "card mark-line", rx=8, stroke_width=3)
    yield svg.label(116, y, verb(step).replace("half the pot", "½ pot"), size=13, most=20)


def _ending(state: State) -> str:
    returns = GAME.outcome(state).returns
    if returns[0] == 0:
        return "Split pot: nobody wins anything"
    how = f"as seat {state.seat} folds" if state.ended == "fold" else "at the showdown"
    chips = f"{max(returns):.0f} chip{'s' * (max(returns) > 1)}"
    return f"Seat {int(returns[1] > 0)} wins {chips} {how}"


PICTURE: svg.Picture = HoldemPicture()
