"""Connect Four: two seats drop discs into seven columns; four in a row, column or diagonal win.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's. Options: ``opening_plies``, random plies before
the players take over, shared by both sides of a pair; ``hints``, who sees a list of the open columns: 0 nobody, 1 both,
2 the first seat, 3 the second; ``twin``: with ``TURNED`` the board is shown turned by a quarter, so that discs slide
along rows, and with ``MISERE`` a line loses. Profile ``compat`` has no opening, shows neither row numbers nor moves,
needs the mark in a reply and reads its first move.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.connect_four.bitboard import BOARD, COLUMNS, ROWS, cell, landing, line
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared import hints
from interplay.tracks.games.shared.boards import DRAW, MARKS, LineGame, dealt, marked, past, won
from interplay.tracks.games.shared.moves import Form, asked_again, find_move, last_line
from interplay.tracks.games.shared.options import options_of
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.verdicts import Outcome

Column = int
OPTIONS = {"opening_plies": (2, 20), "hints": hints.RANGE}
"""Default and largest value."""
_ALL: tuple[Column, ...] = (1, 2, 3, 4, 5, 6, 7)
_NAMES = tuple(map(str, _ALL))
TURNED, MISERE = 1, 2
_ROW = re.compile(r"(?:row\s*)?#?([0-9]{1,4})", re.IGNORECASE)
_WHOLE = re.compile(r"(?:(?:column|col\.?)\s*)?#?([0-9]{1,4})", re.IGNORECASE)
_COMPAT = re.compile(r"[XO]\s*:\s*([1-7])")


class State(Struct, frozen=True, gc=False):
    """The discs of both seats as bitboards; the seat to move is the parity of their number.

    ``hints`` is the setup's option. ``played`` are the columns of all moves so far, ``given`` is how many of them are
    the opening's.
    """

    first: int
    second: int
    hints: int
    compat: bool
    played: tuple[Column, ...] = ()
    given: int = 0
    twin: int = 0

    @property
    def discs(self) -> int:
        return self.first | self.second

    @property
    def seat(self) -> int:
        return (self.first | self.second).bit_count() % 2

    def of(self, seat: int) -> int:
        return self.second if seat else self.first


class ConnectFour(LineGame):
    """The rules of Connect Four for two seats, after LLMArena: four discs in a line win.

    An action is the number of a column, 1 to 7.
    """

    name = "connect_four"
    title = "Connect Four"
    version = 3
    longest = ROWS * COLUMNS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the opening plies, as column indices 0 to 6."""
        chosen = options_of(OPTIONS, options, profile)
        empty = State(0, 0, hints=1, compat=False)
        return dealt(self, seed, chosen, profile, empty, lambda column: column - 1)

    def start(self, setup: Setup) -> State:
        state = State(0, 0, setup.option("hints", 1), setup.profile == "compat", twin=setup.option("twin"))
        opening = setup.drawn("opening")
        for index in opening:
            if index + 1 not in self.legal(state, state.seat):
                raise ValueError(f"the opening {opening} is not a series of legal moves")
            state = self.apply(state, {state.seat: index + 1})
        state = replace(state, given=len(opening))
        if not self.to_move(state):
            raise ValueError(f"the opening {opening} ends the game")
        return state

    def to_move(self, state: State) -> tuple[int, ...]:
        seat = state.seat
        over = line(state.of(1 - seat)) or state.discs == BOARD
        return () if over else (seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        start = f"You are {MARKS[seat]}. The board now:\n\n"
        listed = self.legal(state, seat) if hints.sees(state.hints, seat) else ()
        hint = "\n\nOpen columns: " + " ".join(map(self.encode, listed)) if listed else ""
        if state.compat:
            return Prompt(_RULES + _COMPAT_FULL, start + board(state) + hint, _COMPAT_REPLY.format(mark=MARKS[seat]))
        moves = [self.encode(move) for move in state.played]
        return Prompt(
            system=_RULES + _FULL + _ROWS,
            observation=f"{start}{board(state)}\n\n{past(moves, state.given)}{hint}",
            action=_REPLY,
            again=asked_again(_REPLY, self.policy.attempts, "a disc is dropped for you into a random open column"),
        )

    def legal(self, state: State, seat: int) -> Sequence[Column]:
        if not self.to_move(state):
            return ()
        discs = state.discs
        return tuple(column for column in _ALL if landing(discs, column))

    def parse(self, state: State, seat: int, text: str) -> Column:
        """Read the column that a reply claims (``compat``: that after the first mark and colon)."""
        column = named_column(state, text)
        if not landing(state.discs, column):
            raise IllegalMove(f"found column {column}, which is full")
        return column

    def write(self, state: State, seat: int, action: Column) -> str:
        return f"{MARKS[seat]}: {action}"

    def encode(self, action: Column) -> str:
        return str(action)

    def decode(self, text: str) -> Column:
        if text not in _NAMES:
            raise ValueError(f"{text!r} is not a column")
        return int(text)

    def apply(self, state: State, actions: Mapping[int, Column]) -> State:
        seat = state.seat
        disc = landing(state.discs, actions[seat])
        first, second = (state.first, state.second | disc) if seat else (state.first | disc, state.second)
        return State(first, second, state.hints, state.compat, (*state.played, actions[seat]), state.given, state.twin)

    def outcome(self, state: State) -> Outcome:
        for seat in (0, 1):
            if line(state.of(seat)):
                return won("line", 1 - seat if state.twin == MISERE else seat)
        return DRAW

    def show(self, state: State) -> str:
        return _board(state, line(state.first) | line(state.second))


def named_column(state: State, text: str) -> Column:
    """Return the column that a reply names, open or full; raise ``UnparsableMove`` when it names none."""
    if state.compat:
        first = _COMPAT.search(text)
        column = int(first[1]) if first else None
    else:
        column = find_move(marked(text), _form(state))
    if column is None:
        wanted = "your mark, a colon and a column from 1 to 7" if state.compat else "a column from 1 to 7"
        raise UnparsableMove(f"found no move in {short(last_line(text))}, expected {wanted}")
    if column not in _ALL:
        raise UnparsableMove(f"found column {short(str(column))}, expected 1 to 7")
    return column


def _form(state: State) -> Form[Column]:
    def whole(text: str) -> Column | None:
        match = (_ROW if state.twin == TURNED else _WHOLE).fullmatch(text)
        return int(match[1]) if match else None

    nouns = ("row",) if state.twin == TURNED else ("column", "col")
    return Form(whole, MARKS[state.seat], nouns, plain=frozenset(MARKS[state.seat].lower()))


def board(state: State) -> str:
    """Return the board as prompts have it: rows are numbered, but for profile ``compat``; one twin lies on its side."""
    if state.twin == TURNED:
        return _turned(state)
    return _board(state) if state.compat else _numbered(_board(state))


def _board(state: State, bracketed: int = 0) -> str:
    rows = ["| " + " | ".join(_NAMES) + " |"]
    for row in range(ROWS, 0, -1):
        cells = [_drawn(state, cell(column, row), bracketed) for column in _ALL]
        rows.append("|" + "|".join(cells) + "|")
    return "\n".join(rows)


def _numbered(board: str) -> str:
    head, *rows = board.splitlines()
    return "\n".join([f"  {head}", *(f"{ROWS - at} {row}" for at, row in enumerate(rows))])


def _turned(state: State) -> str:
    """Return the board with its columns as rows, from the first to the last, and its bottom as a wall on the right."""
    rows = ["|".join(_drawn(state, cell(column, row), 0) for row in range(ROWS, 0, -1)) for column in _ALL]
    return "\n".join(
        ["    f   e   d   c   b   a", *(f"{name} |{row}#" for name, row in zip(_NAMES, rows, strict=True))]
    )


def _drawn(state: State, bit: int, bracketed: int) -> str:
    mark = MARKS[0] if state.first & bit else MARKS[1] if state.second & bit else "_"
    return f"[{mark}]" if bracketed & bit else f" {mark} "


_RULES = (
    "You are playing Connect Four on an upright grid of six rows and seven columns. The columns are numbered 1 to 7 "
    "from left to right. Two players, X and O, take turns, X first; on a turn a player lets one disc fall into a "
    "column, where it comes to rest on the lowest free cell. The first player to have four of their own discs next to "
    "each other in a row, a column or a diagonal wins; a full grid without such a line is a draw. A column that holds "
    "six discs is full"
)
_COMPAT_FULL = ": naming it loses the game."
_FULL = " and cannot be named."
_ROWS = " The rows are numbered from 1 (bottom) to 6 (top), left of the board."
_REPLY = "Pick an open column for your next disc. You may think first. End with a line of this form:\nAction: <column>"
_COMPAT_REPLY = (
    "Pick an open column for your next disc. Send only your mark, a colon and the column's number, such as: {mark}: 4"
)

GAME: Game[State, Column] = ConnectFour()
