"""The table of Air, Land & Sea drawn for a person who replays a match: all cards, facedown ones in brackets."""

from collections.abc import Iterator, Sequence

from interplay.tracks.games.air_land_sea.cards import CODES, THEATERS
from interplay.tracks.games.air_land_sea.table import DOWN, Battle, State, strengths, totals
from interplay.tracks.games.air_land_sea.text import sentence

_WIDTH = 9


def table_drawing(state: State) -> str:
    """Return seat 1's columns above, seat 0's below, each card with its strength, and what happened last."""
    sums = totals(state)
    names = [THEATERS[theater].upper() for theater in state.order]
    rows = [
        f"battle {state.battle}   victory points {state.vp[0]} : {state.vp[1]}   1st Player: seat {state.first}",
        "",
        _holding(state, 1),
        *reversed(_columns(state, 1)),
        _row([f"= {sums[1][theater]}" for theater in state.order]),
        _row([f"{name:-<{_WIDTH}}" for name in names]),
        _row([f"= {sums[0][theater]}" for theater in state.order]),
        *_columns(state, 0),
        _holding(state, 0),
        f"deck    {' '.join(map(_code, state.deck)) or '-'}",
        *(f"Air Drop of seat {seat} is waiting" for seat in (0, 1) if state.air_drop[seat]),
    ]
    story = list(_story(state))
    return "\n".join([*rows, "", *story] if story else rows)


def _row(cells: Sequence[str]) -> str:
    return ("        " + "   ".join(f"{cell:<{_WIDTH}}" for cell in cells)).rstrip()


def _code(card: int) -> str:
    return CODES[card].upper()


def _columns(state: State, seat: int) -> list[str]:
    """Return the rows of a seat's columns, from the middle of the table outwards, where the uncovered cards lie."""
    side = state.sides[seat]
    cells = [
        [
            f"({_code(card - DOWN)}) {strength}" if card >= DOWN else f"{_code(card)} {strength}"
            for card, strength in zip(side[theater], strengths(side, theater), strict=True)
        ]
        for theater in state.order
    ]
    height = max(map(len, cells))
    return [_row([column[row] if row < len(column) else "" for column in cells]) for row in range(height)]


def _holding(state: State, seat: int) -> str:
    mark = ">" if not state.over and state.seat == seat else " "
    return f"seat {seat} {mark}{' '.join(map(_code, state.hands[seat])) or 'no card in hand'}"


def _story(state: State) -> Iterator[str]:
    if state.log:
        event = state.log[-1]
        yield sentence(event, (f"seat {event.seat}", "its", f"seat {1 - event.seat}'s"), named=True)
    if state.past and (state.over or not state.log):
        yield _ended(state, state.past[-1])


def _ended(state: State, battle: Battle) -> str:
    number = state.battle if state.over else state.battle - 1
    scores = ", ".join(f"{name} {battle.totals[0][t]} : {battle.totals[1][t]}" for t, name in enumerate(THEATERS))
    how = "all cards are played" if battle.left < 0 else f"seat {1 - battle.winner} withdraws"
    return f"End of battle {number}: {how} ({scores}). Seat {battle.winner} gets {battle.points} victory points."
