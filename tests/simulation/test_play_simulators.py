"""Boards, chess, vehicles, navigators and circuits against known results and independent methods."""

import itertools
import math
import re
from collections.abc import Callable, Iterator
from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.board.gomoku import ScoreSheet, Stones
from interplay_builders.tracks.simulation.families.board.noughts import Keeper, Opponent, has_line
from interplay_builders.tracks.simulation.families.chess.notation import move_of, san_of
from interplay_builders.tracks.simulation.families.chess.rules import START, Position
from interplay_builders.tracks.simulation.families.circuit.states import applied, basis, rounded
from interplay_builders.tracks.simulation.families.grid_world.routes import (
    CELLS,
    MAP,
    ROADS,
    TOWNS,
    Network,
    Town,
    fastest,
)
from interplay_builders.tracks.simulation.families.rover.glider import Glider
from interplay_builders.tracks.simulation.families.rover.vehicle import Rover, expanded
from interplay_builders.tracks.simulation.sessions import Session, fence, wrapped
from tests.simulation.dress import may_fence, may_talk

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
FAMILIES = ("board", "chess", "circuit", "grid_world", "rover")


@cache
def sessions() -> tuple[Session, ...]:
    return tuple(session for family in FAMILIES for session in enacting.sessions(family))


def replies(task_id: str) -> list[list[str]]:
    """Return the true replies of a task, session by session."""
    return [[e.reply for e in s.exchanges] for s in sessions() if s.task.task_id == task_id]


def test_every_task_has_three_sessions_and_five_scripts() -> None:
    tasks: dict[str, list[Session]] = {}
    for session in sessions():
        tasks.setdefault(session.task.task_id, []).append(session)
    assert len(tasks) == 14
    for found in tasks.values():
        assert [s.challenging for s in found] == [None, None, 1]
        assert len(found[2].exchanges) == 4
        assert 60 <= len(found[0].task.brief.split()) <= 250


def test_allowed_dress_passes_and_forbidden_prose_fails_only_the_form() -> None:
    for session in sessions():
        for script in compose.scripts_of(session, 1, "canary"):
            reply = script.reference
            for fair in (reply + "\n", reply.replace("\n", "\r\n"), reply.replace("\n", "  \n"), f"\n{reply}  "):
                assert grade(script, fair).strict, script.item_id
            if reply.startswith("```"):
                assert grade(script, reply.replace("```\n", "```text\n", 1)).strict
                assert grade(script, reply.replace("```", "~~~")).strict
            else:
                assert grade(script, fence(reply)).content
                assert grade(script, fence(reply)).format is may_fence(script)
            assert grade(script, wrapped(reply)).format is may_talk(script), script.item_id


def test_keeper_takes_the_point_back_with_the_mark() -> None:
    keeper = Keeper()
    assert keeper.answer(["1 4 2 5 3"]).text.splitlines()[3:] == ["Score X 1, O 0, draws 0", "X wins"]
    assert keeper.answer(["undo undo undo"]).text.splitlines()[3:] == ["Score X 0, O 0, draws 0", "X to move"]
    assert keeper.answer(["new undo"]).text.splitlines()[4] == "O to move (refused: undo)"


def test_opponent_loses_only_to_double_threats_in_all_games() -> None:
    games = list(_games([]))
    assert {result for _, result in games} == {"X wins", "O wins", "Draw"}
    for moves, result in games:
        if result != "X wins":
            continue
        opponent = Opponent()
        opponent.answer(moves[:-1])
        blocked = opponent._turns[-1][1]
        assert blocked is not None
        assert has_line([*opponent._cells[:blocked], "X", *opponent._cells[blocked + 1 :]], "X"), moves


def _games(moves: list[str]) -> Iterator[tuple[list[str], str]]:
    """Yield every game that the user can play against the recipe."""
    opponent = Opponent()
    status = opponent.answer(moves).text.splitlines()[-2]
    if status != "Your move":
        yield moves, status
        return
    free = [f"{'abc'[p // 3]}{p % 3 + 1}" for p, mark in enumerate(opponent._cells) if mark == "."]
    for move in free:
        yield from _games([*moves, move])


def test_line_lengths_agree_with_the_board_read_as_text() -> None:
    stream = Stream("tests", 1, "stones")
    for _ in range(20):
        stones = Stones(10)
        stones.placed = [(p // 10, p % 10) for p in stream.sample(range(100), 60)]
        for row, column in stones.placed[:10]:
            colour = stones.colour((row, column))
            lines = (
                [(row, c) for c in range(10)],
                [(r, column) for r in range(10)],
                [(r, r - row + column) for r in range(10)],
                [(r, row + column - r) for r in range(9, -1, -1)],
            )
            found = []
            for line in lines:
                text = "".join(stones.colour(p) or "." for p in line)
                at = line.index((row, column))
                found.append(next(len(m[0]) for m in re.finditer(f"{colour}+", text) if m.start() <= at < m.end()))
            assert list(stones.lengths((row, column))) == found


def test_score_sheet_knows_that_six_are_no_five() -> None:
    sheet = ScoreSheet()
    sheet.answer(["0.0", "9.0", "0.1", "9.2", "0.2", "9.4", "0.4", "9.6", "0.5", "9.8"])
    assert sheet.answer(["0.3", "5.5", "back", "back", "0.9", "9.9"]).text.splitlines() == [
        "B 0.3 6",
        "W 5.5 1",
        "back W 5.5",
        "back B 0.3",
        "B 0.9 1",
        "W 9.9 2",
    ]


def perft(position: Position, depth: int) -> int:
    moves = position.legal()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"), [(START, 2, 400), (KIWIPETE, 2, 2039), (PROMOTIONS, 2, 496), (START, 1, 20)]
)
def test_chess_moves_have_the_published_counts(fen: str, depth: int, nodes: int) -> None:
    assert perft(Position.of(fen), depth) == nodes
    assert Position.of(fen).fen() == fen


def test_chess_agrees_with_an_established_engine_in_random_games() -> None:
    oracle = pytest.importorskip("chess")
    stream = Stream("tests", 1, "chess")
    for fen in (START, KIWIPETE, PROMOTIONS):
        theirs, ours = oracle.Board(fen), Position.of(fen)
        for _ in range(25):
            if theirs.is_game_over():
                break
            moves = sorted(theirs.legal_moves, key=str)
            assert sorted(map(str, ours.legal())) == [move.uci() for move in moves]
            assert ours.fen() == theirs.fen(en_passant="fen")
            move = stream.choice(moves)
            mine = move_of(ours, theirs.san(move))
            assert mine is not None
            assert san_of(ours, mine) == theirs.san(move)
            theirs.push(move)
            ours = ours.after(mine)


def test_chess_positions_of_the_dialogues_agree_with_an_established_engine() -> None:
    oracle = pytest.importorskip("chess")
    theirs = oracle.Board()
    text = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O a4 Nc6 f4 exf4 Bxf4 Be6 Qe1 Rc8 Rd1 Ne5"
    for move in f"{text} Nd4 d5 Bxe5 dxe4 Rxf6 Qxd4".split():
        theirs.push_san(move)
    last = replies("chess-set")[2][3]
    assert last.splitlines()[1:9] == str(theirs).splitlines()
    assert theirs.is_check()
    for fen, answers in _arbitrated():
        position = oracle.Board(fen)
        names = sorted(position.san(move) for move in position.legal_moves)
        for question, answer in answers:
            if question == "count":
                assert answer == str(len(names))
            if question == "checks":
                assert answer == (" ".join(n for n in names if n[-1] in "+#") or "none")
            if question == "mates":
                assert answer == (" ".join(n for n in names if n[-1] == "#") or "none")
            if question.startswith("moves"):
                moves = (m for m in position.legal_moves if m.uci().startswith(question[-2:]))
                assert answer == (" ".join(sorted(map(position.san, moves))) or "none")
            if question.startswith("fen"):
                for move in question.split()[1:]:
                    position.push_san(move)
                assert answer == position.fen(en_passant="fen")


def _arbitrated() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each position of the arbiter with its questions and answers."""
    raw = msgspec.toml.decode((enacting.FAMILIES / "chess" / "arbiter.toml").read_text(encoding="utf-8"))
    asked = [turn["do"] for session in raw["session"] for turn in session["turn"]]
    for commands, reply in zip(asked, itertools.chain(*replies("chess-arbiter")), strict=True):
        yield commands[0], list(zip(commands[1:], reply.splitlines(), strict=True))


@pytest.mark.parametrize(
    ("text", "letters"), [("2(FR)", "FRFR"), ("W2(L2F)2B", "WLFFLFFBB"), ("2(3(SL)B)", "SLSLSLB" * 2)]
)
def test_repeats_are_expanded(text: str, letters: str) -> None:
    assert expanded(text) == letters


def test_rover_is_stopped_by_edge_rock_and_battery() -> None:
    assert Rover().answer(["3BF"]).text == "1,0 N | battery 37 | samples 0 | BLOCKED"
    assert Rover().answer(["2FR3F"]).text == "2,3 E | battery 32 | samples 0 | BLOCKED"
    rover_ = Rover()
    rover_.answer(["9(4R)"])
    assert rover_.answer(["SSFR"]).text == "1,1 N | battery 1 | samples 1 | LOW"


def test_glider_drifts_by_depth_and_is_lifted_on_the_shelf() -> None:
    glider = Glider()
    assert msgspec.json.decode(glider.answer(["head 180", "glide 2", "depth 350", "head 270", "glide 3"]).text) == {
        "east": -1,
        "north": -5,
        "depth": 250,
        "heading": 270,
        "battery": 78,
        "fixes": 0,
        "refused": 0,
    }
    assert '"refused": 3' in glider.answer(["turn 10", "depth 75", "fix"]).text


def best_of_all(onward: Callable[[str], list[tuple[str, int]]], start: str, goal: str) -> tuple[int, int, list[str]]:
    """Enumerate every path that visits no place twice."""

    def paths(path: list[str], cost: int) -> Iterator[tuple[int, int, list[str]]]:
        if path[-1] == goal:
            yield cost, len(path), path
            return
        for place, more in onward(path[-1]):
            if place not in path:
                yield from paths([*path, place], cost + more)

    return min(paths([start], 0))


def test_road_routes_are_the_best_of_all_paths() -> None:
    stream = Stream("tests", 1, "roads")
    for _ in range(30):
        network = Network()
        for one, other, _minutes in stream.sample(ROADS, 4):
            network.answer([f"set {one} {other} {stream.below(9) + 1}"])
        start, goal = stream.sample(TOWNS, 2)
        cost, _, path = best_of_all(network._onward, start, goal)
        assert network.answer([f"route {start} {goal}"]).text == f"{' > '.join(path)}\n{cost} min"


def test_cell_routes_are_the_best_of_all_cheapest_paths() -> None:
    costs = {c: {".": 1, "~": 3, "#": 99}[MAP[int(c[1]) - 1]["ABCDEFGH".index(c[0])]] for c in CELLS}
    open_cells = [c for c in CELLS if costs[c] < 99]
    beside = {
        c: [d for d in open_cells if abs(ord(c[0]) - ord(d[0])) + abs(int(c[1]) - int(d[1])) == 1] for c in open_cells
    }
    stream = Stream("tests", 1, "cells")
    for _ in range(12):
        start, goal = stream.sample(open_cells, 2)
        away = dict.fromkeys(open_cells, math.inf) | {goal: 0}
        for _, c, d in itertools.product(range(25), open_cells, open_cells):
            if d in beside[c]:
                away[c] = min(away[c], away[d] + costs[d])
        onward = {c: [(d, costs[d]) for d in beside[c] if away[c] == away[d] + costs[d]] for c in open_cells}
        cost, _, path = best_of_all(onward.__getitem__, start, goal)
        assert Town().answer([f"route {start} {goal}"]).text == f"{' '.join(path)}\ncost {cost}"


def test_no_way_is_told() -> None:
    assert fastest(lambda _: [], "A", "B") is None
    assert Network().answer(["close Ash Birch", "close Ash Cedar", "route Elm Ash"]).text == "no route"
    assert Network().answer(["close Ash Birch"]).text == "noted"
    assert Town().answer(["close A2 B1", "route A1 C1"]).text == "unreachable"


SINGLE = {
    "H": np.array([[1, 1], [1, -1]]) / math.sqrt(2),
    "X": np.array([[0, 1], [1, 0]]),
    "Y": np.array([[0, -1j], [1j, 0]]),
    "Z": np.diag([1, -1]),
    "S": np.diag([1, 1j]),
    "T": np.diag([1, (1 + 1j) / math.sqrt(2)]),
}


def matrix(gate: str) -> npt.NDArray[np.complex128]:
    """Return the matrix of a gate on three qubits, put together from tensor products."""
    name, *words = gate.split()
    if name == "SWAP":
        one, other = words
        once, back = matrix(f"CX {one} {other}"), matrix(f"CX {other} {one}")
        return np.asarray(once @ back @ once, dtype=np.complex128)
    if name in {"RX", "RY", "P"}:
        half = math.radians(float(words[0])) / 2
        axis = SINGLE[{"RX": "X", "RY": "Y", "P": "Z"}[name]]
        turned = math.cos(half) * np.eye(2) - 1j * math.sin(half) * axis
        single, words = (turned if name != "P" else turned * np.exp(1j * half)), words[1:]
    else:
        single = SINGLE[name.lstrip("C")]
    *controls, target = map(int, words)
    on = [np.diag([0, 1]) if q in controls else single - np.eye(2) if q == target else np.eye(2) for q in range(3)]
    return np.asarray(np.eye(8) + np.kron(np.kron(on[0], on[1]), on[2]), dtype=np.complex128)


def test_gates_are_their_matrices() -> None:
    stream = Stream("tests", 1, "gates")
    names = ["H 0", "H 1", "H 2", "X 1", "Y 2", "Z 0", "S 1", "T 2", "RX 70 0", "RY 40 1", "P 110 2"]
    names += ["CX 0 2", "CX 2 1", "CZ 1 2", "CCX 0 1 2", "CCX 2 1 0", "SWAP 0 2", "SWAP 1 2"]
    for _ in range(20):
        state, vector = basis("000"), np.eye(8)[0].astype(complex)
        for gate in (stream.choice(names) for _ in range(15)):
            state, vector = applied(state, gate), matrix(gate) @ vector
        assert np.allclose([state.get(f"{n:03b}", 0) for n in range(8)], vector)


def test_minus_zero_is_bad_form_but_right_content() -> None:
    last = next(s for s in sessions() if s.task.task_id == "qubit-register" and s.challenging is None)
    script = next(iter(compose.scripts_of(last, 1, "canary")))
    graded = grade(script, script.reference.replace("+0.000i", "-0.000i"))
    assert (graded.content, graded.format) == (True, False)


def test_numbers_on_the_edge_between_two_decimals_are_refused() -> None:
    assert rounded(-0.0004, 3) == "0.000"
    assert rounded(-0.7071067811865475, 3) == "-0.707"
    with pytest.raises(ValueError, match="half-way"):
        rounded(0.0625, 3)
