"""Air, Land & Sea drawn: three theaters with both sides' columns, hands and deck, dashed where somebody cannot look."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.air_land_sea.cards import CODES, STRENGTH, THEATERS, title_of
from interplay.tracks.games.air_land_sea.table import DOWN, State, strengths, totals
from interplay.tracks.games.air_land_sea.text import sentence
from interplay.tracks.games.verdicts import Observed

_WIDTH, _COLUMN, _STRIP = 480, 156, 26
_BAND, _SIDE = 228, 150
"""Top of the theaters' names in the middle of the table, and the height of a side."""
_LOW = _BAND + 40 + _SIDE  # top of what seat 0 holds
_HAND = (_LOW + 6, 44)  # tops of the hands, by seat; the deck lies beside that of seat 1


class AirLandSeaPicture:
    """Seat 1 above and seat 0 below; covered cards lie nearer to the middle, a facedown card shows what it is."""

    size = (_WIDTH, _LOW + 116)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        faces = {f"{code}-up": _face(card, down=False) for card, code in enumerate(CODES)}
        backs = {f"{code}-down": _face(card, down=True) for card, code in enumerate(CODES)}
        lanes = [svg.rect(4 + 158 * n, _BAND - _SIDE, _COLUMN, 2 * _SIDE + 40, "felt", rx=8) for n in range(3)]
        bands = [svg.rect(4 + 158 * n, _BAND, _COLUMN, 40, "wood") for n in range(3)]
        hidden = [_hidden(4, _HAND[0]), _hidden(4, _HAND[1]), _hidden(242, _HAND[1])]
        return svg.group(svg.symbols("air_land_sea", **faces, **backs), *lanes, *bands, *hidden)

    def frame(self, state: State, observed: Observed | None) -> Element:
        sums = totals(state)
        drawn = [part for seat in (0, 1) for part in _holding(state, seat)]
        drawn += [part for n in range(3) for part in _theater(state, n, sums)]
        drawn += [part for seat in (0, 1) for n in range(3) for part in _column(state, seat, n)]
        story = svg.paragraph(8, _LOW + 84, _story(state), size=13, across=66, most=2)
        return svg.group(*drawn, *_marked(state), story)

    def caption(self, state: State) -> str:
        first, second = totals(state)
        at = ", ".join(f"{THEATERS[t]} {first[t]} to {second[t]}" for t in state.order)
        points = f"victory points {state.vp[0]} to {state.vp[1]}"
        now = f"Battle {state.battle}, seat {state.seat} decides"
        start = f"Seat {int(state.vp[1] > state.vp[0])} has won the match" if state.over else now
        return f"{start}; {points} (seat 0 to seat 1). Strengths: {at}."


def _story(state: State) -> str:
    parts = []
    if state.past and (state.over or not state.log):
        last = state.past[-1]
        how = "All cards are played" if last.left < 0 else f"Seat {1 - last.winner} withdraws"
        parts = [f"{how}: seat {last.winner} scores {last.points}."]
    if state.log and not state.over:
        event = state.log[-1]
        parts = [sentence(event, (f"Seat {event.seat}", "its", f"seat {1 - event.seat}'s"), named=True)]
    return " ".join([*parts, *(() if state.log else (f"Battle {state.battle} begins.",))])


def _face(card: int, *, down: bool) -> Element:
    """Return a card by its middle at the left: its owner's colour at the edge, then id and name."""
    edge = {"stroke_dasharray": svg.HIDDEN} if down else {}
    body = svg.rect(0, -12, _COLUMN - 8, 24, f"{'paper' if down else 'card'} ink-line", rx=4, stroke_width=1.2, **edge)
    name = svg.label(14, 0, title_of(card), "quiet" if down else "ink", size=12, text_anchor="start")
    return svg.group(body, svg.rect(3, -9, 6, 18, "", rx=2), name)


def _hidden(x: float, y: float) -> Element:
    return svg.rect(x, y, 234, 28, "paper quiet-line", rx=6, stroke_width=1.2, stroke_dasharray=svg.HIDDEN)


def _left(n: int) -> int:
    return 8 + 158 * n


def _heights(seat: int, count: int) -> Sequence[float]:
    """Return the middles of the cards of a column, from the bottom card, next to the middle of the table, outwards."""
    step = min(_STRIP, (_SIDE - 28) / max(1, count - 1))
    return [_BAND + 56 + step * n if seat == 0 else _BAND - 16 - step * n for n in range(count)]


def _column(state: State, seat: int, n: int) -> Iterable[Element]:
    """Yield a column's cards, and the strengths of those that do not have the printed one."""
    theater = state.order[n]
    column = state.sides[seat][theater]
    heights = _heights(seat, len(column))
    if column:
        ids = (f"air_land_sea-{CODES[card % DOWN]}-{'down' if card >= DOWN else 'up'}" for card in column)
        yield svg.group(
            *(svg.put(card_id, _left(n), y) for card_id, y in zip(ids, heights, strict=True)), look=f"seat-{seat}"
        )
    lines = zip(column, strengths(state.sides[seat], theater), heights, strict=True)
    other = [(strength, y) for card, strength, y in lines if card >= DOWN or strength != STRENGTH[card]]
    if other:
        numbers = [svg.node("text", x=_left(n) + _COLUMN - 16, y=y + 4.5) for _, y in other]
        for number, (strength, _) in zip(numbers, other, strict=True):
            number.text = str(strength)
        yield svg.group(*numbers, look="ink", font_size=13, font_weight="bold", text_anchor="middle")


def _theater(state: State, n: int, sums: tuple[Sequence[int], Sequence[int]]) -> Iterable[Element]:
    """Yield a theater's name between both strengths; the leading seat's strength is in its colour."""
    theater = state.order[n]
    middle = 4 + 158 * n + _COLUMN / 2
    yield svg.label(middle, _BAND + 20, THEATERS[theater].upper(), size=15, font_weight="bold")
    first, second = sums[0][theater], sums[1][theater]
    leads = state.first if first == second else int(second > first)
    for seat, strength in ((0, first), (1, second)):
        x = middle + (56 if seat == 0 else -56)
        if seat == leads:
            yield svg.rect(x - 15, _BAND + 8, 30, 24, f"seat-{seat}", rx=5)
        yield svg.label(x, _BAND + 20, strength, "paper" if seat == leads else "ink", size=15)


def _holding(state: State, seat: int) -> Iterable[Element]:
    """Yield a player's sign with the victory points, and the hand, which the other player does not see."""
    top = 4 if seat else _LOW + 40
    first = ", 1st Player" if state.first == seat else ""
    yield svg.plate(
        4, top, 270, seat, f"seat {seat}: {state.vp[seat]} points{first}", to_move=not state.over and state.seat == seat
    )
    y = _HAND[seat]
    hand = " ".join(CODES[card].upper() for card in state.hands[seat]) or "no card"
    yield svg.label(14, y + 14, f"hand  {hand}", text_anchor="start", most=28)
    if seat:
        deck = " ".join(CODES[card].upper() for card in state.deck) or "empty"
        yield svg.label(252, y + 14, f"deck  {deck}", size=12, text_anchor="start", most=33)
        yield svg.label(472, 20, f"battle {state.battle}", text_anchor="end", size=15)


def _marked(state: State) -> Iterable[Element]:
    """Yield a frame around the card that the last event of the battle was about, where it still lies uncovered."""
    if not state.log:
        return
    event = state.log[-1]
    seat = event.side if event.kind == "flip" else event.seat
    if event.theater >= 0 and (column := state.sides[seat][event.theater]) and column[-1] % DOWN == event.card:
        y = _heights(seat, len(column))[-1]
        yield svg.rect(
            _left(state.order.index(event.theater)) - 2, y - 14, _COLUMN - 4, 28, "mark-line", rx=5, stroke_width=3
        )


PICTURE: svg.Picture = AirLandSeaPicture()
