"""Makes the pool of a game for the split ``deep``.

python -m tests.positions.deep.pool GAME

Candidates come from matches that no other pool uses, at most one from a match, with few best moves and much to lose.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor.state import WIZARDS
from interplay.tracks.games.connect_four.bitboard import CELLS, COLUMNS, bits, column_of, landings
from interplay.tracks.games.connect_four.bots import GREEDY
from interplay.tracks.games.connect_four.rules import GAME as CONNECT_FOUR
from interplay.tracks.games.connect_four.rules import State as Discs
from interplay.tracks.games.connect_four.search import SURE, Search
from interplay.tracks.games.hanabi.rules import GAME as HANABI
from interplay.tracks.games.hanabi.table import HINT
from interplay.tracks.games.holdem.table import ALL_IN
from interplay.tracks.games.santorini.search import actions, board_of, id_of
from interplay.tracks.games.sea_battle.rules import GAME as SEA_BATTLE
from interplay.tracks.games.sea_battle.rules import State
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
from interplay_builders.tracks.positions._sea_battle_sealed import Orders, Plan
from interplay_builders.tracks.positions._sea_battle_sealed import values as sealed_values
from interplay_builders.tracks.positions._traitor_talk import MOODS, Moods
from tests.positions.deep.choice import FIRST as EARLY
from tests.positions.deep.choice import chosen, regrets

Candidate = tuple[str, Position]
"""A line of the pool and the position."""
FIRST = 10_000
"""The number of the first match; other pools have smaller ones."""
CANDIDATES: Mapping[str, int] = {
    "arctic_scavengers": 1_300,
    "are_you_the_traitor": 500,
    "connect_four": 46,
    "hanabi": 240,
    "holdem": 160,
    "santorini": 44,
    "sea_battle": 44,
    "two_rooms_and_a_boom": 400,
}
MISLEADING = frozenset({"connect_four", "santorini"})
"""Games in whose candidates a look ahead must lose more than a random move; it finds most forced wins."""
BEST, SPREAD = 3, 1 / 3
"""The most best moves, and the least regret of a random move as a share of the worst one's."""
GAPS: Mapping[str, float] = {
    "arctic_scavengers": 0.5,
    "holdem": 4.0,
    "sea_battle": 1.5,
}
"""The least regret of a random move, by game."""
LEAD = 1 / 20
"""The least difference of the two hostages, in the chance to win."""
AHEAD, MISSES = 0.06, 2
"""The least lead of the best accusation, and how many of ``SHORTCUTS`` must miss it."""
SHORTCUTS = (
    *(Moods(MOODS.changes, {**MOODS.tempers, temper: 0}) for temper in MOODS.tempers),
    Moods(5, MOODS.tempers),
)
"""Talks without one of the tempers, and with a mood that always changes."""
CLOSE = 25
"""The greatest lead of the best action in Hold'em, in chips."""
EARLIEST, LATEST, DEPTH = 19, 27, 13
"""Discs on the board of Connect Four, and the least depth."""
ROUNDS, PLIES = 5, 5
"""Rounds of Sea Battle, and plies of a forced win of Santorini."""
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
    stream = Stream("positions/connect_four", number, "deep")
    state = CONNECT_FOUR.start(CONNECT_FOUR.deal("deep", {"opening_plies": 0}, "strict"))
    moves: list[int] = []
    while len(moves) <= LATEST and (seats := CONNECT_FOUR.to_move(state)):
        if len(moves) >= EARLIEST:
            outcomes = sorted(Search(UNLIMITED).outcomes(state.of(seats[0]), state.discs).values())
            labelled = _solved(state, moves) if outcomes[-2:].count(1) == 1 else None
            if labelled and connect_four.is_hard(labelled) and connect_four.depth(labelled) >= DEPTH:
                yield connect_four.written(labelled), connect_four.posed(labelled, DEEP)
        text = GREEDY.move(CONNECT_FOUR, state, seats[0], stream)
        at_random = stream.below(3) == 0
        legal = list(CONNECT_FOUR.legal(state, seats[0]))  # type: ignore[arg-type]
        moves.append(stream.choice(legal) if at_random else CONNECT_FOUR.parse(state, seats[0], text))
        state = CONNECT_FOUR.apply(state, {seats[0]: moves[-1]})


def _solved(state: Discs, moves: Sequence[int]) -> connect_four.Labelled:
    """Return the position with the score of each column."""
    order = list(bits(landings(state.discs)))
    values = Search(UNLIMITED).values(state.of(len(moves) % 2), state.discs, CELLS, order, exact=True)
    scores = {column_of(bit): value // SURE for bit, value in values.items()}
    return connect_four.Labelled(tuple(moves), tuple(map(scores.get, range(1, COLUMNS + 1))))


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
        few = len(state.afloat()) <= _sea_battle_pool.MOST and state.played >= _sea_battle_pool.FIRST
        if few and _sea_battle_pool.near(state, seat):
            plan = _sea_battle_pool.planned(state, seat, stream, ROUNDS)
            worth = tuple(sealed_values(state, seat, (plan,))) if _turns_late(state, seat, plan) else ()
            case = sea_battle.Labelled(str(number), seat, tuple(played), (plan,), worth)
            if len(set(worth)) > 1:
                yield sea_battle.written(case), sea_battle.posed(case, 0, "", sea_battle.Turn(0, mirrored=False))
        played.append(_sea_battle_pool.orders_of(state, stream))
        state = sea_battle.sailed(state, played[-1])


def _turns_late(state: State, seat: int, plan: Plan) -> bool:
    """Return whether what is best in two rounds is no better than chance in four, found much quicker than in five."""
    early, late = (sealed_values(state, seat, (plan[:rounds],)) for rounds in (2, 4))
    best = [gain for gain, first in zip(late, early, strict=True) if first == max(early)]
    return sum(best) / len(best) <= sum(late) / len(late)


def _hanabi(number: int) -> Iterator[Candidate]:
    deck, actions = _hanabi_ends.played(number)
    state = HANABI.start(HANABI.deal(f"{_hanabi_ends.SEED}/{number}", {}, "strict"))
    for turn, action in enumerate(actions):
        legal = _hanabi_ends.legal(state)
        if len(deck) - state.dealt == _hanabi_ends.PILE + 1 and legal[-1] >= HINT:
            values = _hanabi_ends.expected(state)
            best, second = sorted(values)[:-3:-1]
            if best - second >= _hanabi_ends.GAP:
                end = _hanabi_ends.End(number, turn, tuple(round(value, 9) for value in values))
                yield _hanabi_ends.written(end), hanabi.posed(end, 0, "", swaps=False)
        state = HANABI.apply(state, {state.seat: action})


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
        short = [are_you_the_traitor.values_of(talk, seat, moods) for moods in SHORTCUTS]
        if sum(values[max(found, key=found.__getitem__)] < best for found in short) >= MISSES:
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
