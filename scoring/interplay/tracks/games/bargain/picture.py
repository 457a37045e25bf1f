"""Bargain drawn: the pool split as the latest proposal has it, both players' private values, and all offers so far."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.bargain.instances import Triple, both
from interplay.tracks.games.bargain.replies import ITEMS
from interplay.tracks.games.bargain.rules import TURNS, State, latest_parts, parts, received
from interplay.tracks.games.verdicts import Observed

_WIDTH, _TOP, _ROW = 480, 92, 40
_VALUES = (40, _WIDTH - 40)  # middles of the columns of values
_BUBBLE, _CHART = 264, 384
"""Tops of the message and of the chart of offers."""


class BargainPicture:
    """A table with seat 0 on the left and seat 1 on the right; what an item is worth is hidden from the other one."""

    size = (_WIDTH, _CHART + 104)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        table = svg.rect(2, 42, _WIDTH - 4, 212, "felt", rx=10)
        values = (part for seat in (0, 1) for part in _values(state, seat))
        middle = svg.line(_WIDTH / 2, 78, _WIDTH / 2, 246, "quiet-line", stroke_width=1, stroke_dasharray="2 4")
        return svg.group(
            svg.symbols("bargain", hat=_hat(), ball=_ball(), apple=_apple()), table, middle, *values, *_axes()
        )

    def frame(self, state: State, observed: Observed | None) -> Element:
        over = state.agreed or len(state.actions) == TURNS
        turn = -1 if over else len(state.actions) % 2
        drawn = [svg.plate(4 + 238 * seat, 4, 234, seat, f"seat {seat}", to_move=seat == turn) for seat in (0, 1)]
        shares = latest_parts(state)
        if state.latest is None:
            drawn += _items(state.instance.pool)
        else:
            look = "good" if state.agreed else "ink"
            drawn += [*_items(shares[0], -1), *_items(shares[1], 1)]
            values = zip(_VALUES, received(state), strict=True)
            drawn += [svg.label(x, 236, f"= {value}", look, size=18, font_weight="bold") for x, value in values]
        return svg.group(*drawn, svg.label(_WIDTH / 2, 60, _headline(state), size=15), *_speech(state), *_offers(state))

    def caption(self, state: State) -> str:
        first, second = received(state)
        if state.agreed:
            return f"Seat {_last(state)} has accepted: seat 0 gets {first} and seat 1 gets {second} of 10."
        if len(state.actions) == TURNS:
            return "All 20 turns are over without a deal: both get nothing."
        turn = f"Turn {len(state.actions) + 1} of {TURNS}: seat {len(state.actions) % 2} is to speak"
        if state.latest is None:
            return f"{turn}; the pool holds {_counted(state.instance.pool)}."
        shares = latest_parts(state)
        split = f"seat 0 would get {_counted(shares[0])}, seat 1 {_counted(shares[1])}"
        return f"{turn}; by the latest proposal {split}, worth {first} and {second} of 10 to them."


def _last(state: State) -> int:
    return (len(state.actions) - 1) % 2


def _counted(part: Triple) -> str:
    named = [f"{n} {item}{'s' * (n > 1)}" for n, item in zip(part, ITEMS, strict=True) if n]
    return ", ".join(named) or "nothing"


def _headline(state: State) -> str:
    if state.latest is None:
        return "the pool"
    if state.agreed:
        return f"seat {_last(state)} accepts: a deal"
    if len(state.actions) == TURNS:
        return "no deal: both get nothing"
    return f"seat {_last(state)} proposes"


def _items(part: Triple, side: int = 0) -> Iterable[Element]:
    """Yield the items of the left (-1) or right (1) side, from the line in the middle to its edge; of the pool (0)."""
    for row, (item, count) in enumerate(zip(ITEMS, part, strict=True)):
        for n in range(count):
            away = side * (20 + 27 * n) if side else 27 * (n - (count - 1) / 2)
            yield svg.put(f"bargain-{item}", _WIDTH / 2 + away, _TOP + 20 + _ROW * row)


def _values(state: State, seat: int) -> Iterable[Element]:
    x = _VALUES[seat]
    yield svg.label(x, 76, "worth", size=12)
    yield svg.rect(
        x - 26, _TOP - 4, 52, 3 * _ROW + 8, "card ink-line", rx=6, stroke_width=1.5, stroke_dasharray=svg.HIDDEN
    )
    for row, value in enumerate(state.instance.values[seat]):
        yield svg.label(x, _TOP + 20 + _ROW * row, value, size=18)


def _speech(state: State) -> Iterable[Element]:
    if not state.actions:
        return
    seat = _last(state)
    tip = 60 if seat == 0 else _WIDTH - 60
    bubble = f"M10 {_BUBBLE}H{tip - 8}l8-8l8 8H{_WIDTH - 10}v89H10Z"
    yield svg.path(bubble, f"card seat-{seat}-line", stroke_width=2, stroke_linejoin="round")
    words = state.actions[-1].message
    yield svg.paragraph(
        20, _BUBBLE + 13, words or "(no message)", "ink" if words else "quiet", size=12, across=68, most=5
    )


def _point(turn: int, value: int) -> tuple[float, float]:
    return 46 + 22 * turn, _CHART + 82 - 7.2 * value


def _axes() -> Iterable[Element]:
    (x, y), (right, top) = _point(0, 0), _point(TURNS - 1, 10)
    yield svg.path(f"M{x - 12:g} {y:g}H{right + 12:g}", "quiet-line", stroke_width=1)
    yield svg.path(f"M{x - 12:g} {top:g}h{right - x + 24:g}m0 36h{x - right - 24:g}", "quiet-line", stroke_width=0.4)
    yield from (svg.label(22, _point(0, value)[1], value, "quiet", size=12) for value in (0, 5, 10))
    yield from (svg.label(_point(turn - 1, 0)[0], y + 13, turn, "quiet", size=12) for turn in (1, 5, 10, 15, 20))
    yield svg.label(
        _WIDTH / 2, _CHART - 8, "what each turn's proposal is worth to seat 0 and to seat 1", "quiet", size=12
    )


def _offers(state: State) -> Iterable[Element]:
    offers = [(turn, shares[0]) for turn in range(len(state.actions)) if (shares := parts(state, turn))]
    foot = _point(0, 0)[1]
    for seat in (0, 1):
        points = ((_point(turn, both(state.instance, first)[seat])) for turn, first in offers)
        bars = "".join(f"M{x - 4.5 + 9 * seat:g} {foot:g}V{y:g}" for x, y in points)
        if bars:
            yield svg.path(bars, f"seat-{seat}-line", stroke_width=8)
    if offers:
        yield svg.rect(_point(offers[-1][0], 0)[0] - 11, foot - 76, 22, 78, "mark-line", rx=3, stroke_width=2)


def _hat() -> Element:
    crown = svg.path("M-7 5V-6Q-7-9 0-9Q7-9 7-6V5Z", "ink")
    return svg.group(crown, svg.rect(-7, 0, 14, 3, "red"), svg.node("ellipse", "ink", cx=0, cy=7, rx=12, ry=3))


def _ball() -> Element:
    return svg.group(
        svg.circle(0, 0, 10, "paper ink-line", stroke_width=1.5),
        svg.path("M-9-4Q0 2 9-4M-9 4Q0-2 9 4M0-10V10", "quiet-line", stroke_width=1.2),
    )


def _apple() -> Element:
    body = svg.path("M0-5Q-11-10-10 2Q-8 11 0 9Q8 11 10 2Q11-10 0-5Z", "red")
    return svg.group(
        body, svg.path("M0-5Q0-9 3-11", "ink-line", stroke_width=2), svg.path("M2-8Q7-13 10-10Q7-6 2-8Z", "good")
    )


PICTURE: svg.Picture = BargainPicture()
