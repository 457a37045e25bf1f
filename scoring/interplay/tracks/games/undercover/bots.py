"""The bots of Undercover: ``majority`` votes against the least fitting clue, ``detective`` doubts itself too."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.undercover.bank import Association, Bank, bank
from interplay.tracks.games.undercover.listening import Meaning, echoes, heard
from interplay.tracks.games.undercover.rules import State, earlier_clues

MAJORITY_NOTHING = 50
"""Doubt about a clue that says nothing."""
MAJORITY_CALM = 24
"""Stem weights added to the evidence, so that one word alone is only a hint."""


def _majority(state: State, seat: int, stream: Stream) -> str | int:
    known = bank()
    mine = known.about(state.word(seat))
    if not state.voting:
        before = earlier_clues(state, seat)
        fresh = [clue for clue in mine.clues if not echoes(clue, before)]
        return stream.choice(fresh or mine.clues)
    doubts = {other: 0 for other in state.seats if other != seat}
    for other, meaning in heard(known, mine, state):
        if other in doubts:
            doubts[other] += doubt(meaning)
    most = max(doubts.values())
    return stream.choice([other for other, value in doubts.items() if value == most])


MAJORITY = Bot("majority", 3, 1, choosing(_majority))
"""An ordinary player of Undercover: any clue of its word, a vote against the seat that seems to have another word.

It knows the pairs and the clue bank, as a person knows what words mean. Of the match it uses its own word, the
clues and who is left. Only evidence against a seat counts: an unknown clue is as good as one of the bank. It never
considers that it may hold the odd word itself.

Measured over 1,000 matches (standard error at most 1.6 points): as the undercover it survives 60% against four
``random``, 25% against four of its own kind, 0% against four ``detective``; four of it catch ``random``, which says
nothing, always.
"""


def doubt(meaning: Meaning) -> int:
    """Return the doubt that a clue fits the listener's word: 0 (no evidence against it) to 100 (it does not fit)."""
    if meaning.nothing:
        return MAJORITY_NOTHING
    if meaning.written:
        return 100 if meaning.written == "other" else 0
    against = max(0, meaning.other - meaning.near)
    return 100 * against // (meaning.other + meaning.near + MAJORITY_CALM)


DETECTIVE_CERTAIN, DETECTIVE_LIKELY, DETECTIVE_EVASIVE = 20, 12, 10
"""Evidence for the other word, in stem weights: a clue of the bank, at most any other, one that says nothing."""
DETECTIVE_CLEARED = 6
"""The most evidence for the listener's word: one fitting free clue counts as much as a clue of the bank."""
DETECTIVE_FITTING = 1
"""Evidence for the listener's word of a free clue that fits it and may fit the other word, too."""
DETECTIVE_VOTE = 8
"""Evidence of a vote against a seat whose clues fit the voter's word."""


class Suspicion(Struct, frozen=True):
    """Evidence of the clues that each other seat, or the bot's, is the undercover."""

    others: Mapping[int, int]
    crowd: Mapping[int, int]
    oneself: int

    @property
    def margin(self) -> int:
        """Return by how much the evidence for the bot's seat exceeds that for any other."""
        return self.oneself - max(self.others.values())


def _detective(state: State, seat: int, stream: Stream) -> str | int:
    known = bank()
    mine = known.about(state.word(seat))
    suspicion = suspect(known, mine, state, seat)
    if not state.voting:
        return _detective_clue(known, mine, suspicion, state, seat, stream)
    # If the seat is probably the undercover, the others hold the other word and doubt clues that fit it least.
    against = suspicion.crowd if suspicion.margin > 0 else suspicion.others
    most = max(against.values())
    return stream.choice([other for other, value in against.items() if value == most])


DETECTIVE = Bot("detective", 3, 2, choosing(_detective))
"""A strong player of Undercover: weighs for each seat, its own included, whether that seat holds the odd word.

It knows the published pairs and the clue bank, so it knows the word that its own can be paired with; of the match
it uses its own word, the clues, the votes of the first round where they are told, who has left and that the game
went on.

Measured over 1,000 matches (standard error at most 1.6 points): as the undercover it survives 56% against four
``majority`` and 30% against four of its own kind, where 60% is chance against random votes; four of it catch
``majority`` always.
"""


def suspect(known: Bank, mine: Association, state: Any, seat: int) -> Suspicion:
    """Weigh all clues and votes so far.

    If another seat is the undercover, its clues are about the other word; if the bot's is, everybody else's are. A
    seat that left while the game went on had the common word: it cannot be the undercover, and its clues still tell.
    """
    others = {other: 0 for other in state.seats if other != seat}
    crowd = dict(others)
    self_total = 0
    for other, meaning in heard(known, mine, state):
        if other == seat:
            continue
        odd, evasive = lean(meaning)
        self_total += odd
        if other in others:
            others[other] += odd + evasive
            crowd[other] += evasive - odd
    for voter, odd in _votes(known, mine, state):
        if voter in others:
            others[voter] += odd
            crowd[voter] -= odd
    return Suspicion(others, crowd, self_total)


def _votes(known: Bank, mine: Association, state: Any) -> Iterator[tuple[int, int]]:
    """Yield each voter of the round before, and the evidence of the vote for the other word.

    A seat that votes against one whose clues fit its own word seems to hold the other word. In profile ``compat`` the
    votes are not shown.
    """
    if state.table.compat or not state.past:
        return
    played = state.past[0]
    leaning = {seat: lean(meaning)[0] for seat, meaning in heard(known, mine, state)[: len(played.seats)]}
    for voter, target in zip(played.seats, played.votes, strict=True):
        if leaning[target]:
            yield voter, DETECTIVE_VOTE if leaning[target] < 0 else -DETECTIVE_CLEARED


def lean(meaning: Meaning) -> tuple[int, int]:
    """Return the evidence of a clue for the other word of the pair and against its own, and how evasive it is."""
    if meaning.nothing:
        return 0, DETECTIVE_EVASIVE
    if meaning.written:
        return {"both": 0, "own": -DETECTIVE_CLEARED, "other": DETECTIVE_CERTAIN}[meaning.written], 0
    if not (meaning.strange or meaning.other or meaning.alone):
        return -DETECTIVE_FITTING, 0
    return max(-DETECTIVE_CLEARED, min(DETECTIVE_LIKELY, meaning.other - meaning.alone)), 0


def _detective_clue(known: Bank, mine: Association, suspicion: Suspicion, state: Any, seat: int, stream: Stream) -> str:
    """Return a clue that is telling, neutral or misleading, as the seat's own side requires.

    A seat that shares its word with others gives a telling clue. So does one that speaks after three others if none of
    them did, because the four need such clues. A seat that is surely the undercover gives a clue for the other word.
    Otherwise the clue fits both words.
    """
    is_first = suspicion.oneself == 0 and len(state.clues) >= 3
    if suspicion.oneself < 0 or is_first:
        wanted = mine.distinct
    elif suspicion.margin >= DETECTIVE_CLEARED:
        wanted = known.about(mine.other).distinct
    else:
        wanted = mine.shared
    before = earlier_clues(state, seat)
    fresh = [clue for clue in wanted if not echoes(clue, before)]
    return stream.choice(fresh or [clue for clue in mine.shared if not echoes(clue, before)] or mine.shared)


BOTS: tuple[Bot, ...] = (MAJORITY, DETECTIVE)
