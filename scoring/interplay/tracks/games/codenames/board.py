"""The table of Codenames: who sits where, the board, turns, and what they are worth."""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.codenames.clue import LONGEST

TEAMS = ("red", "blue")
ROLES = ("spymaster", "operative")
RED, BLUE, NEUTRAL, ASSASSIN = range(4)
IDENTITIES = (*TEAMS, "neutral", "assassin")
WORDS_OF = (9, 8)
"""Words of red and of blue."""
NEUTRALS = (3, 7)
SIDES = ((0, 1), (2, 3))
"""Seats of red and of blue, spymaster first."""
MAX_TURNS = 40
BONUS = 3
"""Points of the winner beside its words."""
NULL_GUESSES = 2
"""Guesses allowed if no clue was given."""
CLUE, END = "submit_clue", "end_turn"
CLUE_TEXT = LONGEST + 2
"""Characters of the text of a clue: the word, a comma, a digit."""
GUESSES = tuple(f"guess_{at}" for at in range(sum(WORDS_OF) + max(NEUTRALS) + 1))
POSITIONS = {action_id: at for at, action_id in enumerate(GUESSES)}


class Board(Struct, frozen=True):
    """What stays the same: words and identities by position, and of each identity the set of positions, as bits."""

    words: tuple[str, ...]
    key: tuple[int, ...]
    masks: tuple[int, int, int, int]


class Turn(Struct, frozen=True, gc=False):
    """A clue (an empty word where none was given), its number, and the positions guessed."""

    word: str
    number: int
    guesses: tuple[int, ...] = ()

    @property
    def limit(self) -> int:
        """Return the most guesses of the turn; the number 0 sets no limit."""
        if not self.word:
            return NULL_GUESSES
        return self.number + 1 if self.number else len(GUESSES)

    @property
    def may_end(self) -> bool:
        """Return whether the operative may stop: after a guess, or if there was no clue."""
        return bool(self.guesses) or not self.word


class State(Struct, frozen=True):
    """Finished turns (red's at even places), the turn whose guesses are due, and the uncovered positions as bits."""

    board: Board
    past: tuple[Turn, ...] = ()
    current: Turn | None = None
    revealed: int = 0

    @property
    def team(self) -> int:
        """Return the team whose turn it is."""
        return len(self.past) % 2

    def left(self, identity: int) -> int:
        """Return how many words of an identity are covered."""
        return (self.board.masks[identity] & ~self.revealed).bit_count()

    def covered(self) -> list[int]:
        """Return the covered positions."""
        return [at for at in range(len(self.board.words)) if not self.revealed >> at & 1]

    def covered_words(self) -> list[str]:
        """Return the covered words in board order."""
        return [word for at, word in enumerate(self.board.words) if not self.revealed >> at & 1]

    @property
    def ending(self) -> str:
        """Return why the game is over, empty while it is not."""
        if not self.left(ASSASSIN):
            return "assassin"
        if not self.left(RED) or not self.left(BLUE):
            return "all_words"
        return "turn_limit" if len(self.past) == MAX_TURNS else ""

    @property
    def winner(self) -> int | None:
        """Return the team that has won; nobody at the turn limit and before the end."""
        if not self.left(ASSASSIN):
            return 1 - (len(self.past) - 1) % 2
        return next((team for team in (RED, BLUE) if not self.left(team)), None)


def opening(board: Sequence[str], key: Sequence[int]) -> State:
    """Return the covered board of these words and identities."""
    red, blue, neutral, assassin = (
        sum(1 << at for at, identity in enumerate(key) if identity == wanted) for wanted in range(4)
    )
    return State(Board(tuple(board), tuple(key), (red, blue, neutral, assassin)))


def points(state: State) -> tuple[int, int]:
    """Return the points of red and blue: their uncovered words and the bonus; 0 for a team that met the assassin."""
    scores = [words_of - state.left(team) for team, words_of in enumerate(WORDS_OF)]
    winner = state.winner
    if winner is not None:
        scores[winner] += BONUS
        if state.ending == "assassin":
            scores[1 - winner] = 0
    return scores[RED], scores[BLUE]
