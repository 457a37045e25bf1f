"""The bots of Codenames: ``careful`` gives safe clues for one or two words, ``daring`` weighs risk and chance."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.codenames.associations import STRONGEST, Fit, allowed, fits_by_clue, likeness, table
from interplay.tracks.games.codenames.board import ASSASSIN, CLUE, END, GUESSES, NEUTRAL, State, Turn
from interplay.tracks.games.shared.menu import SILENCE, Choice

CAREFUL_MOST = 2
"""Words that one clue is for."""
CAREFUL_CLEAR = 3
"""Strength of a word that a safe clue is for: it comes to mind at once."""


def _careful(state: State, _: int, stream: Stream) -> Choice:
    return safe_clue(state, stream) if state.current is None else _careful_guess(state, state.current, stream)


CAREFUL = Bot("careful", 1, 1, choosing(_careful))
"""A careful team in Codenames: clues for one or two words that point at no other covered word; no guess too many.

The spymaster takes its clues from the association table and nowhere else, and the number is how many words it
means. The operative uncovers what the clue fits best, up to that number, and stops earlier when nothing fits any
more. An unknown clue is compared by its letters, once. Neither remembers earlier turns.
"""


def safe_clue(state: State, stream: Stream) -> Choice:
    """Return a clue for most own words, at most two, that fits no other covered word; else the least bad one."""
    covered = state.covered_words()
    mine = {state.board.words[at] for at in state.covered() if state.board.key[at] == state.team}
    ranks = {clue: _clue_rank(fits, mine) for clue, fits in fits_by_clue(covered).items()}
    best = sorted({rank for rank in ranks.values() if rank is not None}, reverse=True)
    for rank in best:
        clues = allowed(sorted(clue for clue, fits in ranks.items() if fits == rank), covered)
        if clues:
            return Choice(CLUE, f"{stream.choice(clues)},{max(1, rank[1])}")
    return Choice(CLUE, SILENCE)


def _clue_rank(fits: Sequence[Fit], team_words: set[str]) -> tuple[int, int, int] | None:
    """Return the rank of a clue: whether it is safe, for how many words it is, and how well it fits them.

    A clue that also fits other words is for one word, and counts the lead of that word over the others. ``None`` for a
    clue that fits no own word.
    """
    mine = sorted((strength for word, strength in fits if word in team_words), reverse=True)
    others = max((strength for word, strength in fits if word not in team_words), default=0)
    if not mine:
        return None
    clear = [strength for strength in mine[:CAREFUL_MOST] if strength >= CAREFUL_CLEAR]
    if not others and clear:
        return 1, len(clear), sum(clear)
    return 0, 1, mine[0] - others


def _careful_guess(state: State, turn: Turn, stream: Stream) -> Choice:
    if turn.may_end and len(turn.guesses) >= max(1, turn.number):
        return Choice(END)
    best = ranked(state, lambda word: table().fits(turn.word, word), stream)[0]
    if table().fits(turn.word, state.board.words[best]):
        return Choice(GUESSES[best])
    return blind_guess(state, turn.word, stream)


def ranked(state: State, score: Callable[[str], int], stream: Stream) -> list[int]:
    """Return the covered positions by falling score of their words; equals in random order."""
    mixed = stream.shuffled(state.covered())
    return sorted(mixed, key=lambda at: -score(state.board.words[at]))


def blind_guess(state: State, clue: str, stream: Stream) -> Choice:
    """Return the end of the turn, or where that is not allowed the word that looks most like the clue."""
    if state.current is not None and state.current.may_end:
        return Choice(END)
    return Choice(GUESSES[ranked(state, lambda word: likeness(clue, word), stream)[0]])


DARING_TEAM, DARING_WIN = 10, 30
"""The value of an own word, beside the strength with which the clue fits it, and the bonus for the last one."""
DARING_COSTS = {NEUTRAL: 4, ASSASSIN: 150}
"""The cost of uncovering a neutral word or the assassin."""
DARING_OPPOSING = 14
"""The cost of uncovering a word of the other team."""
DARING_NEARBY = {NEUTRAL: 0, ASSASSIN: 3}
"""The cost of such a word if the clue fits it at all, because the partner may see a stronger link."""
DARING_OPPOSING_NEARBY = 1
"""The cost of a word of the other team if the clue fits it at all."""
DARING_CLEAR = 2
"""Strength from which a clue clearly fits."""
DARING_FIT = 4
"""Weight of the strength of the present clue against hints from other clues."""


def _daring(state: State, _: int, stream: Stream) -> Choice:
    return _daring_clue(state, stream) if state.current is None else _daring_guess(state, state.current, stream)


DARING = Bot("daring", 1, 2, choosing(_daring))
"""A daring team in Codenames: clues for as many words as the risk allows; guesses that remember earlier clues.

The spymaster weighs, for every clue of the association table and every number, what its operative would uncover:
own words against neutral and opposing ones and the assassin. The operative reads the same table, prefers words that
an earlier clue of its team was also for, avoids those that the other team's clues point at, and uses the extra
guess for what an earlier clue has left. Clues come from the table and nowhere else; the number is how many words
are meant.
"""


def _daring_clue(state: State, stream: Stream) -> Choice:
    key = {state.board.words[at]: state.board.key[at] for at in state.covered()}
    values: dict[tuple[Fraction, int], list[str]] = {}
    for clue, fits in fits_by_clue(key).items():
        best = _best_number(fits, key, state.team, state.left(state.team))
        if best is not None:
            values.setdefault(best, []).append(clue)
    for value, number in sorted(values, reverse=True):
        clues = allowed(sorted(values[value, number]), list(key))
        if clues:
            return Choice(CLUE, f"{stream.choice(clues)},{number}")
    return safe_clue(state, stream)


def _best_number(fits: Sequence[Fit], key: Mapping[str, int], team: int, left: int) -> tuple[Fraction, int] | None:
    """Return the value of a clue with its best number, and that number; ``None`` if it fits no own word clearly.

    The operative is assumed to uncover words by falling strength, equals in random order, up to the number.
    """
    if not any(strength >= DARING_CLEAR and key[word] == team for word, strength in fits):
        return None
    costs = {**DARING_COSTS, 1 - team: DARING_OPPOSING}
    nearby = {**DARING_NEARBY, 1 - team: DARING_OPPOSING_NEARBY, team: 0}
    value, chance, number = -Fraction(sum(nearby[key[word]] for word, _ in fits)), Fraction(1), 0
    best = None
    for strength in range(STRONGEST, 0, -1):
        group = [key[word] for word, fit in fits if fit == strength]
        mine, others = group.count(team), [costs[identity] for identity in group if identity != team]
        for gone in range(mine):
            size = len(group) - gone
            value += chance * Fraction((mine - gone) * (DARING_TEAM + strength) - sum(others), size)
            chance *= Fraction(mine - gone, size)
            number += 1
            best = max(best or (value, number), (value + chance * DARING_WIN * (number == left), number))
        if others:
            break
    return best


def _daring_guess(state: State, turn: Turn, stream: Stream) -> Choice:
    """Return the covered word that the clue fits best, then one that an earlier clue has left, then the end."""
    if not turn.word:
        return Choice(END)
    guesses = len(turn.guesses)
    if guesses < max(1, turn.number):
        best = ranked(state, lambda word: _promise(state, turn.word, word), stream)[0]
        if table().fits(turn.word, state.board.words[best]):
            return Choice(GUESSES[best])
        return blind_guess(state, turn.word, stream)
    extra = _left_over(state) if guesses < turn.limit else None
    return Choice(END) if extra is None else Choice(GUESSES[extra])


def _promise(state: State, clue: str, word: str) -> int:
    """Return a score for how likely a clue means a word, given the unfinished clues so far."""
    fits = table().fits(clue, word)
    if not fits:
        return 0
    ours = any(table().fits(turn.word, word) >= DARING_CLEAR for turn in _open(state, state.team))
    other = any(table().fits(turn.word, word) == STRONGEST for turn in _open(state, 1 - state.team))
    return DARING_FIT * fits + ours - 2 * other


def _left_over(state: State) -> int | None:
    """Return the covered position that an unfinished clue of the team fits clearly and better than any other."""
    for turn in _open(state, state.team):
        fits = sorted(((table().fits(turn.word, state.board.words[at]), at) for at in state.covered()), reverse=True)
        if fits[0][0] >= DARING_CLEAR and (len(fits) == 1 or fits[0][0] > fits[1][0]):
            return fits[0][1]
    return None


def _open(state: State, team: int) -> list[Turn]:
    """Return the finished turns of a team, latest first, in which fewer words were found than the clue was for."""
    turns = state.past[team::2]
    return [t for t in reversed(turns) if sum(state.board.key[at] == team for at in t.guesses) < t.number]


BOTS: tuple[Bot, ...] = (CAREFUL, DARING)
