"""Positions of Hanabi, of the two kinds in which every action has a regret that is exact.

``certain_play``: the seat holds a card that fits in every deal which agrees with what it sees and was told. Playing
such a card is worth 0, anything else -1. That says whether the card was found, not what the team loses by waiting.

``safe_discard``: no hint token is left and no card is certain to fit, so that the seat must play or discard, and
exactly one of its cards can be discarded without harm. An action is worth minus the probability that it does harm
which cannot be made good: for a play that the card does not fit; for a discard that it is the last copy of a card that
could still be played. The best action does none, so that the regret is this probability.

Left out are states in which a hint may be given and nothing is certain: what a hint is worth depends on how the
partner reads it, and no optimum of the whole game is known. A lost life costs more than a lost card; the two kinds of
harm are only compared with doing none.

States come from games of the cautious pair with no to three quarters of its moves, other than certain plays, replaced
by random hints and discards. Difficulty is how much knowledge finds the best actions: ``easy``, what hints said of
the card directly; ``medium``, also what hints to other cards rule out; ``hard``, only with the visible cards counted.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.bots import cautious_action
from interplay.tracks.games.hanabi.odds import Odds, critical, odds
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import ANY, HAND, HINT, NAMED, PLAY, TOLD_COLOR, TOLD_RANK, State
from interplay.tracks.games.records import Setup
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position

Difficulty = Literal["easy", "medium", "hard"]
Kind = tuple[str, Difficulty]
EACH = 60
GAMES = 5_000
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
KINDS: tuple[Kind, ...] = tuple((tag, level) for tag in ("certain_play", "safe_discard") for level in LEVELS)
PENALTY = 1.0
METHODS = {
    "certain_play": "0 for playing a card that fits in every deal that agrees with the visible cards and the hints, "
    "-1 for any other action; nothing is inferred from the partner's choices",
    "safe_discard": "minus the exact probability, over all deals that agree with the visible cards and the hints, that "
    "a played card does not fit or a discarded one is the last copy of a card that could still be played; nothing is "
    "inferred from the partner's choices",
}


class Found(Struct, frozen=True):
    """A state of a game that makes a position: after how many actions, of which kind, with a value per action."""

    turns: int
    kind: Kind
    values: tuple[tuple[int, float], ...]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield ``EACH`` positions of each kind, at most one of a kind from a game."""
    missing = dict.fromkeys(KINDS, EACH)
    number = 0
    for game in range(GAMES):
        setup = GAME.deal(f"{seed}/positions/{game}", {}, "strict")
        played, found = _game(setup, game % 4)
        stream = Stream(GAME.name, setup.seed, "choice")
        for kind in KINDS:
            candidates = [case for case in found if case.kind == kind]
            if missing[kind] and candidates:
                missing[kind] -= 1
                number += 1
                yield _position(setup, played, stream.choice(candidates), number, canary)
        if not any(missing.values()):
            return
    raise ValueError(f"{GAMES} games of seed {seed!r} lack positions: {missing}")


def _position(setup: Setup, played: Sequence[int], case: Found, number: int, canary: str) -> Position:
    tag, difficulty = case.kind
    return position(
        GAME,
        setup,
        [(action,) for action in played[: case.turns]],
        case.turns % 2,
        case.values,
        number=number,
        canary=canary,
        split="hard",
        kind=tag,
        tags=(difficulty,),
        cluster=setup.seed,
        penalty=PENALTY,
        method=METHODS[tag],
    )


def _game(setup: Setup, noise: int) -> tuple[list[int], list[Found]]:
    """Return the actions of a game in which *noise* quarters of the moves are random, and what it holds."""
    state = GAME.start(setup)
    stream = Stream(GAME.name, setup.seed, "noise")
    played: list[int] = []
    found: list[Found] = []
    while GAME.to_move(state):
        found += _found(state)
        action = cautious_action(state, state.seat)
        if stream.below(4) < noise and not PLAY <= action < HINT:
            action = stream.choice(GAME.fallback(state, state.seat))
        played.append(action)
        state = GAME.apply(state, {state.seat: action})
    return played, found


def _found(state: State) -> list[Found]:
    """Return the position that *state* makes, if it makes one."""
    own, fits = odds(state, state.seat), state.playable
    certain = {at for at in range(HAND) if own.certain(at, fits)}
    if certain:
        values = [(action, 0.0 if action - PLAY in certain else -1.0) for action in _legal(state)]
        return [_case(state, "certain_play", certain, lambda cards: not cards & ~fits, values)]
    last = critical(state)
    safe = {at for at in range(HAND) if not own.count(at, last)}
    if state.tokens or len(safe) != 1:
        return []
    values = [(action, 0.0 - _harm(own, action, fits, last)) for action in _legal(state)]
    return [_case(state, "safe_discard", safe, lambda cards: not cards & last, values)]


def _legal(state: State) -> Sequence[int]:
    return GAME.legal(state, state.seat)  # type: ignore[return-value]  # nothing is open in Hanabi


def _harm(own: Odds, action: int, fits: int, last: int) -> float:
    return own.chance(action, last) if action < PLAY else own.chance(action - PLAY, ANY & ~fits)


def _case(
    state: State, tag: str, best: set[int], proves: Callable[[int], bool], values: Sequence[tuple[int, float]]
) -> Found:
    """Return the case with its difficulty: *proves* says whether a set of possible cards makes a position *best*."""
    known = state.known[state.seat]
    if {at for at in range(HAND) if proves(_told(known[at]))} == best:
        difficulty: Difficulty = "easy"
    elif {at for at in range(HAND) if proves(known[at] & ANY)} == best:
        difficulty = "medium"
    else:
        difficulty = "hard"
    return Found(len(state.history), (tag, difficulty), tuple(values))


def _told(known: int) -> int:
    """Return the cards that go with what was named of a card, whatever was said of others."""
    cards = ANY
    for told, hints in ((TOLD_COLOR, NAMED[:2]), (TOLD_RANK, NAMED[2:])):
        if known & told:
            cards &= next(named for named in hints if not known & ANY & ~named)
    return cards
