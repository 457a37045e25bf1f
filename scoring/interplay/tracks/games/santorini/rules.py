"""Santorini: two seats with two pawns each climb a 5 by 5 grid of growing towers; standing on level 3 wins.

After GameBench (arXiv 2406.06613). The four pawns act in a fixed order and a pawn that cannot act loses the game for
its owner, where the published game lets players choose between their pawns. Option ``choose_pawn`` (0) restores the
choice; ids of turns then end in the pawn's letter. No chance. Squares are numbered 0 to 24, row by row from the north
west; pawns 0 to 3 are A, X, B, Y; directions 0 to 7 go clockwise from the north.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from interplay.tracks.games.base import Game, Prompt, TwoSeats
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.santorini import grid
from interplay.tracks.games.santorini.grid import BESIDE, DOME, LETTERS, PLACES, SIZE, SQUARES, TOP, TURNS, Turn
from interplay.tracks.games.santorini.text import TOPICS, rules
from interplay.tracks.games.shared.menu import Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.verdicts import Outcome


class State(Struct, frozen=True, gc=False):
    """The grid: ``heights`` of the squares, squares of the ``pawns`` placed so far, and the id of the last action.

    ``winner`` is -1 until the end.
    """

    heights: tuple[int, ...]
    pawns: tuple[int, ...] = ()
    ply: int = 0
    winner: int = -1
    choose: bool = False
    last: str = ""

    @property
    def seat(self) -> int:
        return self.ply % 2

    @property
    def placing(self) -> bool:
        """Return whether pawns are still being placed."""
        return self.ply < len(LETTERS)

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the pawns that may act now."""
        return (self.ply % 2, self.ply % 2 + 2) if self.choose and not self.placing else (self.ply % 4,)


class Santorini(TwoSeats, MenuGame[State]):
    """The rules of Santorini for two seats, after GameBench: step, build, and be the first on level 3.

    An action is a ``Choice``: the id of a listed action, no words: a square for a placement, then a step and a
    building.
    """

    name = "santorini"
    title = "Santorini"
    version = 2
    categories: tuple[str, ...] = ("abstract strategy",)
    labels: tuple[str, ...] = ("abstract strategy", "spatial reasoning")
    longest = len(LETTERS) + DOME * len(SQUARES)
    topics = TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Return the setup, in which nothing is drawn; raise ``ValueError`` for an unknown option."""
        if unknown := sorted(set(options) - {"choose_pawn"}):
            raise ValueError(f"unknown option {unknown[0]!r}; expected choose_pawn")
        setup = setup_of(self, seed, profile, (Option(name="choose_pawn", value=options.get("choose_pawn", 0)),))
        self.start(setup)
        return setup

    def start(self, setup: Setup) -> State:
        if setup.draws or setup.words:
            raise ValueError("a setup of santorini draws nothing, found draws or words")
        choose = setup.option("choose_pawn")
        if choose not in (0, 1):
            raise ValueError(f"option choose_pawn is {choose}, expected 0 or 1")
        return State((0,) * len(SQUARES), choose=bool(choose))

    def to_move(self, state: State) -> tuple[int, ...]:
        return (state.seat,) if state.winner < 0 else ()

    def prompt(self, state: State, seat: int) -> Prompt:
        listed = [(action_id, _note(state, action_id)) for action_id in self.menu(state, seat)]
        system = rules_text(self.title, rules(choose=state.choose)[0], TOPICS)
        return menu_prompt(system, _observation(state, seat), _instruction(state), listed)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        """Return placements by row and column, or turns by step and build, those of A or X before those of B or Y."""
        return ids(state)

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        if state.placing:
            return action_id in PLACES and PLACES[action_id] not in state.pawns
        turn = TURNS.get(action_id)
        if turn is None or state.winner >= 0 or (turn.pawn is not None) is not state.choose:
            return False
        pawn = state.actors[0] if turn.pawn is None else turn.pawn
        return pawn in state.actors and allowed(state, pawn, turn)

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        if action_id in PLACES:
            return f"puts pawn {LETTERS[state.ply]} on {_square_name(PLACES[action_id])}"
        pawn, target, built = _squares_of(state, action_id)
        step = f"pawn {LETTERS[pawn]} steps from {_square_name(state.pawns[pawn])} to {_square_name(target)}"
        levels = f"from level {state.heights[state.pawns[pawn]]} to level {state.heights[target]}"
        if state.heights[target] == TOP:
            return f"{step}, {levels}, and wins; nothing is built"
        height = state.heights[built]
        return f"{step}, {levels}, and a block raises {_square_name(built)} from level {height} to level {height + 1}"

    def decode(self, text: str) -> Choice:
        if text not in PLACES and text not in TURNS:
            raise ValueError(f"{short(text)} is not an action of santorini")
        return Choice(text)

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        action_id = actions[state.seat].id
        if state.placing:
            return _settled(state, state.heights, (*state.pawns, PLACES[action_id]), action_id)
        pawn, target, built = _squares_of(state, action_id)
        pawns = (*state.pawns[:pawn], target, *state.pawns[pawn + 1 :])
        heights = state.heights
        if heights[target] == TOP:
            return State(heights, pawns, state.ply + 1, state.seat, state.choose, action_id)
        heights = (*heights[:built], heights[built] + 1, *heights[built + 1 :])
        return _settled(state, heights, pawns, action_id)

    def outcome(self, state: State) -> Outcome:
        return _won("climbed" if climber(state) is not None else "stuck", state.winner)

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _won("forfeit", 1 - seat)

    def show(self, state: State) -> str:
        return "\n".join([*_drawing(state), "", *_story(state)])


def ids(state: State) -> Sequence[str]:
    """Return the ids of the legal actions in canonical order."""
    if state.winner >= 0:
        return ()
    if state.placing:
        return [action_id for action_id, square in PLACES.items() if square not in state.pawns]
    known = [(pawn, grid.TURNS_WITH[pawn if state.choose else None]) for pawn in state.actors]
    return [action_id for pawn, turns in known for action_id, turn in turns if allowed(state, pawn, turn)]


def allowed(state: State, pawn: int, turn: Turn) -> bool:
    """Return whether a pawn may step and build in the directions of *turn*."""
    start = state.pawns[pawn]
    target = BESIDE[start][turn.step]
    if target < 0 or not _enterable(state.heights, state.pawns, start, target):
        return False
    built = BESIDE[target][turn.build]
    return built >= 0 and state.heights[built] < DOME and (built == start or built not in state.pawns)


def steps(heights: Sequence[int], pawns: Sequence[int], pawn: int) -> Iterator[int]:
    """Return the squares that a pawn may step to, clockwise from the north; each leaves something to build."""
    start = pawns[pawn]
    return (target for target in BESIDE[start] if target >= 0 and _enterable(heights, pawns, start, target))


def climber(state: State) -> int | None:
    """Return the pawn that stands on level 3, ``None`` while there is none."""
    return next((pawn for pawn, square in enumerate(state.pawns) if state.heights[square] == TOP), None)


def _enterable(heights: Sequence[int], pawns: Sequence[int], start: int, target: int) -> bool:
    return heights[target] <= heights[start] + 1 and heights[target] < DOME and target not in pawns


def _squares_of(state: State, action_id: str) -> tuple[int, int, int]:
    """Return pawn, target and building square of a legal turn."""
    turn = TURNS[action_id]
    pawn = state.actors[0] if turn.pawn is None else turn.pawn
    target = BESIDE[state.pawns[pawn]][turn.step]
    return pawn, target, BESIDE[target][turn.build]


def last_turn(state: State) -> tuple[int, int, int, int]:
    """Return the pawn of the last action, a turn, and its squares: whence, where to, what it built on."""
    turn = TURNS[state.last]
    pawn = (state.ply - 1) % 4 if turn.pawn is None else turn.pawn
    target = state.pawns[pawn]
    return pawn, BESIDE[target][(turn.step + 4) % 8], target, BESIDE[target][turn.build]


def _settled(state: State, heights: tuple[int, ...], pawns: tuple[int, ...], action_id: str) -> State:
    """Return the next state, lost for the seat to move if it has no action."""
    after = State(heights, pawns, state.ply + 1, -1, state.choose, action_id)
    if after.placing or any(True for pawn in after.actors for _ in steps(heights, pawns, pawn)):
        return after
    return replace(after, winner=1 - after.seat)


def _won(reason: str, seat: int) -> Outcome:
    return shares(reason, ((seat,), (1 - seat,)), (1.0, 0.0))


def _square_name(square: int) -> str:
    return f"({square // SIZE}, {square % SIZE})"


def _note(state: State, action_id: str) -> str | None:
    """Return the squares of a turn; the levels are on the board, and in the explanation."""
    if action_id in PLACES:
        return None
    _, target, built = _squares_of(state, action_id)
    return f"to {_square_name(target)}, block on {_square_name(built)}"


def _observation(state: State, seat: int) -> str:
    mine, other = LETTERS[seat::2], LETTERS[1 - seat :: 2]
    return "\n".join(
        [
            f"You are player {seat}, with pawns {' and '.join(mine)}; your opponent has {' and '.join(other)}.",
            f"Actions so far: {state.ply}. Last action: {_last_action(state)}.",
            board(state),
            _order(state, seat),
        ]
    )


def board(state: State) -> str:
    """Return the grid with levels and pawns, as observations have it."""
    squares = [f"{height}{_letter(state, square) or '.'}" for square, height in enumerate(state.heights)]
    rows = [f"row {row}   {'  '.join(squares[SIZE * row : SIZE * row + SIZE])}" for row in range(SIZE)]
    return "\n".join(
        [
            "The grid, north at the top. Each square shows its level, then the pawn on it, or a dot:",
            "column  " + "   ".join(map(str, range(SIZE))),
            *rows,
            *_whereabouts(state),
        ]
    )


def _letter(state: State, square: int) -> str:
    return LETTERS[state.pawns.index(square)] if square in state.pawns else ""


def _whereabouts(state: State) -> list[str]:
    pawns = zip(LETTERS, state.pawns, strict=False)
    placed = [f"{letter} {_square_name(square)} on level {state.heights[square]}" for letter, square in pawns]
    return [f"Pawns as (row, column): {', '.join(placed)}."] if placed else []


def _order(state: State, seat: int) -> str:
    if state.choose and not state.placing:
        mine, other = LETTERS[seat::2], LETTERS[1 - seat :: 2]
        return (
            f"Now you act with {mine[0]} or {mine[1]}, as you choose; then your opponent with {other[0]} or {other[1]}."
        )
    now, then, later = (LETTERS[(state.ply + i) % 4] for i in range(3))
    if state.ply + 1 == len(LETTERS):
        then, later = ("either pawn", "either") if state.choose else (then, later)
        return f"Now you place {now}, the last pawn. Then your opponent acts with {then}, then you with {later}."
    if state.placing:
        follows = f"you place {later}" if state.ply + 2 < len(LETTERS) else "the pawns start to act"
        return f"Now you place {now}. Then your opponent places {then}, then {follows}."
    return f"Now you act with {now}. Then your opponent acts with {then}, then you with {later}."


def _actors(state: State, joint: str) -> str:
    return joint.join(LETTERS[pawn] for pawn in state.actors)


def _instruction(state: State) -> str:
    if state.placing:
        return f"Place pawn {LETTERS[state.ply]} on an empty square, as place_ROW_COLUMN."
    pawn = "one of your pawns" if state.choose else f"pawn {LETTERS[state.actors[0]]}"
    end = ", and the pawn's letter at the end" if state.choose else ""
    return (
        f"Act with {pawn}: name the direction of its step, and the direction, seen from its new square, of the block "
        f"that it builds{end}. n is towards row 0, e towards column {SIZE - 1}. A step onto level {TOP} wins and "
        "builds nothing, though its id names a block."
    )


def _last_action(state: State) -> str:
    if not state.last:
        return "none"
    if state.last in PLACES:
        return f"{LETTERS[state.ply - 1]} was placed on {_square_name(PLACES[state.last])}"
    pawn, start, target, built = last_turn(state)
    step = f"{LETTERS[pawn]} stepped from {_square_name(start)} to {_square_name(target)}"
    if state.heights[target] == TOP:
        return step
    return f"{step} and built on {_square_name(built)}, now level {state.heights[built]}"


def _drawing(state: State) -> list[str]:
    rule = "  +" + "----+" * SIZE
    lines = ["    " + "    ".join(map(str, range(SIZE))), rule]
    for row in range(SIZE):
        cells = (_cell(state, SIZE * row + column) for column in range(SIZE))
        lines += [f"{row} |" + "|".join(cells) + "|", rule]
    return lines


def _cell(state: State, square: int) -> str:
    """Return four characters: the level (a dot for 0, a dome for 4) and the pawn, in brackets where it has won."""
    height = state.heights[square]
    if letter := _letter(state, square):
        pawn = f"{height or '.'}{letter}"
        return f"[{pawn}]" if height == TOP else f" {pawn} "
    return "(##)" if height == DOME else f" {height or '.'}  "


def _story(state: State) -> list[str]:
    last = [] if not state.last else [f"{_last_action(state)}."]
    if state.winner < 0:
        verb = "places" if state.placing else "acts with"
        return [*last, f"Player {state.seat} {verb} {_actors(state, ' or ')}."]
    if (pawn := climber(state)) is not None:
        return [*last, f"{LETTERS[pawn]} stands on level {TOP}: player {state.winner} wins."]
    return [*last, f"{_actors(state, ' and ')} cannot move: player {state.winner} wins."]


GAME: Game[State, Choice] = Santorini()
