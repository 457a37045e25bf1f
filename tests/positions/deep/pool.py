"""Makes the pool of a game for the split ``deep``.

python -m tests.positions.deep.pool GAME

Candidates come from matches that no other pool uses, at most one from a match, with few best moves and much to lose.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor.state import WIZARDS
from interplay.tracks.games.connect_four.bitboard import CELLS, COLUMNS, bits, column_of, landings
from interplay.tracks.games.connect_four.bots import GREEDY
from interplay.tracks.games.connect_four.rules import GAME as CONNECT_FOUR
from interplay.tracks.games.connect_four.search import SURE, Search
from interplay.tracks.games.hanabi.rules import GAME as HANABI
from interplay.tracks.games.hanabi.table import HINT
from interplay.tracks.games.hanabi.table import State as Table
from interplay.tracks.games.holdem.table import ALL_IN
from interplay.tracks.games.santorini.search import actions, board_of, id_of
from interplay.tracks.games.sea_battle.rules import GAME as SEA_BATTLE
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions import (
    _arctic_scavengers_pool,
    _hanabi_ends,
    _holdem_spots,
    _sea_battle_pool,
    arctic_scavengers,
    are_you_the_traitor,
    connect_four,
    hanabi,
    holdem,
    santorini,
    sea_battle,
    two_rooms_and_a_boom,
)
from interplay_builders.tracks.positions._deep import DEEP, file_of
from interplay_builders.tracks.positions._forced import Case, written
from interplay_builders.tracks.positions._rooms_talk import ODDS
from interplay_builders.tracks.positions._santorini import keeping, wins
from interplay_builders.tracks.positions._santorini_pool import OPENING, match_of
from interplay_builders.tracks.positions._sea_battle_sealed import Orders
from interplay_builders.tracks.positions._sea_battle_sealed import values as sealed_values
from interplay_builders.tracks.positions._traitor_talk import MOODS
from tests.positions.deep.choice import FIRST as EARLY
from tests.positions.deep.choice import chosen, regrets

Candidate = tuple[str, Position]
"""A line of the pool and the position."""
FIRST = 10_000
"""The number of the first match; other pools have smaller ones."""
CANDIDATES: Mapping[str, int] = {
    "arctic_scavengers": 1_300,
    "are_you_the_traitor": 290,
    "connect_four": 45,
    "hanabi": 100,
    "holdem": 160,
    "santorini": 44,
    "sea_battle": 44,
    "two_rooms_and_a_boom": 400,
}
MISLEADING = frozenset({"connect_four", "santorini", "sea_battle"})
"""Games in whose candidates a look ahead must lose more than a random move; it finds most of the others."""
BEST, SPREAD = 3, 1 / 3
"""The most best moves, and the least regret of a random move as a share of the worst one's."""
GAPS: Mapping[str, float] = {"arctic_scavengers": 0.5, "holdem": 4.0, "sea_battle": 1.5}
"""The least regret of a random move, by game."""
LEAD = 1 / 20
"""The least difference of the two hostages, in the chance to win."""
AHEAD = 0.55
"""The least lead of the best accusation; with a small one, a random choice of three scores a third of the best."""
CLOSE = 25
"""The greatest lead of the best action in Hold'em, in chips."""
EARLIEST, DEPTH, SOON, OPEN = 15, 17, 10, 4
"""Of Connect Four: the fewest discs and the least depth; the least columns without an outcome for so many plies."""
ROUNDS, SHIPS, PLIES = 7, 5, 5
"""Rounds of Sea Battle and the fewest ships afloat, and plies of a forced win of Santorini."""
PILE, NEAR, COURSES = 5, 0.75, 700
"""Cards in Hanabi's pile, the most that the third best action may lose, and the fewest courses of the game."""
UNLIMITED = 10**9


def main(game: str) -> None:
    """Write the pool of a game."""
    rows = list(islice(candidates(game), CANDIDATES[game]))
    order = chosen([plan_of(position) for _, position in rows], Stream("positions/deep", game, "chosen"))
    file_of(game).write_text("".join(f"{rows[index][0]}\n" for index in order), encoding="utf-8", newline="\n")


def candidates(game: str) -> Iterator[Candidate]:
    """Yield the candidates of a game in which something is at stake."""
    for number in count(FIRST):
        for line, position in MAKERS[game](number):
            if is_sharp(position) and (game not in MISLEADING or misleads(position)):
                yield line, position
                break


def is_sharp(position: Position) -> bool:
    """Return whether few moves are best and a random one loses much."""
    values = [entry.value for entry in position.values]
    lost = max(values) - sum(values) / len(values)
    return values.count(max(values)) <= BEST and lost >= max(GAPS.get(position.game, 0), SPREAD * position.penalty)


def misleads(position: Position) -> bool:
    """Return whether a look ahead loses more than a random move."""
    losses = regrets(plan_of(position))
    return losses[EARLY] >= losses["random"]


def _connect_four(number: int) -> Iterator[Candidate]:
    """Yield what any move makes of the state after some plies in which one of three was at random."""
    stream = Stream("positions/connect_four", number, "deep")
    state = CONNECT_FOUR.start(CONNECT_FOUR.deal("deep", {"opening_plies": 0}, "strict"))
    moves: list[int] = []
    while len(moves) < EARLIEST - 1 + number % 4 and (seats := CONNECT_FOUR.to_move(state)):
        text = GREEDY.move(CONNECT_FOUR, state, seats[0], stream)
        at_random = stream.below(3) == 0
        legal = list(CONNECT_FOUR.legal(state, seats[0]))  # type: ignore[arg-type]
        moves.append(stream.choice(legal) if at_random else CONNECT_FOUR.parse(state, seats[0], text))
        state = CONNECT_FOUR.apply(state, {seats[0]: moves[-1]})
    search = Search(UNLIMITED)
    for seat in CONNECT_FOUR.to_move(state):
        for column in CONNECT_FOUR.legal(state, seat):  # type: ignore[union-attr]  # nothing is open in Connect Four
            after = CONNECT_FOUR.apply(state, {seat: column})
            mine, discs = after.of(1 - seat), after.discs
            if CONNECT_FOUR.to_move(after) and _is_open(mine, discs, search):
                values = search.values(mine, discs, CELLS, list(bits(landings(discs))), exact=True)
                scores = {column_of(bit): value // SURE for bit, value in values.items()}
                labelled = connect_four.Labelled((*moves, column), tuple(map(scores.get, range(1, COLUMNS + 1))))
                if connect_four.depth(labelled) >= DEPTH and _board(labelled) not in _boards():
                    yield connect_four.written(labelled), connect_four.posed(labelled, DEEP)


@cache
def _boards() -> frozenset[tuple[int, int]]:
    """Return the boards of the other pools."""
    files = (connect_four.EASY_POOL, connect_four.HARD_POOL)
    return frozenset(_board(labelled) for file in files for labelled in connect_four.pool(file))


def _board(labelled: connect_four.Labelled) -> tuple[int, int]:
    return min(connect_four.discs_after(image.moves) for image in (labelled, labelled.mirrored()))


def _is_open(mine: int, discs: int, search: Search) -> bool:
    """Return whether ten plies settle few columns and one alone wins, which is not the best two plies ahead."""
    soon = list(Search(UNLIMITED).outcomes(mine, discs, SOON).values())
    if 1 in soon or soon.count(0) < OPEN:
        return False
    early = Search(UNLIMITED).values(mine, discs, 2, list(bits(landings(discs))), exact=True)
    order = sorted(early, key=lambda bit: -early[bit])
    won = (search._after(mine, discs, bit, CELLS, SURE - 1, SURE) >= SURE for bit in order)
    return not next(won) and sum(won) == 1


def _santorini(number: int) -> Iterator[Candidate]:
    states, moves = match_of(Stream("positions/santorini", number, "pool"))
    for at in range(len(states) - 9, len(states) - 4, 2):
        board = board_of(states[at]) if at >= OPENING else None
        if board is None or any(wins(board, plies, {}) for plies in (1, 3)):
            continue
        best = keeping(board, PLIES) if wins(board, PLIES, {}) else []
        if 0 < len(best) <= min(BEST, len(actions(board, choose=False)) - 1):
            case = Case(PLIES, number, tuple(moves[:at]), tuple(id_of(states[at], action) for action in best))
            yield written(case), santorini.positioned(case, DEEP)


def _sea_battle(number: int) -> Iterator[Candidate]:
    stream = Stream("positions/sea_battle", number, "pool")
    played: list[Orders] = []
    state = sea_battle.state_of(sea_battle.Labelled(str(number), 0, (), (), ()))
    while SEA_BATTLE.to_move(state) and state.played < _sea_battle_pool.LAST:
        seat = stream.choice(state.afloat())
        many = len(state.afloat()) >= SHIPS and state.played >= _sea_battle_pool.FIRST
        if many and _sea_battle_pool.near(state, seat):
            plan = _sea_battle_pool.planned(state, seat, stream, ROUNDS)
            worth = tuple(sealed_values(state, seat, (plan,)))
            case = sea_battle.Labelled(str(number), seat, tuple(played), (plan,), worth)
            if len(set(worth)) > 1:
                yield sea_battle.written(case), sea_battle.posed(case, 0, "", sea_battle.Turn(0, mirrored=False))
        played.append(_sea_battle_pool.orders_of(state, stream))
        state = sea_battle.sailed(state, played[-1])


def _hanabi(number: int) -> Iterator[Candidate]:
    state = _hanabi_ends.dealt(number)
    for turn, action in enumerate(_hanabi_ends.played(number)[1]):
        if len(state.deck) - state.dealt == PILE and _hanabi_ends.legal(state)[-1] >= HINT:
            values = _hanabi_ends.expected(state)
            _, near, second, best = sorted(values)[-4:]
            if best - second >= _hanabi_ends.GAP and best - near < NEAR and _courses(state, values) >= COURSES:
                end = _hanabi_ends.End(number, turn, tuple(round(value, 9) for value in values))
                yield _hanabi_ends.written(end), hanabi.posed(end, 0, "", swaps=False)
        state = HANABI.apply(state, {state.seat: action})


def _courses(state: Table, values: Sequence[float]) -> int:
    """Return how many courses the game can take, by their actions, after those less than a point below the best."""
    every, close = set(_hanabi_ends.deals(state)), max(values) - hanabi.MOST
    good = [action for action, value in zip(_hanabi_ends.legal(state), values, strict=True) if value > close]
    return len({_hanabi_ends.played_out(deal, action)[1] for deal in every for action in good})


def _holdem(number: int) -> Iterator[Candidate]:
    spot = _holdem_spots.candidate(2, "facing", Stream("positions/holdem", number, "deep"), streets=2)
    if spot and 1 <= max(spot.values) - sorted(spot.values)[-2] <= CLOSE:
        state = _holdem_spots.reached(spot.path, spot.hole, spot.board)
        if ALL_IN in _holdem_spots.legal(state):
            yield _holdem_spots.written(spot), holdem.posed(spot, "", 0, "", DEEP)


def _are_you_the_traitor(number: int) -> Iterator[Candidate]:
    talk, seat = are_you_the_traitor.moody(number), WIZARDS[number % 2]
    values = are_you_the_traitor.values_of(talk, seat, MOODS)
    second, best = sorted(values.values())[-2:]
    if best - second >= AHEAD:
        yield str(number), are_you_the_traitor.deep(number)


def _two_rooms(number: int) -> Iterator[Candidate]:
    values = two_rooms_and_a_boom.values_of(two_rooms_and_a_boom.numbered(number), ODDS).values()
    if max(values) - min(values) >= LEAD:
        yield str(number), two_rooms_and_a_boom.deep(number)


def _arctic_scavengers(number: int) -> Iterator[Candidate]:
    for case in _arctic_scavengers_pool.candidates(str(number)):
        position = arctic_scavengers.posed(case, 0, "", case.hands, DEEP)
        if position.kind == "arctic_scavengers-draw":
            yield arctic_scavengers.written(case), position


MAKERS: Mapping[str, Callable[[int], Iterator[Candidate]]] = {
    "arctic_scavengers": _arctic_scavengers,
    "are_you_the_traitor": _are_you_the_traitor,
    "connect_four": _connect_four,
    "hanabi": _hanabi,
    "holdem": _holdem,
    "santorini": _santorini,
    "sea_battle": _sea_battle,
    "two_rooms_and_a_boom": _two_rooms,
}

if __name__ == "__main__":
    main(sys.argv[1])
