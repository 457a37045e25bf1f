"""Sea Battle drawn: the chart with rocks, ships by their headings, tracks and shots of the last round, and damage."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.sea_battle.rules import DIRECTIONS, GAME, NO_ORDER, State
from interplay.tracks.games.sea_battle.waters import MAX_ROUNDS, MENU, MISS, SEATS, SIZE, THRESHOLD
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.verdicts import Observed

_CELL, _LEFT, _TOP = 20, 26, 4
_WIDE = SIZE * _CELL
_BELOW = _TOP + _WIDE + 44  # top of the damage lines, one a ship
_TEAM = (0, 0, 0, 3, 3, 3)  # the seat in whose colour a seat's ship is drawn: the first of its team


class SeaBattlePicture:
    """The chart with the north at the top. Ships have the colour of their team's first seat, and a number."""

    size = (_LEFT + _WIDE + 4, _BELOW + 3 * 24)
    looks: tuple[str, ...] = tuple(f"seat-{seat}" for seat in _TEAM)
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        hull = svg.path("M-11-8H3Q9-6 12 0Q9 6 3 8H-11L-9 0Z", "paper-line", stroke_width=1, fill="inherit")
        wreck = svg.path("M-5-5L5 5M-5 5L5-5", "quiet-line", stroke_width=2.5, stroke_linecap="round")
        water = svg.rect(_LEFT, _TOP, _WIDE, _WIDE, "water")
        steps = range(_CELL, _WIDE, _CELL)
        grid = "".join(f"M{_LEFT + n} {_TOP}v{_WIDE}M{_LEFT} {_TOP + n}h{_WIDE}" for n in steps)
        shore = svg.rect(_LEFT + 10, _TOP + 10, _WIDE - 20, _WIDE - 20, "rock-line", stroke_width=_CELL)
        rocks = svg.path(
            "".join(_rock(*_middle(square)) for square in state.sea.rocks), "rock quiet-line", stroke_width=1
        )
        names = [svg.label(_middle(n)[0], _TOP + _WIDE + 11, n, "quiet", size=14) for n in range(0, SIZE, 2)]
        names += [svg.label(_LEFT - 13, _middle(SIZE * n)[1], n, "quiet", size=14) for n in range(0, SIZE, 2)]
        names += [_badge(seat, hidden=state.sea.hide_damage) for seat in SEATS]
        drawn = water, svg.path(grid, "quiet-line", stroke_width=0.3), shore, rocks
        return svg.group(svg.symbols("sea_battle", ship=hull, wreck=wreck), *drawn, *names)

    def frame(self, state: State, observed: Observed | None) -> Element:
        drawn, deciding = list[Element](), observed is not None and observed.state == state
        if observed is not None and deciding:
            drawn.append(svg.circle(*_middle(state.at[observed.seat]), 14, "mark-line", stroke_width=3))
        elif observed is not None:
            drawn += [*_tracks(observed.state, state), *_shots(state)]
        for seat in SEATS:
            if state.damage[seat] >= THRESHOLD:
                drawn.append(svg.put("sea_battle-wreck", *_middle(state.at[seat])))
        drawn += [_ship(state, seat) for seat in state.afloat()]
        now = f"round {state.played + 1}: orders so far" if deciding else f"after round {state.played}: its orders"
        head = f"{now}, damage (a ship sinks at {THRESHOLD})"
        title = svg.label(_LEFT, _BELOW - 14, head, "quiet", size=15, text_anchor="start", most=58)
        return svg.group(
            *drawn, title, *(part for seat in SEATS for part in _damage(state, seat)), *_orders(state, observed)
        )

    def given(self, state: State, turns: Sequence[Observed]) -> Element:
        return svg.group(*map(_given, turns[:-1]))

    def caption(self, state: State) -> str:
        ships = []
        for seat in SEATS:
            x, y = state.at[seat] % SIZE, state.at[seat] // SIZE
            heading, damage = DIRECTIONS[state.heading[seat]], state.damage[seat]
            lies = f"at ({x}, {y}) heading {heading}, damage {damage} of {THRESHOLD}"
            ships.append(f"ship {seat} {'is sunk' if damage >= THRESHOLD else lies}")
        start = f"After {state.played} of at most {MAX_ROUNDS} rounds"
        if GAME.to_move(state):
            start += ", all ships afloat are to act"
        else:
            points = GAME.outcome(state).points
            winners = "0, 1, 2" if points[0] > points[3] else "3, 4, 5"
            start += ", nobody has won" if points[0] == points[3] else f", seats {winners} have won"
        return f"{start}: {'; '.join(ships)}."


def _middle(square: int) -> tuple[float, float]:
    return _LEFT + (square % SIZE + 0.5) * _CELL, _TOP + (SIZE - square // SIZE - 0.5) * _CELL


def _rock(x: float, y: float) -> str:
    return f"M{x - 9:g} {y + 8:g}l3-12l5-4l4 5l3-2l3 13Z"


def _ship(state: State, seat: int) -> Element:
    x, y = _middle(state.at[seat])
    turned = f"translate({x:g} {y:g}) rotate({-90 * state.heading[seat]})"
    hull = svg.put("sea_battle-ship", 0, 0, f"seat-{_TEAM[seat]}", transform=turned)
    return svg.group(hull, svg.label(x, y, seat, "paper", size=13, font_weight="bold"))


def _tracks(before: State, state: State) -> Iterable[Element]:
    for seat in SEATS:
        (x1, y1), (x2, y2) = _middle(before.at[seat]), _middle(state.at[seat])
        if (x1, y1) != (x2, y2):  # ships go straight on before they turn
            straight = f"L{x2:g} {y1:g}" if before.heading[seat] % 2 == 0 else f"L{x1:g} {y2:g}"
            bend = straight if x1 != x2 and y1 != y2 else ""
            yield svg.path(f"M{x1:g} {y1:g}{bend}L{x2:g} {y2:g}", "mark-line", stroke_width=2.5)
        if state.log.struck[seat] or state.log.rammed[seat]:
            yield svg.circle(x2, y2, 12, "bad-line", stroke_width=2)


def _shots(state: State) -> Iterable[Element]:
    for seat in SEATS:
        if (target := state.log.hits[seat]) != MISS:
            yield svg.line(*_middle(state.at[seat]), *_middle(state.at[target]), "bad-line", stroke_width=3)


def _row(seat: int) -> tuple[int, int]:
    return _LEFT + 242 * (seat // 3), _BELOW + 24 * (seat % 3)


def _badge(seat: int, *, hidden: bool) -> Element:
    x, y = _row(seat)
    dashes = {"stroke_dasharray": svg.HIDDEN} if hidden else {}
    bar = svg.rect(x + 20, y + 2, 40, 14, "card quiet-line", stroke_width=1, **dashes)
    disc = svg.circle(x + 8, y + 9, 9, f"seat-{_TEAM[seat]}")
    return svg.group(disc, svg.label(x + 8, y + 9, seat, "paper", size=14, font_weight="bold"), bar)


def _damage(state: State, seat: int) -> Iterable[Element]:
    x, y = _row(seat)
    harm = min(state.damage[seat], THRESHOLD)
    if harm:
        yield svg.rect(x + 20, y + 2, 4 * harm, 14, "bad")
    yield svg.label(x + 66, y + 9, harm, size=14, text_anchor="start")
    if harm == THRESHOLD:
        yield _row_text(seat, "sunk")


def _orders(state: State, decision: Observed | None) -> Iterable[Element]:
    """Yield the orders of the last round; in an unfinished round, the order that was just given."""
    if decision is not None and decision.state == state:
        yield _given(decision)
        return
    for seat in state.afloat():
        order = state.log.orders[seat]
        yield _order(seat, MENU[order]) if order != NO_ORDER else _row_text(seat, "no order yet")


def _given(observed: Observed) -> Element:
    choice: Choice | None = svg.played(observed)
    return _row_text(observed.seat, "forfeits") if choice is None else _order(observed.seat, choice.id)


def _order(seat: int, order: str) -> Element:
    return _row_text(seat, order.replace("_", ", fire "))


def _row_text(seat: int, words: str) -> Element:
    x, y = _row(seat)
    return svg.label(x + 86, y + 9, words, size=13, text_anchor="start", most=20)


PICTURE: svg.Picture = SeaBattlePicture()
