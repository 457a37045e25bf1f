"""The texts of Codenames: the rules, the board as a seat may see it, and the drawing for a replay."""

from collections.abc import Iterator

from interplay.tracks.games.codenames.board import (
    ASSASSIN,
    BLUE,
    BONUS,
    CLUE,
    END,
    IDENTITIES,
    MAX_TURNS,
    NEUTRAL,
    NULL_GUESSES,
    POSITIONS,
    RED,
    ROLES,
    TEAMS,
    WORDS_OF,
    State,
    Turn,
    points,
)
from interplay.tracks.games.codenames.clue import CONTAINED, ENDINGS, LONGEST, SHORTEST
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.shared.rulebook import rulebook

_MARKS = "RB-X"
COLUMNS = {21: 3, 25: 5}
"""Columns of the board as it is drawn, by the number of its words."""

SUMMARY, TOPICS = rulebook(
    "codenames",
    red=WORDS_OF[RED],
    blue=WORDS_OF[BLUE],
    bonus=BONUS,
    turns=MAX_TURNS,
    guesses=NULL_GUESSES,
    silence=SILENCE,
    shortest=SHORTEST,
    longest=LONGEST,
    contained=CONTAINED,
    endings=", ".join(ENDINGS),
)
CLUE_INSTRUCTIONS = (
    "It is your turn to give a clue: one word that points your operative at as many of your team's covered words as "
    "you dare, and at no other, then a comma and how many words you mean (0 to 9; 0 sets no limit)."
)
SUBSTITUTE = (
    "a spymaster gives no clue, an operative ends the turn, or guesses at random where the turn may not end yet"
)
CLUE_NOTE = (
    "the text is word,number, such as ocean,2 for two words that have to do with the ocean; the clue must not be, "
    "contain or be contained in a covered word"
)
_CLUE_DOES = "gives your operative the word and the number, and nothing else"


def guess_instructions(state: State, turn: Turn) -> str:
    """Return what the operative is asked: the clue, the guesses made and left."""
    team = TEAMS[state.team]
    guesses = _guesses_text(state, turn) if turn.guesses else "none yet"
    if not turn.word:
        ask = f"Your spymaster gave no clue. You may guess up to {NULL_GUESSES} times or end the turn."
        return f"{ask}\nGuesses of this turn: {guesses}."
    limit = "as many as you like" if not turn.number else f"{turn.limit - len(turn.guesses)} at most"
    ends = "You may end the turn instead." if turn.may_end else "You must make one guess before you can end the turn."
    return f"Your team's clue:\n{team} {_clue(turn)}\nGuesses of this turn: {guesses}. Guesses left: {limit}. {ends}"


def describe(state: State, action_id: str) -> str | None:
    """Return what an action does, ``None`` for an id of no action."""
    if action_id in (CLUE, END):
        return _CLUE_DOES if action_id == CLUE else "stop guessing; it is the other team's turn"
    at = POSITIONS.get(action_id)
    return None if at is None else f"uncover {state.board.words[at]}"


def observation(state: State, seat: int) -> str:
    """Return all that a seat may know: its role, what is left, the board and the turns so far."""
    team, role = divmod(seat, 2)
    left = [f"{name} {state.left(which)} of {WORDS_OF[which]}" for which, name in enumerate(TEAMS)]
    neutral = state.board.masks[NEUTRAL].bit_count()
    lines = [
        f"You are the {ROLES[role]} of the {TEAMS[team]} team. Turn {len(state.past) + 1} of at most {MAX_TURNS}.",
        f"Words still covered: {', '.join(left)}, neutral {state.left(NEUTRAL)} of {neutral}, assassin 1.",
        "",
        "Board (position, word, " + ("whose it is):" if role == 0 else "whose it is if uncovered):"),
        *(_square(state, at, sees_key=role == 0) for at in range(len(state.board.words))),
        "",
        "Turns so far:" if state.past else "No turn is finished yet.",
        *_turns(state),
    ]
    return "\n".join(lines)


def drawing(state: State) -> str:
    """Return the board with the key in columns, the turns, and how it stands."""
    squares = [_marked(state, at) for at in range(len(state.board.words))]
    columns = COLUMNS[len(squares)]
    rows = ["".join(squares[at : at + columns]).rstrip() for at in range(0, len(squares), columns)]
    legend = "R red, B blue, - neutral, X assassin; [uncovered]"
    turns = list(_turns(state))
    if state.current is not None:
        turns += _turn(state, len(state.past), state.current, " ...")
    return "\n".join([*rows, legend, "", *turns, *[""] * bool(turns), _standing(state)])


def _square(state: State, at: int, *, sees_key: bool) -> str:
    uncovered = state.revealed >> at & 1
    whose = IDENTITIES[state.board.key[at]]
    known = f"{whose}, {'uncovered' if uncovered else 'covered'}" if sees_key else whose if uncovered else "covered"
    return f"{at:>2} {state.board.words[at]}: {known}"


def _marked(state: State, at: int) -> str:
    word = state.board.words[at]
    cell = f"[{word}]" if state.revealed >> at & 1 else f" {word} "
    return f"{_MARKS[state.board.key[at]]} {cell:<14}"


def _turns(state: State) -> Iterator[str]:
    """Yield the finished turns of both teams, each player's words on a line of their own."""
    for number, turn in enumerate(state.past):
        yield from _turn(state, number, turn)


def _turn(state: State, number: int, turn: Turn, more: str = "") -> list[str]:
    team, guessed = TEAMS[number % 2], _guesses_text(state, turn)
    return [f"Turn {number + 1}", f"  {team} {_clue(turn)}", f"  {team} operative: {guessed}{more}"]


def _clue(turn: Turn) -> str:
    return f'spymaster: "{turn.word}", {turn.number}' if turn.word else "spymaster: no clue"


def _guesses_text(state: State, turn: Turn) -> str:
    board = state.board
    return ", ".join(f"{board.words[at]} ({IDENTITIES[board.key[at]]})" for at in turn.guesses) or "no guess"


def _standing(state: State) -> str:
    red, blue = state.left(RED), state.left(BLUE)
    if not state.ending:
        doing = "gives a clue" if state.current is None else "guesses"
        role = ROLES[state.current is not None]
        return f"{TEAMS[state.team]}'s {role} {doing}; covered: red {red}, blue {blue}"
    share = " : ".join(map(str, points(state)))
    if state.winner is None:
        return f"turn limit, nobody wins; points red {share} blue"
    why = "the other team uncovered the assassin" if not state.left(ASSASSIN) else "all its words are uncovered"
    return f"{TEAMS[state.winner]} wins, {why}; points red {share} blue"
