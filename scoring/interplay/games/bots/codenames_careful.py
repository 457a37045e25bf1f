"""A careful team in Codenames: clues for one or two words that point at no other covered word; no guess too many.

The spymaster takes its clues from the association table and nowhere else, and the number is how many words it means.
The operative uncovers what the clue fits best, up to that number, and stops earlier when nothing fits any more. An
unknown clue is compared by its letters, once. Neither remembers earlier turns.
"""

from collections.abc import Callable, Sequence
from typing import Any

from interplay.games.base import Game
from interplay.games.bots._codenames_table import Fit, allowed, likeness, linked, table
from interplay.games.bots.base import Bot
from interplay.games.rules._codenames_board import CLUE, END, GUESSES, State
from interplay.games.rules._menu import SILENCE, Choice
from interplay.streams import Stream

MOST = 2
"""Words that one clue is for."""
CLEAR = 3
"""Strength of a word that a safe clue is for: it comes to mind at once."""


class Careful:
    """See the module docstring."""

    name = "careful"
    version = 1
    games: tuple[str, ...] = ("codenames",)
    strength = 1

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a clue or a guess; equals are drawn among."""
        if state.current is None:
            return game.write(state, seat, safe_clue(state, stream))
        return game.write(state, seat, _guess(state, stream))


def safe_clue(state: State, stream: Stream) -> Choice:
    """Return a clue for most own words, at most two, that fits no other covered word; else the least bad one."""
    covered = state.covered_words()
    own = {state.board.words[at] for at in state.covered() if state.board.key[at] == state.team}
    ranks = {clue: _rank(found, own) for clue, found in linked(covered).items()}
    best = sorted({rank for rank in ranks.values() if rank is not None}, reverse=True)
    for rank in best:
        clues = allowed(sorted(clue for clue, found in ranks.items() if found == rank), covered)
        if clues:
            return Choice(CLUE, f"{stream.choice(clues)},{max(1, rank[1])}")
    return Choice(CLUE, SILENCE)


def ranked(state: State, score: Callable[[str], int], stream: Stream) -> list[int]:
    """Return the covered positions by falling score of their words; equals in random order."""
    mixed = stream.shuffled(state.covered())
    return sorted(mixed, key=lambda at: -score(state.board.words[at]))


def blind_guess(state: State, clue: str, stream: Stream) -> Choice:
    """Return the end of the turn, or where that is not allowed the word that looks most like the clue."""
    if state.current is not None and state.current.may_end:
        return Choice(END)
    return Choice(GUESSES[ranked(state, lambda word: likeness(clue, word), stream)[0]])


def _rank(found: Sequence[Fit], own: set[str]) -> tuple[int, int, int] | None:
    """Return how good a clue is: whether it is safe, for how many words it is, and how well it fits them.

    A clue that other words fit as well is for one word, and worth the lead of that over the others. ``None`` for a
    clue that fits no own word.
    """
    mine = sorted((strength for word, strength in found if word in own), reverse=True)
    others = max((strength for word, strength in found if word not in own), default=0)
    if not mine:
        return None
    clear = [strength for strength in mine[:MOST] if strength >= CLEAR]
    if not others and clear:
        return 1, len(clear), sum(clear)
    return 0, 1, mine[0] - others


def _guess(state: State, stream: Stream) -> Choice:
    turn = state.current
    if turn is None or (turn.may_end and len(turn.guesses) >= max(1, turn.number)):
        return Choice(END)
    best = ranked(state, lambda word: table().fits(turn.word, word), stream)[0]
    if table().fits(turn.word, state.board.words[best]):
        return Choice(GUESSES[best])
    return blind_guess(state, turn.word, stream)


BOT: Bot = Careful()
