"""The pool of Hanabi positions: the last turns of games, with the exact expected score of every action, as data.

Make the file again (some minutes), or compute its first lines again and compare:

    python -m interplay_builders.tracks.positions._hanabi_ends write
    python -m interplay_builders.tracks.positions._hanabi_ends check

After the action that is asked for, both players keep to one rule, ``kept_to``. So an action is worth the mean of the
final score over all deals of the player's hand and the pile that agree with the visible cards and the hints.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations
from math import fsum
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.bots import cautious_action
from interplay.tracks.games.hanabi.odds import hand_odds, unseen
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import ANY, HINT, HINT_RANK, NAMED, PLAY, TOKENS, Cards, State

FILE = Path(__file__).with_name("hanabi.tsv")
POOL = {True: 780, False: 120}
"""Whether the rule is wrong -> number of positions in the pool."""
PILE = 2
"""The most cards in the pile."""
GAP = 0.1
"""The least lead of the best action in points, over the second best and over the rule's action if that is wrong."""
SEED = "positions/hanabi/pool"


class End(Struct, frozen=True):
    """A state: the number of a game of the pool and how many actions were played, and what each legal action scores."""

    game: int
    turns: int
    values: tuple[float, ...]


def ends(file: Path = FILE) -> tuple[End, ...]:
    """Return the pool."""
    return tuple(map(_read, file.read_text(encoding="utf-8").splitlines()))


def played(game: int) -> tuple[Cards, list[int]]:
    """Return the deck and the actions of a game: the cautious pair, up to three quarters of its moves at random.

    Certain plays are never replaced, and random moves are hints and discards.
    """
    state, stream = dealt(game), Stream(GAME.name, f"{SEED}/{game}", "noise")
    actions: list[int] = []
    while GAME.to_move(state):
        action = cautious_action(state, state.seat)
        if stream.below(4) < game % 4 and not PLAY <= action < HINT:
            action = stream.choice(GAME.fallback(state, state.seat))
        actions.append(action)
        state = GAME.apply(state, {state.seat: action})
    return state.deck, actions


def dealt(game: int) -> State:
    """Return a game of the pool before the first action."""
    return GAME.start(GAME.deal(f"{SEED}/{game}", {}, "strict"))


def kept_to(state: State) -> int:
    """Return what the rule does: a card that must fit, else a hint to one that fits, else the older card goes.

    With all tokens there, it names the rank of the other player's older card instead.
    """
    seat = state.seat
    chances, fits = _odds(tuple(unseen(state, seat)), state.known[seat]), state.playable
    for at in range(len(state.hands[seat])):
        if chances.certain(at, fits):
            return PLAY + at
    hand, known = state.hands[1 - seat], state.known[1 - seat]
    if state.tokens:
        news = [card % 5 for card, hints in zip(hand, known, strict=True) if fits >> card & 1 and _open(card, hints)]
        if news:
            return HINT_RANK + min(news)
    return 0 if state.tokens < TOKENS else HINT_RANK + hand[0] % 5


def expected(state: State) -> tuple[float, ...]:
    """Return the expected final score of each legal action, both players keeping to the rule from then on."""
    every = set(deals(state))  # each different one is equally often among all
    return tuple(fsum(played_out(deal, action)[0] for deal in every) / len(every) for action in legal(state))


def deals(state: State) -> list[State]:
    """Return *state* with each order of the hidden cards, own hand and pile, that agrees with the hints."""
    seat, hand = state.seat, len(state.hands[state.seat])
    copies = unseen(state, seat)
    hidden = [card for card, number in enumerate(copies) for _ in range(number)]
    result = []
    for order in _orders(tuple(hidden)):
        cards, pile = order[:hand], order[hand:]
        if all(known >> card & 1 for card, known in zip(cards, state.known[seat], strict=True)):
            hands = (cards, state.hands[1]) if seat == 0 else (state.hands[0], cards)
            result.append(replace(state, hands=hands, deck=(*state.deck[: state.dealt], *pile)))
    return result


def drawn() -> Iterator[End]:
    """Yield the positions of the pool, at most one of a game."""
    left, game = dict(POOL), 0
    while any(left.values()):
        end = _end(game)
        game += 1
        if end is not None and left[end[0]]:
            left[end[0]] -= 1
            yield end[1]


def state_of(end: End) -> State:
    """Return the state of a position of the pool."""
    state = dealt(end.game)
    for action in played(end.game)[1][: end.turns]:
        state = GAME.apply(state, {state.seat: action})
    return state


def goes_wrong(end: End, state: State) -> bool:
    """Return whether the rule's own action in the *state* of *end* is not the best."""
    return end.values[legal(state).index(kept_to(state))] < max(end.values)


def _end(game: int) -> tuple[bool, End] | None:
    """Return the first state of a game that makes a position, and whether the rule goes wrong in it."""
    state = dealt(game)
    for turn, action in enumerate(played(game)[1]):
        if len(state.deck) - state.dealt <= PILE and state.left != 1:
            values = expected(state)
            value = values[legal(state).index(kept_to(state))]
            best, second = sorted(values)[:-3:-1]
            if best - second >= GAP:
                return value < best, End(game, turn, tuple(round(value, 9) for value in values))
        state = GAME.apply(state, {state.seat: action})
    return None


def played_out(state: State, action: int) -> tuple[int, tuple[int, ...]]:
    """Return the final score and all actions of a game in which both keep to the rule after *action*."""
    state = GAME.apply(state, {state.seat: action})
    while GAME.to_move(state):
        state = GAME.apply(state, {state.seat: kept_to(state)})
    return 0 if state.lost else state.heights, state.history


def legal(state: State) -> list[int]:
    """Return the legal actions, in order."""
    return list(GAME.legal(state, state.seat))  # type: ignore[arg-type]  # nothing is open in Hanabi


def _open(card: int, known: int) -> bool:
    """Return whether the hints leave the rank of a card open."""
    return bool(known & ANY & ~NAMED[HINT_RANK + card % 5 - HINT])


_odds = cache(hand_odds)


@cache
def _orders(hidden: Cards) -> tuple[Cards, ...]:
    """Return every order of the hidden cards, equally likely ones as often as they occur."""
    return tuple(permutations(hidden))


def written(end: End) -> str:
    return f"{end.game}\t{end.turns}\t{msgspec.json.encode(end.values).decode()}"


def _read(line: str) -> End:
    game, turns, values = line.split("\t")
    return End(int(game), int(turns), tuple(msgspec.json.decode(values)))


def main(verb: str) -> int:
    """Write the file, or compare its first lines; return the exit code."""
    if verb == "write":
        FILE.write_text("".join(f"{written(end)}\n" for end in drawn()), encoding="utf-8", newline="\n")
        return 0
    known = FILE.read_text(encoding="utf-8").splitlines()
    return int([written(end) for end in islice(drawn(), 12)] != known[:12])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
