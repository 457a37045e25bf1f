"""An ordinary player of Undercover: any clue of its word, a vote against whoever seems to talk about something else.

It knows the clue bank as a person knows what words stand for, and uses of the match its own word, the clues and who is
left. Only what speaks against a seat counts: a clue that is mostly about its word is as good as one of the bank. It
never asks itself whether it holds the odd word.

Measured over 1,000 matches (standard error 1.6 points): as the undercover it survives 59% against four ``random``, 27%
against four of its own kind, 0% against four ``detective``; four of it catch ``random``, which says nothing, always.
"""

from typing import Any

from interplay.games.base import Game
from interplay.games.bots._undercover_bank import Association, Bank, bank, stems
from interplay.games.bots.base import Bot
from interplay.games.rules._undercover_text import repeats
from interplay.streams import Stream

SILENT, UNKNOWN = 50, 30
"""Doubt about no clue, and about one that says nothing known."""


class Majority:
    """See the module docstring."""

    name = "majority"
    version = 1
    strength = 1
    games: tuple[str, ...] = ("undercover",)

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a clue that nobody has given in this round, or a vote for a seat that is doubted most."""
        known = bank()
        own = known.about(state.word(seat))
        if not state.voting:
            fresh = [clue for clue in own.clues if not repeats(clue, state.clues)]
            return game.write(state, seat, stream.choice(fresh))
        doubts = {other: 0 for other in state.seats if other != seat}
        for other, clue in clues_of(state):
            if other in doubts:
                doubts[other] += doubt(known, own, clue)
        most = max(doubts.values())
        return game.write(state, seat, stream.choice([other for other, value in doubts.items() if value == most]))


def clues_of(state: Any) -> tuple[tuple[int, str], ...]:
    """Return every clue given so far with its seat; all players have seen them all."""
    past = [spoken for played in state.past for spoken in zip(played.seats, played.clues, strict=True)]
    return (*past, *zip(state.seats, state.clues, strict=False))


def doubt(known: Bank, own: Association, clue: str) -> int:
    """Return how far *clue* is from fitting a word, from 0 (fits) to 100 (all of it belongs to other words)."""
    if not clue:
        return SILENT
    if clue in own.clues:
        return 0
    said = stems(clue)
    fits, foreign = known.weigh(said & own.stems), known.weigh(said - own.stems)
    if fits + foreign == 0:
        return UNKNOWN
    return max(0, 100 * (foreign - fits) // (foreign + fits))


BOT: Bot = Majority()
