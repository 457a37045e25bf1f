"""Compare Santorini with the brute-force oracle at every ply of random matches, with and without a choice of pawn,
and in how many lines of play there are from a placement.

Run: python -m tests.benchmarks.games.differential_santorini [MATCHES]   (default 2000)

Half of the matches are random throughout. In the other half climbs to level 3 are avoided while anything else can be
done, so that they end late and often by a stuck pawn.
"""

import sys
from collections import Counter

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.rules import GAME, State
from tests.games.santorini.oracle import GRID, Table


def agree(state: State, table: Table) -> list[str]:
    """Return the legal ids; raise ``AssertionError`` where the two differ."""
    legal = list(GAME.legal(state, state.seat))  # type: ignore[arg-type]
    ids = [choice.id for choice in legal]
    assert len(ids) == len(set(ids))
    assert set(ids) == table.ids()
    assert (state.winner if state.winner >= 0 else None) == table.winner
    assert state.heights == tuple(table.levels[square] for square in sorted(GRID))
    assert [(p // 5, p % 5) for p in state.pawns] == [table.pawns[letter] for letter in "AXBY"[: len(state.pawns)]]
    assert GAME.to_move(state) == ((table.turns % 2,) if ids else ())
    return ids


def quiet(state: State, ids: list[str]) -> list[str]:
    """Return the ids after which the game goes on, or all of them."""
    after = {i: GAME.apply(state, {state.seat: GAME.decode(i)}) for i in ids}
    return [i for i in ids if after[i].winner < 0] or ids


def compare(number: int, *, choose: bool) -> tuple[int, Counter[tuple[str, int]]]:
    """Play random matches in both; return how many plies were compared and how the matches ended."""
    stream = Stream("tests", f"santorini/{choose}", "differential")
    plies = 0
    ends: Counter[tuple[str, int]] = Counter()
    for match in range(number):
        state = GAME.start(GAME.deal(str(match), {"choose_pawn": int(choose)}, "strict"))
        table = Table(choose=choose)
        while ids := agree(state, table):
            chosen = stream.choice(quiet(state, ids) if match % 2 else ids)
            state = GAME.apply(state, {state.seat: GAME.parse(state, state.seat, chosen)})
            table.do(chosen)
            plies += 1
        ends[GAME.outcome(state).reason, state.winner] += 1
    return plies, ends


def lines(state: State, table: Table, plies: int) -> tuple[int, int]:
    """Return how many lines of play of *plies* actions there are, here and by the oracle."""
    if plies == 1:
        return len(agree(state, table)), len(table.ids())
    mine = theirs = 0
    for action in table.ids():
        following = Table(dict(table.levels), dict(table.pawns), table.turns, choose=table.choose)
        following.do(action)
        found = lines(GAME.apply(state, {state.seat: GAME.decode(action)}), following, plies - 1)
        mine, theirs = mine + found[0], theirs + found[1]
    return mine, theirs


def main(number: int = 2_000) -> None:
    """Raise ``AssertionError`` at the first difference in actions, grid, pawns, seat or winner."""
    for choose in (False, True):
        plies, ends = compare(number, choose=choose)
        print(
            f"choose_pawn {int(choose)}: {number} matches, {plies} plies: no difference; {dict(sorted(ends.items()))}"
        )
        state = GAME.start(GAME.deal("0", {"choose_pawn": int(choose)}, "strict"))
        table = Table(choose=choose)
        for place in ("place_1_1", "place_3_3", "place_1_3", "place_3_1"):
            state = GAME.apply(state, {state.seat: GAME.decode(place)})
            table.do(place)
        counts = [lines(state, table, plies) for plies in range(1, 3 if choose else 4)]
        assert all(mine == theirs for mine, theirs in counts)
        print(f"lines of 1, 2, ... plies from an even placement: {[mine for mine, _ in counts]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
