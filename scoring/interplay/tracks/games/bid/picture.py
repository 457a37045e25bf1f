"""Bid drawn: for each bidder a scale from $0 to $10 with the private valuation, the sealed bid, and what was earned."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.bid.equilibrium import HIGHEST
from interplay.tracks.games.bid.rules import GAME, State, dollars, price
from interplay.tracks.games.verdicts import Observed

_WIDTH, _LEFT, _TOP, _ROW = 480, 30, 14, 130
_SCALE = (_WIDTH - 2 * _LEFT) / HIGHEST  # units for a cent


class BidPicture:
    """Both bidders, one below the other; dashed frames are around what its owner alone knows until the end."""

    size = (_WIDTH, _TOP + 2 * _ROW + 40)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        table = svg.rect(2, 2, _WIDTH - 4, self.size[1] - 4, "felt", rx=10)
        return svg.group(table, *(part for seat in (0, 1) for part in _scale(state, seat)))

    def frame(self, state: State, observed: Observed | None) -> Element:
        waiting = state.bids is None
        drawn = [
            svg.plate(_LEFT, _top(seat), 204, seat, f"seat {seat} values the item", to_move=waiting) for seat in (0, 1)
        ]
        bids = dict(enumerate(state.bids or ()))
        if waiting and (bid := svg.played(observed)) is not None and observed is not None:
            bids[observed.seat] = bid
        drawn += [part for seat, bid in bids.items() for part in _bid(state, seat, bid, observed)]
        return svg.group(*drawn, svg.label(_WIDTH / 2, self.size[1] - 24, _ending(state), size=15))

    def caption(self, state: State) -> str:
        values = " and ".join(f"seat {seat} values the item at {dollars(state.values[seat])}" for seat in (0, 1))
        if state.bids is None:
            return f"Both seats are to bid, sealed: {values}."
        bids = " and ".join(f"seat {seat} bids {dollars(state.bids[seat])}" for seat in (0, 1))
        return f"{_ending(state)} {values[0].upper()}{values[1:]}; {bids}."


def _top(seat: int) -> int:
    return _TOP + _ROW * seat


def _at(cents: int) -> float:
    """Return the position of an amount on the scale; greater amounts than it shows are just beyond its end."""
    return _LEFT + _SCALE * min(cents, HIGHEST + 30)


def _scale(state: State, seat: int) -> Iterable[Element]:
    y, value = _top(seat) + 88, state.values[seat]
    ticks = "".join(f"M{_at(cents):g} {y}v6" for cents in range(0, HIGHEST + 1, HIGHEST // 10))
    yield svg.path(f"M{_LEFT} {y}h{_WIDTH - 2 * _LEFT}{ticks}", "ink-line", stroke_width=1.5)
    yield from (
        svg.label(_at(cents), y + 16, f"${cents // 100}", size=12) for cents in range(0, HIGHEST + 1, HIGHEST // 5)
    )
    yield svg.rect(_LEFT, y - 40, _SCALE * value, 38, "card ink-line", stroke_dasharray=svg.HIDDEN, stroke_width=1.5)
    yield svg.rect(_LEFT + 212, y - 88, 76, 32, "card ink-line", rx=6, stroke_dasharray=svg.HIDDEN, stroke_width=1.5)
    yield svg.label(_LEFT + 250, y - 72, dollars(value), size=16)


def _bid(state: State, seat: int, bid: int, observed: Observed | None) -> Iterable[Element]:
    y, end = _top(seat) + 88, _at(bid)
    won = state.bids is not None and GAME.outcome(state).returns[seat] > 0
    yield svg.rect(_LEFT, y - 34, end - _LEFT, 26, svg.SEATS[seat])
    if won:
        paid = _at(price(state))
        yield svg.rect(paid, y - 34, _at(state.values[seat]) - paid, 26, "good")
    look = "mark-line" if observed is not None and observed.seat == seat else "ink-line"
    yield svg.line(end, y - 46, end, y, look, stroke_width=4)
    yield svg.label(_WIDTH - _LEFT, y - 72, f"bids {dollars(bid)}", size=16, text_anchor="end", most=24)


def _ending(state: State) -> str:
    if state.bids is None:
        return "The bids are sealed."
    outcome = GAME.outcome(state)
    for seat in (0, 1):
        if outcome.returns[seat]:
            tie = " by the draw" if outcome.reason == "tie" else ""
            verb = "earns" if outcome.returns[seat] > 0 else "loses"
            earned = f"{verb} ${abs(outcome.returns[seat]):.2f}"
            return f"Seat {seat} wins{tie} and {earned}; seat {1 - seat} earns nothing."
    return "Nobody earns anything."


PICTURE: svg.Picture = BidPicture()
