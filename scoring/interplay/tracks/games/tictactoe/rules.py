"""TicTacToe: two seats alternate on a 3 x 3 grid; three in a row, column or diagonal win.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's. Options: ``opening_plies``, random plies before
the players take over, shared by both sides of a pair; ``hints``, who sees a list of the free cells: 0 nobody, 1
both, 2 the first seat, 3 the second; ``example``, whether the rules show a short game; ``twin``: with ``MISERE`` a line
loses, with ``NUMBERS`` cells are called by the numbers of a magic square, whose lines have the sum 15, and no board is
shown. Profile ``compat`` has no opening, lists cells in column order, shows no moves and reads the first coordinates
of a reply.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared import hints
from interplay.tracks.games.shared.boards import DRAW, MARKS, LineGame, dealt, marked, past, won
from interplay.tracks.games.shared.moves import Form, asked_again, find_move, last_line
from interplay.tracks.games.shared.options import options_of
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.verdicts import Outcome

Cell = tuple[int, int]
CELLS: tuple[Cell, ...] = tuple((r, c) for r in (1, 2, 3) for c in (1, 2, 3))
LINES: tuple[tuple[Cell, ...], ...] = (
    *(tuple((r, c) for c in (1, 2, 3)) for r in (1, 2, 3)),
    *(tuple((r, c) for r in (1, 2, 3)) for c in (1, 2, 3)),
    ((1, 1), (2, 2), (3, 3)),
    ((1, 3), (2, 2), (3, 1)),
)
OPTIONS = {"opening_plies": (2, 8), "hints": hints.RANGE, "example": (1, 1)}
"""Default and largest value."""
MISERE, NUMBERS = 1, 2
_NAMED = {f"({r},{c})": (r, c) for r, c in CELLS}
_MAGIC = "816357492"
_MOVE = re.compile(r"\(\s*([0-9])\s*,\s*([0-9])\s*\)")
_NUMBER = re.compile(r"(?:number )?#?([1-9])", re.IGNORECASE)
_WHOLE = re.compile(
    r"[({\[]?\s*(?:[\"']?row[\"']?:?\s*)?([0-9])\s*(?:,|,?\s*(?:and\s*)?[\"']?col(?:umn)?[\"']?:?)\s*([0-9])\s*[)}\]]?",
    re.I,
)


class State(Struct, frozen=True):
    """Moves so far, the opening's included; the seat to move is the parity of their number.

    ``hints`` is the setup's option, ``given`` how many of the moves are the opening's.
    """

    moves: tuple[Cell, ...]
    hints: int
    example: bool
    compat: bool
    given: int = 0
    twin: int = 0

    @property
    def seat(self) -> int:
        return len(self.moves) % 2


class TicTacToe(LineGame):
    """The rules of TicTacToe for two seats, after LLMArena: three marks in a line win.

    An action is a cell: row and column, 1 to 3 each.
    """

    name = "tictactoe"
    title = "TicTacToe"
    version = 3
    longest = 9

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the opening plies, as cell indices 0 to 8 by row."""
        chosen = options_of(OPTIONS, options, profile)
        empty = State((), hints=1, example=True, compat=False)
        return dealt(self, seed, chosen, profile, empty, CELLS.index)

    def start(self, setup: Setup) -> State:
        opening = setup.drawn("opening")
        if len(set(opening)) != len(opening) or not all(0 <= i < 9 for i in opening):
            raise ValueError(f"the opening {opening} is not a series of free cells")
        moves = tuple(CELLS[i] for i in opening)
        example = bool(setup.option("example", 1))
        hinted, compat, twin = setup.option("hints", 1), setup.profile == "compat", setup.option("twin")
        state = State(moves, hinted, example, compat, len(moves), twin)
        if not self.to_move(state):
            raise ValueError(f"the opening {opening} ends the game")
        return state

    def to_move(self, state: State) -> tuple[int, ...]:
        over = winner(state.moves) is not None or len(state.moves) == 9
        return () if over else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        observation = f"Your mark is {MARKS[seat]}. The board now:\n\n{self.show(state)}"
        if state.twin == NUMBERS:
            observation = _taken(state, seat)
        example = _EXAMPLE if state.example else ""
        listed = self.legal(state, seat) if hints.sees(state.hints, seat) else ()
        free = "\n\nFree cells: " + " ".join(_names(state, listed)) if listed else ""
        if state.compat:
            return Prompt(_RULES + _COMPAT_TAKEN + example, observation + free, _COMPAT_REPLY.format(mark=MARKS[seat]))
        moves = [_name(state, move) for move in state.moves]
        return Prompt(
            system=_RULES + _TAKEN + example,
            observation=f"{observation}\n\n{past(moves, state.given)}{free}",
            action=_REPLY,
            again=asked_again(_REPLY, self.policy.attempts, "a random free cell is marked for you"),
        )

    def legal(self, state: State, seat: int) -> Sequence[Cell]:
        """Return the free cells, by row (``compat``: by column); none after the end."""
        if not self.to_move(state):
            return ()
        free = [cell for cell in CELLS if cell not in state.moves]
        return sorted(free, key=lambda cell: cell[::-1]) if state.compat else free

    def parse(self, state: State, seat: int, text: str) -> Cell:
        """Read the cell that a reply claims (``compat``: the first coordinates)."""
        cell = named_cell(state, text)
        if cell in state.moves:
            raise IllegalMove(f"found {_name(state, cell)}, which is taken")
        return cell

    def write(self, state: State, seat: int, action: Cell) -> str:
        return f"{MARKS[seat]}: {_name(state, action)}"

    def encode(self, action: Cell) -> str:
        return f"({action[0]},{action[1]})"

    def decode(self, text: str) -> Cell:
        if text not in _NAMED:
            raise ValueError(f"{text!r} is not a cell")
        return _NAMED[text]

    def apply(self, state: State, actions: Mapping[int, Cell]) -> State:
        return replace(state, moves=(*state.moves, actions[state.seat]))

    def outcome(self, state: State) -> Outcome:
        seat = winner(state.moves)
        return DRAW if seat is None else won("line", 1 - seat if state.twin == MISERE else seat)

    def show(self, state: State) -> str:
        return _board(state.moves, [cell for _, line in complete(state.moves) for cell in line])


def named_cell(state: State, text: str) -> Cell:
    """Return the cell that a reply names, free or taken; raise ``UnparsableMove`` when it names none."""
    if state.compat and state.twin != NUMBERS:
        first = _MOVE.search(text)
        cell = (int(first[1]), int(first[2])) if first else None
    else:
        cell = find_move(marked(text), _form(state))
    if cell is None:
        raise UnparsableMove(f"found no cell in {short(last_line(text))}, expected one such as (1,3)")
    if cell not in CELLS:
        raise UnparsableMove(f"found {GAME.encode(cell)}, expected a row and a column from 1 to 3")
    return cell


def _form(state: State) -> Form[Cell]:
    def whole(text: str) -> Cell | None:
        match = (_NUMBER if state.twin == NUMBERS else _WHOLE).fullmatch(text)
        if match and state.twin == NUMBERS:
            return CELLS[_MAGIC.index(match[1])]
        return (int(match[1]), int(match[2])) if match else None

    nouns = ("number",) if state.twin == NUMBERS else ("cell", "square")
    mark = MARKS[state.seat]
    return Form(whole, mark, nouns, plain=frozenset(mark.lower()), written=lambda cell: _name(state, cell))


def _name(state: State, cell: Cell) -> str:
    return _MAGIC[CELLS.index(cell)] if state.twin == NUMBERS else GAME.encode(cell)


def _names(state: State, cells: Sequence[Cell]) -> list[str]:
    names = [_name(state, cell) for cell in cells]
    return sorted(names) if state.twin == NUMBERS else names


def _taken(state: State, seat: int) -> str:
    mine, others = (", ".join(_names(state, state.moves[side::2])) or "none" for side in (seat, 1 - seat))
    return f"You are player {MARKS[seat]}. Your numbers: {mine}. Your opponent's numbers: {others}."


def winner(moves: Sequence[Cell]) -> int | None:
    """Return the seat that has a line, if one does."""
    return next((seat for seat, _ in complete(moves)), None)


def complete(moves: Sequence[Cell]) -> list[tuple[int, tuple[Cell, ...]]]:
    """Return each complete line, behind the seat that holds it."""
    sides = set(moves[0::2]), set(moves[1::2])
    return [(seat, line) for seat, side in enumerate(sides) for line in LINES if side.issuperset(line)]


def _board(moves: Sequence[Cell], bracketed: Sequence[Cell] = ()) -> str:
    marks = {cell: MARKS[n % 2] for n, cell in enumerate(moves)}
    drawn = {cell: f"[{marks[cell]}]" if cell in bracketed else f" {marks.get(cell, '_')} " for cell in CELLS}
    return "\n".join("|" + "|".join(drawn[r, c] for c in (1, 2, 3)) + "|" for r in (1, 2, 3))


_RULES = (
    "You are playing TicTacToe on a grid of three rows and three columns. Two players take turns; X moves first, O "
    "second. On a turn a player marks one free cell. The first player to have three of their own marks in a row, "
    "column or diagonal wins; a full grid without such a line is a draw. A cell is written (row,column): (1,1) is the "
    "top left cell and (3,3) the bottom right one."
)
_TAKEN = " A cell that is taken cannot be marked."
_COMPAT_TAKEN = " Naming a cell that is taken loses the game."
_REPLY = "Choose a free cell. You may think first. End with a line of this form:\nAction: (<row>,<column>)"
_COMPAT_REPLY = (
    "Choose a free cell. Reply with your mark, a colon and the cell, and nothing else. For example: {mark}: (1,3)"
)
_EXAMPLE_MOVES: tuple[Cell, ...] = ((2, 2), (1, 1), (1, 2), (3, 2), (1, 3), (2, 1), (3, 1))
_EXAMPLE = (
    " For example, after X: (2,2), O: (1,1), X: (1,2), O: (3,2), X: (1,3), O: (2,1), X: (3,1) player X has won "
    f"with the rising diagonal:\n\n{_board(_EXAMPLE_MOVES)}"
)

GAME: Game[State, Cell] = TicTacToe()
