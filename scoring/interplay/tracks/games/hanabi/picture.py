"""Hanabi drawn: both hands with what their owners know, the fireworks, the discards, tokens, life and pile."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.hanabi import table
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import BEST, COLORS, HINT, LABELS, NAMED, NAMES, PLAY, TOKENS, State
from interplay.tracks.games.verdicts import Observed

_CARD, _HIGH = 48, 66
_TABLE, _TABLE_HIGH = 86, 178
_TOPS = (_TABLE + _TABLE_HIGH + 10, 8)  # top of each seat's hand
_FILLS = ("red", "gold")  # of the cards' colours; the letters differ too
_SMALL = 17  # width of a discard, so that the ten cards of a colour fit beside each other
_RIGHT = 290  # where discards, tokens and pile begin
_STEP = 18.5  # from one discard to the next


class HanabiPicture:
    """Seat 1 above and seat 0 below; cards in hands are dashed, as their owners do not see them."""

    size = (480, _TOPS[0] + _HIGH + 8)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        large = {name: _card(card) for card, name in enumerate(NAMES)}
        small = {f"{name}-small": _small(card) for card, name in enumerate(NAMES)}
        last = svg.rect(-3, -3, _CARD + 6, _HIGH + 6, "mark-line", rx=7, stroke_width=4)
        places = [
            svg.rect(*_firework_spot(card), _CARD, _HIGH, "quiet-line", rx=5, stroke_width=1, stroke_dasharray="2 4")
            for card in range(10)
        ]
        felt = svg.rect(2, _TABLE, 476, _TABLE_HIGH, "felt", rx=10)
        holes = [svg.circle(_RIGHT + 10 + 24 * n, _TABLE + 127, 9, "quiet-line", stroke_width=1) for n in range(TOKENS)]
        names = [_named(_RIGHT, 16, "discards"), _named(_RIGHT, 104, "tokens"), _named(_RIGHT + 82, 104, "life")]
        marks = svg.symbols("hanabi", last=last, burst=_burst(), **large, **small)
        return svg.group(marks, felt, *places, *holes, *names, _named(_RIGHT + 130, 104, "pile"))

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [
            svg.put(f"hanabi-{NAMES[5 * color + rank]}", *_firework_spot(5 * color + rank))
            for color in (0, 1)
            for rank in range(state.fireworks[color])
        ]
        for seat in (0, 1):
            drawn.append(svg.plate(4, _TOPS[seat], 158, seat, f"seat {seat}", to_move=seat in turn))
            drawn += _hand(state, seat)
        score = f"score {GAME.outcome(state).returns[0]:.0f}" if not turn else f"built {state.heights} of {BEST}"
        counts = _named(_RIGHT, 162, score, "ink"), _counted(state)
        return svg.group(*drawn, *_discards(state), *counts, *_done(state))

    def caption(self, state: State) -> str:
        turn = GAME.to_move(state)
        built = " and ".join(f"{color} {height}" for color, height in zip(COLORS, state.fireworks, strict=True))
        left = f"{state.tokens} of {TOKENS} hint tokens and {len(state.deck) - state.dealt} cards in the pile are left"
        if turn:
            start = f"Seat {turn[0]} is to act"
        else:
            outcome = GAME.outcome(state)
            start = f"The game is over ({outcome.reason.replace('_', ' ')}) with a score of {outcome.returns[0]:.0f}"
        return f"{start}. Fireworks: {built}; {left}. Last action: {_last_action(state)}."


def _named(x: float, y: float, words: str, look: str = "quiet") -> Element:
    return svg.label(x, _TABLE + y, words, look, text_anchor="start")


def _firework_spot(card: int) -> tuple[int, int]:
    return 16 + 53 * (card % 5), _TABLE + 18 + 76 * (card // 5)


def _hand_spot(seat: int, at: int) -> tuple[int, int]:
    return 180 + 152 * at, _TOPS[seat]


def _card(card: int) -> Element:
    """Return a card by its corner at the top left: rank and letter, and a burst in its colour."""
    fill = _FILLS[card // 5]
    body = svg.rect(0, 0, _CARD, _HIGH, "card ink-line", rx=5, stroke_width=1.5)
    burst = svg.put("hanabi-burst", _CARD / 2, 44, fill)
    rank = svg.label(_CARD / 2, 17, card % 5 + 1, size=22, font_weight="bold")
    return svg.group(
        body, svg.rect(0, 0, _CARD, 5, fill, rx=2), burst, rank, svg.label(8, 57, "RY"[card // 5], "quiet", size=12)
    )


def _small(card: int) -> Element:
    body = svg.rect(0, 0, _SMALL, 28, f"card {_FILLS[card // 5]}-line", rx=3, stroke_width=1.5)
    return svg.group(body, svg.label(_SMALL / 2, 14, NAMES[card], size=12, font_weight="bold"))


def _burst() -> Element:
    rays = "M0-5V-14M0 5V14M-5 0H-14M5 0H14M-4-4L-10-10M4-4L10-10M-4 4L-10 10M4 4L10 10"
    sparks = svg.path(rays, "ink-line", stroke_width=1, stroke_dasharray="none")
    petals = "M0-15L4-5L11-11L6-3L15 0L6 3L11 11L4 5L0 15L-4 5L-11 11L-6 3L-15 0L-6-3L-11-11L-4-5Z"
    return svg.group(svg.path(petals), sparks)


def _hand(state: State, seat: int) -> Iterable[Element]:
    """Yield the cards of a seat, and beside each what it can be after the hints; named colours and ranks in bold."""
    for at, (card, known) in enumerate(zip(state.hands[seat], state.known[seat], strict=True)):
        x, y = _hand_spot(seat, at)
        yield svg.put(f"hanabi-{NAMES[card]}", x, y, stroke_dasharray=svg.HIDDEN)
        colors, ranks = table.candidates(known)
        named = (["RY"[color] for color in colors], table.NAMED_COLOR, 20), (map(str, ranks), table.NAMED_RANK, 44)
        for words, bit, dy in named:
            look, weight = ("ink", "bold") if known & bit else ("quiet", "normal")
            text = " ".join(words)
            yield svg.label(x + _CARD + 8, y + dy, text, look, size=15, text_anchor="start", font_weight=weight)


def _discards(state: State) -> Iterable[Element]:
    new = bool(state.history) and (state.history[-1] < PLAY or state.lost)
    for color in (0, 1):
        cards = sorted(card for card in state.discards if card // 5 == color)
        for n, card in enumerate(cards):
            yield svg.put(f"hanabi-{NAMES[card]}-small", _RIGHT + _STEP * n, _TABLE + 28 + 33 * color)
        if new and state.last in cards:
            at = _RIGHT + _STEP * cards.index(state.last), _TABLE + 28 + 33 * color
            yield svg.rect(*at, _SMALL, 28, "bad-line" if state.lost else "mark-line", rx=3, stroke_width=4)


def _counted(state: State) -> Element:
    parts = [svg.circle(_RIGHT + 10 + 24 * n, _TABLE + 127, 8, "water ink-line") for n in range(state.tokens)]
    heart = f"M{_RIGHT + 95} {_TABLE + 136}c-14-10-11-19-5-19q4 0 5 4q1-4 5-4c6 0 9 9-5 19Z"
    parts.append(svg.path(heart, "quiet-line" if state.lost else "red", stroke_width=1.5))
    left = len(state.deck) - state.dealt
    if left:
        parts.append(svg.rect(_RIGHT + 132, _TABLE + 114, 20, 26, "wood ink-line", rx=3, stroke_dasharray=svg.HIDDEN))
    parts.append(svg.label(_RIGHT + 160, _TABLE + 127, left, size=15, text_anchor="start"))
    return svg.group(*parts)


def _done(state: State) -> Iterable[Element]:
    if not state.history:
        return
    action, seat = state.history[-1], 1 - state.seat
    y = _TOPS[seat] + 48
    yield svg.label(12, y, LABELS[action], text_anchor="start", font_weight="bold")
    if action >= HINT:
        touched = [at for at, card in enumerate(state.hands[1 - seat]) if NAMED[action - HINT] >> card & 1]
        yield from (svg.put("hanabi-last", *_hand_spot(1 - seat, at)) for at in touched)
        return
    if action >= PLAY and not state.lost:
        yield svg.put("hanabi-last", *_firework_spot(state.last))


def _last_action(state: State) -> str:
    if not state.history:
        return "none, the game begins"
    action = state.history[-1]
    card = f" ({NAMES[state.last]}{', which does not fit' * state.lost})" if action < HINT else ""
    return f"seat {1 - state.seat}, {LABELS[action]}{card}"


PICTURE: svg.Picture = HanabiPicture()
